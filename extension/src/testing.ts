// The Test Explorer: the backend's tree of tests, and runs of it.
import * as vscode from 'vscode';
import type { Engine } from './engine';
import type { TestNode } from './protocol';
import { runTests } from './testrun';

/** What is known about an item beside what the editor shows; kept by id, for items are made again. */
export interface Known extends TestNode { root: string }

export function registerTesting(context: vscode.ExtensionContext, engine: Engine): void {
    const controller = vscode.tests.createTestController('bazelApple', 'Bazel Apple');
    const known = new Map<string, Known>();
    const several = (): boolean => engine.roots.length > 1;

    const make = (root: string, node: TestNode): vscode.TestItem => {
        const id = several() ? `${root} ${node.id}` : node.id;
        known.set(id, { ...node, root });
        const file = node.file ? vscode.Uri.file(node.file.startsWith('/') ? node.file : `${root}/${node.file}`) : undefined;
        const item = controller.createTestItem(id, node.name || node.label, file);
        item.canResolveChildren = node.kind !== 'case';
        item.sortText = node.kind === 'target' ? node.label : undefined;
        if (node.kind === 'target' && node.label !== node.name) {
            item.description = node.label;
        }
        if (node.range) {
            item.range = new vscode.Range(node.range.start.line, node.range.start.character, node.range.end.line, node.range.end.character);
        }
        return item;
    };
    /** fill puts nodes below a parent; nodes may bring their own children along. */
    const fill = (root: string, into: vscode.TestItemCollection, nodes: TestNode[], parent: string | undefined): void => {
        const top = nodes.filter(n => (n.parent ?? '') === (parent ?? '') || !nodes.some(o => o.id === n.parent));
        const rest = nodes.filter(n => !top.includes(n));
        into.replace(top.map(node => {
            const item = make(root, node);
            if (rest.some(n => n.parent === node.id)) {
                fill(root, item.children, rest.filter(n => n.id !== node.id), node.id);
            }
            return item;
        }));
    };
    const load = async (cancel?: vscode.CancellationToken): Promise<void> => {
        const loaded: [string, string, TestNode[]][] = [];
        for (const root of engine.roots) {
            const got = await engine.tests(root.root, undefined, cancel).catch(() => undefined);
            loaded.push([root.root, root.name, got?.items ?? []]);
        }
        known.clear();
        if (!several()) {
            const [root, , nodes] = loaded[0] ?? ['', '', []];
            fill(root, controller.items, nodes, undefined);
            return;
        }
        controller.items.replace(loaded.map(([root, name, nodes]) => {
            const item = controller.createTestItem(root, name, vscode.Uri.file(root));
            fill(root, item.children, nodes, undefined);
            return item;
        }));
    };
    controller.resolveHandler = async item => {
        const node = item && known.get(item.id);
        if (!item) {
            await load();
        } else if (node && item.children.size === 0) {
            const got = await engine.tests(node.root, node.id).catch(() => undefined);
            fill(node.root, item.children, got?.items.filter(n => n.id !== node.id) ?? [], node.id);
        }
    };
    controller.refreshHandler = load;

    const profile = (kind: vscode.TestRunProfileKind, name: string, isDefault: boolean): void => {
        const made = controller.createRunProfile(name, kind, (request, cancel) => runTests({ controller, engine, known, make }, request, kind, cancel), isDefault);
        context.subscriptions.push(made);
    };
    profile(vscode.TestRunProfileKind.Run, 'Bazel', true);
    profile(vscode.TestRunProfileKind.Coverage, 'Bazel', true);

    let pending: NodeJS.Timeout | undefined;
    const soon = (): void => {
        clearTimeout(pending);
        pending = setTimeout(() => void load(), 300);
    };
    context.subscriptions.push(
        controller, engine.onChange(soon),
        engine.onEvent(event => {
            if (event.kind === 'index') {
                soon();
            }
        }),
        { dispose: () => { clearTimeout(pending); } },
    );
}
