// Shows in a run of the Test Explorer what the backend tells about the tests of a workspace.
import * as vscode from 'vscode';
import type { TestCase, TestEnded, TestFailure, TestNode } from './protocol';
import { notesOf, outcomeOf, prevails, problemsOf, terminal, type Outcome } from './testresults';
import type { Tests } from './testrun';

export class TestView {
    /** What tells the state of each item so far. */
    private readonly ended = new Map<string, TestCase | Outcome>();
    private readonly names = new WeakMap<vscode.TestItem, Map<string, vscode.TestItem>>();

    constructor(private readonly tests: Tests, readonly run: vscode.TestRun, private readonly root: string) {}

    /** show takes an event, or what an answer says of a target, which counts where no event has. */
    show(target: vscode.TestItem, told: TestEnded, answer = false): void {
        for (const one of told.cases ?? []) {
            const item = this.item(target, one);
            if (!answer || !this.ended.has(item.id)) {
                this.showCase(item, one, told.cached === true);
            }
        }
        if (told.status !== undefined && (!this.ended.has(target.id) || !answer)) {
            this.showTarget(target, told, told.status);
        }
    }

    private showCase(item: vscode.TestItem, one: TestCase, cached: boolean): void {
        if (one.output) {
            this.run.appendOutput(terminal(one.output), undefined, item);
        }
        const notes = notesOf(one, cached);
        if (notes !== '') {
            this.run.appendOutput(`${item.label}: ${notes}\r\n`, undefined, item);
        }
        const before = this.ended.get(item.id);
        if (typeof before === 'object' && !prevails(one, before)) {
            this.set(item, outcomeOf(before.status), problemsOf(one), before.seconds);
            return;
        }
        this.ended.set(item.id, one);
        this.set(item, outcomeOf(one.status), problemsOf(one), one.seconds);
    }

    /** showTarget tells a target's own state where its cases do not. */
    private showTarget(target: vscode.TestItem, told: TestEnded, status: string): void {
        const outcome = status === 'no_tests_ran' ? 'errored' : outcomeOf(status);
        this.ended.set(target.id, outcome);
        if (told.text && told.text !== status) {
            this.run.appendOutput(`${target.label}: ${told.text}\r\n`, undefined, target);
        }
        const explained = (outcome === 'failed' || outcome === 'errored') && this.anyBelow(target);
        const message = `${target.label}: ${told.text ?? status}${told.log ? `\n${told.log}` : ''}`;
        this.set(target, outcome, explained || outcome === 'passed' ? [] : [{ message }], undefined);
    }

    private anyBelow(target: vscode.TestItem): boolean {
        let wrong = false;
        target.children.forEach(child => {
            const state = this.ended.get(child.id);
            const outcome = typeof state === 'object' ? outcomeOf(state.status) : state;
            wrong ||= outcome === 'failed' || outcome === 'errored' || this.anyBelow(child);
        });
        return wrong;
    }

    private set(item: vscode.TestItem, outcome: Outcome, problems: TestFailure[], seconds: number | undefined): void {
        const took = seconds === undefined ? undefined : seconds * 1000;
        const messages = problems.map(f => this.message(item, f));
        switch (outcome) {
            case 'passed': this.run.passed(item, took); break;
            case 'skipped': this.run.skipped(item); break;
            case 'failed': this.run.failed(item, messages, took); break;
            default: this.run.errored(item, messages, took);
        }
    }

    private message(item: vscode.TestItem, failure: TestFailure): vscode.TestMessage {
        const message = failure.expected !== undefined && failure.actual !== undefined
            ? vscode.TestMessage.diff(failure.message, failure.expected, failure.actual) : new vscode.TestMessage(failure.message);
        if (failure.file !== undefined) {
            const file = failure.file.startsWith('/') ? failure.file : `${this.root}/${failure.file}`;
            message.location = new vscode.Location(vscode.Uri.file(file), new vscode.Position(Math.max((failure.line ?? 1) - 1, 0), 0));
        } else if (item.uri && item.range) {
            message.location = new vscode.Location(item.uri, item.range);
        }
        return message;
    }

    /** close ends what nothing has ended: items left without a result never look as if they had passed. */
    close(items: vscode.TestItem[], problem: string | undefined): void {
        const wrong = [...this.ended.values()].some(state => ['failed', 'errored'].includes(typeof state === 'object' ? outcomeOf(state.status) : state));
        for (const item of items) {
            each(item, one => {
                if (this.ended.has(one.id) || one.children.size > 0) {
                    return;
                }
                if (problem !== undefined && !wrong) {
                    this.run.errored(one, new vscode.TestMessage(problem));
                } else {
                    this.run.skipped(one);
                }
            });
        }
    }

    /** item finds the test a result is about; what only the run knows is added: arguments below their test, other tests below their suite. */
    private item(target: vscode.TestItem, one: TestCase): vscode.TestItem {
        const suite = one.suite ? this.child(target, one.suite, 'suite', undefined) : target;
        const test = this.child(suite, one.name, 'case', one);
        return one.arguments ? this.child(test, one.arguments, 'case', undefined) : test;
    }

    private child(parent: vscode.TestItem, name: string, kind: 'suite' | 'case', one: TestCase | undefined): vscode.TestItem {
        const names = this.namesBelow(parent);
        const found = [name, bare(name), name.slice(name.lastIndexOf('.') + 1)].map(n => names.get(n)).find(item => item?.parent !== undefined);
        if (found) {
            return found;
        }
        const above = this.tests.known.get(parent.id);
        const failure = one?.failures?.[0];
        const line = Math.max((failure?.line ?? 1) - 1, 0);
        const node: TestNode = {
            id: `${above?.id ?? parent.id}#${name}`, parent: above?.id ?? parent.id, label: above?.label ?? parent.id, name, kind,
            ...(failure?.file === undefined ? {} : { file: failure.file, range: { start: { line, character: 0 }, end: { line, character: 0 } } }),
        };
        const item = this.tests.make(this.root, node);
        parent.children.add(item);
        names.set(name, item);
        return item;
    }

    /** namesBelow are the items below one, by every name that a runner may call them. */
    private namesBelow(parent: vscode.TestItem): Map<string, vscode.TestItem> {
        let names = this.names.get(parent);
        if (!names) {
            names = new Map();
            for (const item of descendants(parent)) {
                const node = this.tests.known.get(item.id);
                for (const name of node ? [node.name, bare(node.name), node.display ?? node.name] : []) {
                    if (!names.has(name)) {
                        names.set(name, item);
                    }
                }
            }
            this.names.set(parent, names);
        }
        return names;
    }
}

/** bare is a function's name without its arguments. */
function bare(name: string): string {
    return name.replace(/\(.*\)$/, '');
}

function descendants(parent: vscode.TestItem): vscode.TestItem[] {
    const all: vscode.TestItem[] = [];
    parent.children.forEach(child => { each(child, item => { all.push(item); }); });
    return all;
}

export function each(item: vscode.TestItem, f: (item: vscode.TestItem) => void): void {
    f(item);
    item.children.forEach(child => { each(child, f); });
}
