// Runs that the Test Explorer did not start: lenses, commands, agents, the command line. Their results appear in it as well.
import * as vscode from 'vscode';
import type { Run, TestEnded } from './protocol';
import { addCoverage } from './testcoverage';
import type { Tests } from './testrun';
import { TestView } from './testview';

export function watchOtherRuns(tests: Tests, profile: vscode.TestRunProfile): vscode.Disposable {
    const views = new Map<string, Promise<TestView>>();
    const titles = new Map<string, string>();
    return tests.engine.onEvent(event => {
        const id = event.id ?? '';
        if (tests.own.has(id)) {
            return;
        }
        if (event.kind === 'test') {
            const told = event.data as TestEnded;
            const view = views.get(id) ?? Promise.resolve(new TestView(tests, tests.controller.createTestRun(new vscode.TestRunRequest(undefined, undefined, profile), titles.get(id) ?? told.label), event.root));
            views.set(id, view.then(async v => {
                const target = await tests.target(event.root, told.label);
                if (target) {
                    v.show(target, told);
                }
                return v;
            }));
        } else if (event.kind === 'run') {
            const run = event.data as Run;
            titles.set(id, run.title);
            if (run.state === 'done') {
                void views.get(id)?.then(async v => {
                    if (run.tool.endsWith('_coverage')) {
                        await addCoverage(tests.engine, v.run, event.root, id, []).catch(() => undefined);
                    }
                    v.run.end();
                });
                views.delete(id);
                titles.delete(id);
            }
        }
    });
}
