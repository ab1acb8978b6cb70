// The Test Explorer's debug profile: a debug session for each target, its outcome as the result of what was chosen of it.
import * as vscode from 'vscode';
import type { Debugger } from './debug';
import type { TestCase } from './protocol';
import { problemsOf, terminal } from './testresults';
import { plan, type Tests, type Work } from './testrun';

export function registerTestDebug(tests: Tests, debug: Debugger): vscode.TestRunProfile {
    return tests.controller.createRunProfile('Bazel', vscode.TestRunProfileKind.Debug, async (request, cancel) => {
        const run = tests.controller.createTestRun(request);
        try {
            for (const work of await plan(tests, request)) {
                if (!cancel.isCancellationRequested) {
                    await session(run, work, debug);
                }
            }
        } finally {
            run.end();
        }
    }, true);
}

async function session(run: vscode.TestRun, { root, label, filter, items }: Work, debug: Debugger): Promise<void> {
    for (const item of items) {
        run.started(item);
    }
    const began = Date.now();
    const outcome = await debug.start(root, label, filter === undefined ? {} : { testFilter: filter }, { testRun: run });
    const took = Date.now() - began;
    const messages = outcome?.passed === false ? failures(root, outcome.cases ?? [], outcome.text) : [];
    run.appendOutput(terminal(`${outcome?.text ?? `${label} was not debugged`}\n`));
    for (const item of items) {
        if (!outcome || outcome.stopped) {
            run.skipped(item);
        } else if (outcome.passed) {
            run.passed(item, took);
        } else {
            run.failed(item, messages, took);
        }
    }
}

/** failures are the messages of the cases that failed, each at its line; without any, the outcome's own. */
function failures(root: string, cases: TestCase[], text: string): vscode.TestMessage[] {
    const messages = cases.flatMap(problemsOf).map(failure => {
        const message = new vscode.TestMessage(failure.message);
        if (failure.file !== undefined) {
            message.location = new vscode.Location(vscode.Uri.file(failure.file.startsWith('/') ? failure.file : `${root}/${failure.file}`), new vscode.Position(Math.max((failure.line ?? 1) - 1, 0), 0));
        }
        return message;
    });
    return messages.length > 0 ? messages : [new vscode.TestMessage(text)];
}
