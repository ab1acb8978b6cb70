// One run of the Test Explorer: calls the backend target by target and shows what its events say about the tests.
import * as vscode from 'vscode';
import type { Engine } from './engine';
import type { Answer, TestCase, TestEnded, TestNode } from './protocol';
import { addCoverage } from './testcoverage';
import { terminal, withoutNext } from './testresults';
import { each, TestView } from './testview';

export interface Tests {
    controller: vscode.TestController;
    engine: Engine;
    known: Map<string, TestNode & { root: string }>;
    /** Ids of runs that the Test Explorer has started. */
    own: Set<string>;
    make(root: string, node: TestNode): vscode.TestItem;
    /** resolve puts the tests of a target below its item. */
    resolve(item: vscode.TestItem): Promise<void>;
    /** target is the item of a test target, with its tests below it; undefined when there is none. */
    target(root: string, label: string): Promise<vscode.TestItem | undefined>;
}

/** A call to make: one target, all of it or some of its tests. */
export interface Work { root: string; label: string; items: vscode.TestItem[]; filter: string | undefined }

export async function runTests(tests: Tests, request: vscode.TestRunRequest, kind: vscode.TestRunProfileKind, cancel: vscode.CancellationToken): Promise<void> {
    if (request.continuous !== true) {
        await runOnce(tests, request, await plan(tests, request), kind, cancel);
        return;
    }
    let turn = Promise.resolve();
    const saves = vscode.workspace.onDidSaveTextDocument(document => {
        turn = turn.then(async () => {
            const work = cancel.isCancellationRequested ? [] : await plan(tests, request, [document.uri.fsPath]);
            if (work.length > 0) {
                await runOnce(tests, request, work, kind, cancel);
            }
        }).catch((error: unknown) => { tests.engine.log.error(String(error)); });
    });
    cancel.onCancellationRequested(() => { saves.dispose(); });
}

async function runOnce(tests: Tests, request: vscode.TestRunRequest, work: Work[], kind: vscode.TestRunProfileKind, cancel: vscode.CancellationToken): Promise<void> {
    const run = tests.controller.createTestRun(request);
    try {
        for (const { items } of work) {
            for (const item of items) {
                await tests.resolve(item);
                each(item, i => {
                    if (i.children.size === 0) {
                        run.enqueued(i);
                    }
                });
            }
        }
        for (const one of work) {
            if (cancel.isCancellationRequested) {
                break;
            }
            await perform(tests, run, one, kind === vscode.TestRunProfileKind.Coverage, cancel);
        }
    } finally {
        run.end();
    }
}

/** plan turns the selection into one call per target, with the filter that the backend makes of it; of targets that changed files affect, if any are given. */
export async function plan({ controller, engine, known }: Tests, request: vscode.TestRunRequest, changed?: string[]): Promise<Work[]> {
    const chosen = new Map<string, { ids: string[]; items: vscode.TestItem[] }>();
    const add = (item: vscode.TestItem): void => {
        const node = known.get(item.id);
        if (!node) {
            item.children.forEach(add);
            return;
        }
        const of = chosen.get(node.root) ?? { ids: [], items: [] };
        of.ids.push(node.id);
        of.items.push(item);
        chosen.set(node.root, of);
    };
    if (request.include) {
        request.include.forEach(add);
    } else {
        controller.items.forEach(add);
    }
    const excluded = (request.exclude ?? []).map(item => known.get(item.id)?.id ?? item.id);
    const work: Work[] = [];
    for (const [root, { ids, items }] of chosen) {
        for (const { label, filter } of (await engine.testPlan({ root, include: ids, exclude: excluded, ...(changed ? { changed } : {}) })).calls) {
            work.push({ root, label, filter, items: items.filter(item => known.get(item.id)?.label === label) });
        }
    }
    return work;
}

/** perform makes one call: events show the tests as they end, the answer what no event has told. */
async function perform(tests: Tests, run: vscode.TestRun, { root, label, items, filter }: Work, coverage: boolean, cancel: vscode.CancellationToken): Promise<void> {
    const { engine, own } = tests;
    const target = await tests.target(root, label) ?? items[0];
    if (!target) {
        return;
    }
    const view = new TestView(tests, run, root);
    let runId: string | undefined;
    const events = engine.onEvent(event => {
        const told = event.data as TestEnded | undefined;
        if (event.kind === 'test' && event.id !== undefined && event.id === runId && told?.label === label) {
            view.show(target, told);
        }
    });
    // A suite's state is that of its tests.
    each(target, item => {
        if ((item === target || item.children.size === 0) && items.some(chosen => chosen === item || below(item, chosen))) {
            run.started(item);
        }
    });
    try {
        const args = { target: label, ...(filter === undefined ? {} : { testFilter: filter }) };
        const answer = await engine.call({ root, name: coverage ? 'bazel_ios_test_coverage' : 'bazel_ios_test', arguments: args }, value => {
            if (value.runId !== undefined) {
                runId = value.runId;
                own.add(runId);
            }
            if (value.output === true) {
                run.appendOutput(terminal(value.message ?? ''), undefined, target);
            }
        }, cancel);
        run.appendOutput(terminal(`${withoutNext(answer.text)}\n`));
        const told = ended(answer, label);
        if (told) {
            view.show(target, told, true);
        }
        view.close(items, answer.isError ? withoutNext(answer.text) : undefined);
        if (coverage && answer.runId !== undefined) {
            const only = items.length === 1 && items[0]?.children.size === 0 ? items : [];
            await addCoverage(engine, run, root, answer.runId, only).catch((error: unknown) => { run.appendOutput(terminal(`${String(error)}\n`)); });
        }
    } catch (error) {
        if (!cancel.isCancellationRequested) {
            view.close(items, error instanceof Error ? error.message : String(error));
        }
    } finally {
        events.dispose();
    }
}

/** ended reads what the answer of a test tool says of one target. */
function ended(answer: Answer, label: string): TestEnded | undefined {
    const { targets } = (answer.data ?? {}) as { targets?: (TestEnded & { failed?: TestCase[] })[] };
    const told = targets?.find(t => t.label === label);
    return told && { ...told, cases: told.cases ?? told.failed ?? [] };
}

function below(item: vscode.TestItem, other: vscode.TestItem): boolean {
    for (let at = item.parent; at; at = at.parent) {
        if (at === other) {
            return true;
        }
    }
    return false;
}
