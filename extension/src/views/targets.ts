// The Targets view: packages or kinds and their targets, pinned ones first, with the active one marked.
import * as vscode from 'vscode';
import type { Engine } from '../engine';
import type { Root, Target } from '../protocol';
import { targetIcon } from '../rows';
import { byKind, byPackage } from './grouping';

const most = 5_000;

type Node =
    | { kind: 'root'; root: string; name: string }
    | { kind: 'group'; root: string; name: string; icon: string; targets: Target[] }
    | { kind: 'target'; root: string; target: Target; group: string; whole: boolean; pinned: boolean; arguments: { target: string } };

export function registerTargetsView(context: vscode.ExtensionContext, engine: Engine): void {
    const changed = new vscode.EventEmitter<undefined>();
    const storage = context.workspaceState;
    let filter = '';
    const sorted = (): boolean => storage.get('targets by kind', false);
    const pins = (root: string): string[] => storage.get(`pins ${root}`, []);
    const groups = async ({ root }: Root): Promise<Node[]> => {
        const { targets } = await engine.targets({ root, query: filter, limit: most });
        const pinned = targets.filter(t => pins(root).includes(t.label));
        const first: Node[] = pinned.length > 0 ? [{ kind: 'group', root, name: 'Pinned', icon: 'pinned', targets: pinned }] : [];
        const rest = sorted() ? byKind(targets) : byPackage(targets);
        return [...first, ...rest.map(([name, own]): Node => ({ kind: 'group', root, name, icon: sorted() ? 'symbol-class' : 'package', targets: own }))];
    };
    const provider: vscode.TreeDataProvider<Node> = {
        onDidChangeTreeData: changed.event,
        getTreeItem: node => treeItem(node, engine, filter !== ''),
        getChildren: async node => {
            if (!node) {
                const only = engine.roots[0];
                return engine.roots.length === 1 && only ? groups(only) : engine.roots.map(r => ({ kind: 'root', root: r.root, name: r.name }));
            }
            if (node.kind === 'root') {
                const root = engine.roots.find(r => r.root === node.root);
                return root ? groups(root) : [];
            }
            if (node.kind === 'target') {
                return [];
            }
            const whole = node.icon !== 'package';
            return node.targets.map(t => ({ kind: 'target', root: node.root, target: t, group: node.name, whole, pinned: pins(node.root).includes(t.label), arguments: { target: t.label } }));
        },
    };
    const view = vscode.window.createTreeView('bazelApple.targets', { treeDataProvider: provider, showCollapseAll: true });
    const redraw = (): void => { changed.fire(undefined); };
    const pin = async (node: Node | undefined, on: boolean): Promise<void> => {
        if (node?.kind === 'target') {
            const others = pins(node.root).filter(label => label !== node.target.label);
            await storage.update(`pins ${node.root}`, on ? [...others, node.target.label] : others);
            redraw();
        }
    };
    context.subscriptions.push(
        changed, view, engine.onChange(redraw),
        vscode.commands.registerCommand('bazelApple.pinTarget', (node?: Node) => pin(node, true)),
        vscode.commands.registerCommand('bazelApple.unpinTarget', (node?: Node) => pin(node, false)),
        vscode.commands.registerCommand('bazelApple.groupTargets', async () => {
            await storage.update('targets by kind', !sorted());
            redraw();
        }),
        engine.onEvent(event => {
            if (event.kind === 'index') {
                redraw();
            }
        }),
        vscode.commands.registerCommand('bazelApple.filterTargets', async () => {
            const typed = await vscode.window.showInputBox({ title: 'Filter Targets', prompt: 'Part of a label; nothing shows all', value: filter });
            if (typed !== undefined) {
                filter = typed.trim();
                view.message = filter === '' ? '' : `Showing what matches “${filter}”`;
                redraw();
            }
        }),
        vscode.commands.registerCommand('bazelApple.refreshTargets', () => engine.refresh()),
        vscode.commands.registerCommand('bazelApple.openTarget', async (node?: Node) => {
            if (node?.kind === 'target' && node.target.file) {
                const { line } = node.target;
                await vscode.window.showTextDocument(fileOf(node.root, node.target.file), { selection: new vscode.Range(line, 0, line, 0) });
            }
        }),
        vscode.commands.registerCommand('bazelApple.copyLabel', (node?: Node) =>
            node?.kind === 'target' ? vscode.env.clipboard.writeText(node.target.label) : undefined),
    );
}

function treeItem(node: Node, engine: Engine, open: boolean): vscode.TreeItem {
    if (node.kind !== 'target') {
        const pinned = node.kind === 'group' && node.icon === 'pinned';
        const state = open || pinned ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
        const item = new vscode.TreeItem(node.name, state);
        item.iconPath = new vscode.ThemeIcon(node.kind === 'root' ? 'root-folder' : node.icon);
        return item;
    }
    const { label, kind, platform, ruleClass } = node.target;
    const item = new vscode.TreeItem(node.whole ? label : label.slice(label.lastIndexOf(':') + 1));
    const active = engine.roots.find(r => r.root === node.root)?.defaults['target'] === label;
    // A pinned target has two rows.
    item.id = `${node.root} ${node.group} ${label}`;
    item.description = [ruleClass || kind, active ? 'active' : ''].filter(Boolean).join(' · ');
    item.tooltip = [label, ruleClass, platform].filter(Boolean).join('\n');
    item.iconPath = new vscode.ThemeIcon(active ? 'target' : targetIcon(kind));
    item.contextValue = `target ${kind}${node.pinned ? ' pinned' : ''}`;
    item.command = { command: 'bazelApple.openTarget', title: 'Open', arguments: [node] };
    item.accessibilityInformation = { label: `${label}, ${ruleClass || kind}${active ? ', active target' : ''}` };
    return item;
}

function fileOf(root: string, file: string): vscode.Uri {
    return file.startsWith('/') ? vscode.Uri.file(file) : vscode.Uri.joinPath(vscode.Uri.file(root), file);
}
