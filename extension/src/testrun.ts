// One run of the Test Explorer: calls the backend target by target and shows what its events say about the cases.
import * as vscode from 'vscode';
import type { Engine } from './engine';
import type { Event, TestNode } from './protocol';
import { readCase, readTarget, terminal, type CaseResult } from './testresults';

const tools = { [vscode.TestRunProfileKind.Run]: 'bazel_ios_test', [vscode.TestRunProfileKind.Debug]: 'bazel_ios_test', [vscode.TestRunProfileKind.Coverage]: 'bazel_ios_test_coverage' };

export interface Tests {
    controller: vscode.TestController;
    engine: Engine;
    known: Map<string, TestNode & { root: string }>;
    make(root: string, node: TestNode): vscode.TestItem;
    /** resolve puts the tests of a target below its item. */
    resolve(item: vscode.TestItem): Promise<void>;
}

/** A call to make: one target, all of it or some of its tests. */
export interface Work { root: string; label: string; items: vscode.TestItem[]; filter: string | undefined }

export async function runTests(tests: Tests, request: vscode.TestRunRequest, kind: vscode.TestRunProfileKind, cancel: vscode.CancellationToken): Promise<void> {
    const run = tests.controller.createTestRun(request);
    try {
        const work = await plan(tests, request);
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
            await new TargetRun(tests, run, one).perform(tools[kind], cancel);
        }
    } finally {
        run.end();
    }
}

/** plan turns the selection into one call per target, with the filter that the backend makes of it. */
export async function plan({ controller, engine, known }: Tests, request: vscode.TestRunRequest): Promise<Work[]> {
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
        for (const { label, filter } of (await engine.testPlan(root, ids, excluded)).calls) {
            work.push({ root, label, filter, items: items.filter(item => known.get(item.id)?.label === label) });
        }
    }
    return work;
}

function each(item: vscode.TestItem, f: (item: vscode.TestItem) => void): void {
    f(item);
    item.children.forEach(child => { each(child, f); });
}

/** The run of one target: keeps what has been said about its tests. */
class TargetRun {
    private readonly ended = new Map<string, CaseResult>();

    constructor(private readonly tests: Tests, private readonly run: vscode.TestRun, private readonly work: Work) {}

    async perform(tool: string, cancel: vscode.CancellationToken): Promise<void> {
        const { engine } = this.tests;
        const { root, label, filter } = this.work;
        const events = engine.onEvent(event => { this.heard(event); });
        const target = this.target();
        if (target) {
            this.run.started(target);
        }
        try {
            const args = { target: label, ...(filter === undefined ? {} : { testFilter: filter }) };
            const answer = await engine.call({ root, name: tool, arguments: args }, value => {
                if (value.output === true) {
                    this.run.appendOutput(terminal(value.message ?? ''), undefined, target);
                }
            }, cancel);
            this.run.appendOutput(terminal(`${withoutNext(answer.text)}\n`));
            for (const result of readTarget(answer.data, label)) {
                const item = this.item(result);
                if (item) {
                    this.ended.set(item.id, result);
                    this.show(item, result);
                }
            }
            this.close(answer.isError, answer.text);
        } catch (error) {
            if (!cancel.isCancellationRequested) {
                this.close(true, error instanceof Error ? error.message : String(error), true);
            }
        } finally {
            events.dispose();
        }
    }

    private heard(event: Event): void {
        if (event.kind !== 'test' || event.root !== this.work.root) {
            return;
        }
        const result = readCase(event.data);
        const item = result?.label === this.work.label ? this.item(result) : undefined;
        if (!result || !item) {
            return;
        }
        if (result.outcome === 'started') {
            this.run.started(item);
            return;
        }
        this.ended.set(item.id, result);
        this.show(item, result);
    }

    private show(item: vscode.TestItem, result: CaseResult): void {
        const notes = [result.cached ? 'cached' : '', result.shard > 0 ? `shard ${result.shard}` : '', result.attempt > 1 ? `attempt ${result.attempt}` : ''].filter(Boolean);
        if (notes.length > 0) {
            this.run.appendOutput(`${item.label}: ${notes.join(', ')}\r\n`, undefined, item);
        }
        switch (result.outcome) {
            case 'passed': this.run.passed(item, result.milliseconds); break;
            case 'skipped': this.run.skipped(item); break;
            case 'failed': this.run.failed(item, this.message(item, result), result.milliseconds); break;
            default: this.run.errored(item, this.message(item, result), result.milliseconds);
        }
    }

    private message(item: vscode.TestItem, result: CaseResult): vscode.TestMessage {
        const text = result.message || 'The test failed and left no message.';
        const message = result.expected !== undefined && result.actual !== undefined
            ? vscode.TestMessage.diff(text, result.expected, result.actual) : new vscode.TestMessage(text);
        if (result.file !== undefined) {
            const file = result.file.startsWith('/') ? result.file : `${this.work.root}/${result.file}`;
            message.location = new vscode.Location(vscode.Uri.file(file), new vscode.Position(result.line ?? 0, 0));
        } else if (item.uri && item.range) {
            message.location = new vscode.Location(item.uri, item.range);
        }
        return message;
    }

    /** close ends what no event has ended: items left without a result never look as if they had passed. */
    private close(failed: boolean, text: string, broken = false): void {
        const wentWrong = [...this.ended.values()].some(r => r.outcome === 'failed' || r.outcome === 'errored');
        for (const item of this.work.items) {
            each(item, one => {
                const node = this.tests.known.get(one.id);
                if (this.ended.has(one.id)) {
                    return;
                }
                if (failed && (broken || !wentWrong || this.ended.size === 0)) {
                    this.run.errored(one, new vscode.TestMessage(text));
                } else if (one.children.size > 0) {
                    return; // shown by its children
                } else if (node?.kind === 'target' && !failed) {
                    this.run.passed(one);
                } else {
                    this.run.skipped(one);
                }
            });
        }
    }

    private target(): vscode.TestItem | undefined {
        const first = this.work.items[0];
        for (let at = first; at; at = at.parent) {
            if (this.tests.known.get(at.id)?.kind === 'target') {
                return at;
            }
        }
        return first;
    }

    /** item finds the test a result is about; one that only the run knows is added below its suite. */
    private item(result: CaseResult): vscode.TestItem | undefined {
        const target = this.target();
        if (!target || result.name === '') {
            return target;
        }
        let parent = target;
        if (result.suite !== '') {
            parent = this.child(target, result.suite, 'suite', undefined) ?? target;
        }
        return this.child(parent, result.name, 'case', result);
    }

    private child(parent: vscode.TestItem, name: string, kind: 'suite' | 'case', result: CaseResult | undefined): vscode.TestItem | undefined {
        const bare = (text: string): string => text.replace(/\(.*\)$/, '');
        let found: vscode.TestItem | undefined;
        each(parent, one => {
            const node = this.tests.known.get(one.id);
            if (!found && one !== parent && node && (node.name === name || node.display === name || bare(node.name) === bare(name) || node.name === name.slice(name.lastIndexOf('.') + 1))) {
                found = one;
            }
        });
        if (found) {
            return found;
        }
        const file = result?.file;
        const line = result?.line ?? 0;
        const node: TestNode = {
            id: `${this.tests.known.get(parent.id)?.id ?? parent.id}#${name}`, parent: this.tests.known.get(parent.id)?.id ?? parent.id, label: this.work.label, name, kind,
            ...(file === undefined ? {} : { file, range: { start: { line, character: 0 }, end: { line, character: 0 } } }),
        };
        const item = this.tests.make(this.work.root, node);
        parent.children.add(item);
        return item;
    }
}

/** withoutNext leaves out the calls that an answer proposes to agents. */
function withoutNext(text: string): string {
    return text.split('\n').filter(line => !line.startsWith('Next: ')).join('\n');
}
