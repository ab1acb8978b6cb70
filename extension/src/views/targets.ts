// The Targets view: packages and their targets, with the active one marked.
import * as vscode from 'vscode';
import type { Engine } from '../engine';
import type { Root, Target } from '../protocol';
import { targetIcon } from '../rows';
import { byPackage } from './grouping';

const most = 5_000;

type Node =
    | { kind: 'root'; root: string; name: string }
    | { kind: 'package'; root: string; name: string; targets: Target[] }
    | { kind: 'target'; root: string; target: Target; arguments: { target: string } };

export function registerTargetsView(context: vscode.ExtensionContext, engine: Engine): void {
    const changed = new vscode.EventEmitter<undefined>();
    let filter = '';
    const packages = async (root: Root): Promise<Node[]> => {
        const { targets } = await engine.targets({ root: root.root, query: filter, limit: most });
        return byPackage(targets).map(([name, own]) => ({ kind: 'package', root: root.root, name, targets: own }));
    };
    const provider: vscode.TreeDataProvider<Node> = {
        onDidChangeTreeData: changed.event,
        getTreeItem: node => treeItem(node, engine, filter !== ''),
        getChildren: async node => {
            if (!node) {
                const only = engine.roots[0];
                return engine.roots.length === 1 && only ? packages(only) : engine.roots.map(r => ({ kind: 'root', root: r.root, name: r.name }));
            }
            if (node.kind === 'root') {
                const root = engine.roots.find(r => r.root === node.root);
                return root ? packages(root) : [];
            }
            return node.kind === 'package' ? node.targets.map(t => ({ kind: 'target', root: node.root, target: t, arguments: { target: t.label } })) : [];
        },
    };
    const view = vscode.window.createTreeView('bazelApple.targets', { treeDataProvider: provider, showCollapseAll: true });
    const redraw = (): void => { changed.fire(undefined); };
    context.subscriptions.push(
        changed, view, engine.onChange(redraw),
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
        const state = open ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
        const item = new vscode.TreeItem(node.name, state);
        item.iconPath = new vscode.ThemeIcon(node.kind === 'root' ? 'root-folder' : 'package');
        return item;
    }
    const { label, kind, platform, ruleClass } = node.target;
    const item = new vscode.TreeItem(label.slice(label.lastIndexOf(':') + 1));
    const active = engine.roots.find(r => r.root === node.root)?.defaults['target'] === label;
    item.id = `${node.root} ${label}`;
    item.description = [ruleClass || kind, active ? 'active' : ''].filter(Boolean).join(' · ');
    item.tooltip = [label, ruleClass, platform].filter(Boolean).join('\n');
    item.iconPath = new vscode.ThemeIcon(active ? 'target' : targetIcon(kind));
    item.contextValue = `target ${kind}`;
    item.command = { command: 'bazelApple.openTarget', title: 'Open', arguments: [node] };
    item.accessibilityInformation = { label: `${label}, ${ruleClass || kind}${active ? ', active target' : ''}` };
    return item;
}

function fileOf(root: string, file: string): vscode.Uri {
    return file.startsWith('/') ? vscode.Uri.file(file) : vscode.Uri.joinPath(vscode.Uri.file(root), file);
}
