// The Test Explorer: the backend's tree of tests, and runs of it.
import * as vscode from 'vscode';
import type { Debugger } from './debug';
import type { Engine } from './engine';
import type { Range, TestNode } from './protocol';
import { rootOf } from './root';
import { coverageDetails } from './testcoverage';
import { registerTestDebug } from './testdebug';
import { watchOtherRuns } from './testelsewhere';
import { runTests, type Tests } from './testrun';

/** What is known about an item beside what the editor shows; kept by id, for items are made again. */
export interface Known extends TestNode { root: string }

/** Files that the backend finds tests in. */
const sources = /\.(swift|mm?|cc|cpp|cxx|c\+\+)$/;

export function registerTesting(context: vscode.ExtensionContext, engine: Engine, debug: Debugger): void {
    const controller = vscode.tests.createTestController('bazelApple', 'Bazel Apple');
    const known = new Map<string, Known>();
    const several = (): boolean => engine.roots.length > 1;

    const make = (root: string, node: TestNode): vscode.TestItem => {
        const id = several() ? `${root} ${node.id}` : node.id;
        known.set(id, { ...node, root });
        const file = node.file ? vscode.Uri.file(node.file.startsWith('/') ? node.file : `${root}/${node.file}`) : undefined;
        const item = controller.createTestItem(id, node.display ?? node.name, file);
        item.canResolveChildren = node.kind === 'target';
        if (node.kind === 'target') {
            item.sortText = node.label;
        } else if (node.display !== undefined) {
            item.description = node.name;
        } else if (node.disabled === true) {
            item.description = 'disabled';
        }
        if (node.range) {
            item.range = range(node.range);
            item.sortText ??= `${node.file ?? ''}:${String(node.range.start.line).padStart(6, '0')}`;
        }
        return item;
    };
    /** fill puts what is inside a target below it: each node comes after the one it belongs to. */
    const fill = (root: string, target: vscode.TestItem, nodes: TestNode[]): void => {
        const made = new Map([[known.get(target.id)?.id ?? target.id, target]]);
        const children = new Map<vscode.TestItem, vscode.TestItem[]>();
        for (const node of nodes) {
            const parent = node.kind === 'target' ? undefined : made.get(node.parent ?? node.label);
            if (parent) {
                const item = make(root, node);
                made.set(node.id, item);
                children.set(parent, [...children.get(parent) ?? [], item]);
            }
        }
        for (const [parent, items] of children) {
            parent.children.replace(items);
        }
        if (!children.has(target)) {
            target.children.replace([]);
        }
    };
    const load = async (cancel?: vscode.CancellationToken): Promise<void> => {
        const loaded: [string, string, TestNode[]][] = [];
        for (const root of engine.roots) {
            const got = await engine.tests({ root: root.root }, cancel).catch(() => undefined);
            loaded.push([root.root, root.name, got?.items ?? []]);
        }
        known.clear();
        if (!several()) {
            const [root, , nodes] = loaded[0] ?? ['', '', []];
            controller.items.replace(nodes.map(node => make(root, node)));
        } else {
            controller.items.replace(loaded.map(([root, name, nodes]) => {
                const item = controller.createTestItem(root, name, vscode.Uri.file(root));
                item.children.replace(nodes.map(node => make(root, node)));
                return item;
            }));
        }
        await Promise.all(vscode.window.visibleTextEditors.map(editor => look(editor.document)));
    };
    const find = (root: string, id: string): vscode.TestItem | undefined =>
        several() ? controller.items.get(root)?.children.get(`${root} ${id}`) : controller.items.get(id);
    /** look puts the tests of an open source file into the tree, so that they have their buttons beside the lines. */
    const look = async (document: vscode.TextDocument): Promise<void> => {
        const root = document.uri.scheme === 'file' && sources.test(document.uri.path) ? rootOf(engine.roots, document.uri.fsPath) : undefined;
        if (!root) {
            return;
        }
        const got = await engine.tests({ root: root.root, file: document.uri.fsPath, ...(document.isDirty ? { text: document.getText() } : {}) }).catch(() => undefined);
        for (const node of got?.items.filter(n => n.kind === 'target') ?? []) {
            const target = find(root.root, node.id);
            if (target) {
                fill(root.root, target, got?.items.filter(n => n.label === node.label) ?? []);
            }
        }
    };
    const resolve = async (item: vscode.TestItem): Promise<void> => {
        const node = known.get(item.id);
        if (node?.kind === 'target' && item.children.size === 0) {
            const got = await engine.tests({ root: node.root, item: node.id }).catch(() => undefined);
            fill(node.root, item, got?.items ?? []);
        }
    };
    const target = async (root: string, label: string): Promise<vscode.TestItem | undefined> => {
        if (controller.items.size === 0) {
            await load();
        }
        const item = find(root, label);
        if (item) {
            await resolve(item);
        }
        return item;
    };
    const tests: Tests = { controller, engine, known, own: new Set(), make, resolve, target };
    controller.resolveHandler = item => item ? resolve(item) : load();
    controller.refreshHandler = load;

    const profile = (kind: vscode.TestRunProfileKind): vscode.TestRunProfile =>
        controller.createRunProfile('Bazel', kind, (request, cancel) => runTests(tests, request, kind, cancel), true, undefined, true);
    const run = profile(vscode.TestRunProfileKind.Run);
    const coverage = profile(vscode.TestRunProfileKind.Coverage);
    coverage.loadDetailedCoverage = coverage.loadDetailedCoverageForTest = (_, file) => coverageDetails(engine, file);
    context.subscriptions.push(run, coverage, watchOtherRuns(tests, coverage), registerTestDebug(tests, debug));

    let pending: NodeJS.Timeout | undefined;
    const soon = (): void => {
        clearTimeout(pending);
        pending = setTimeout(() => void load(), 300);
    };
    const edits = new Map<vscode.TextDocument, NodeJS.Timeout>();
    const edited = (document: vscode.TextDocument): void => {
        if (sources.test(document.uri.path)) {
            clearTimeout(edits.get(document));
            edits.set(document, setTimeout(() => {
                edits.delete(document);
                void look(document);
            }, 300));
        }
    };
    context.subscriptions.push(
        controller, engine.onChange(soon),
        vscode.window.onDidChangeVisibleTextEditors(editors => { editors.forEach(editor => void look(editor.document)); }),
        vscode.workspace.onDidChangeTextDocument(change => { edited(change.document); }),
        vscode.workspace.onDidSaveTextDocument(document => void look(document)),
        vscode.workspace.onDidCloseTextDocument(edited),
        engine.onEvent(event => {
            if (event.kind === 'index') {
                soon();
            }
        }),
        { dispose: () => { clearTimeout(pending); edits.forEach(clearTimeout); } },
    );
}

function range({ start, end }: Range): vscode.Range {
    return new vscode.Range(start.line, start.character, end.line, end.character);
}
