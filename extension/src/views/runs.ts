// The Runs view: what runs now and the last that ran, each with its log, cancel and again.
import * as vscode from 'vscode';
import type { Run } from '../protocol';
import { describe, runIcon, type RunList } from '../runlist';
import { runTitle } from '../runtitle';

interface Node { run: Run; runId: string }

const colors: Record<string, string> = { pass: 'testing.iconPassed', error: 'testing.iconFailed' };

export function registerRunsView(context: vscode.ExtensionContext, runs: RunList): void {
    const changed = new vscode.EventEmitter<undefined>();
    const provider: vscode.TreeDataProvider<Node> = {
        onDidChangeTreeData: changed.event,
        getTreeItem: ({ run }) => {
            const item = new vscode.TreeItem(runTitle(run));
            const icon = runIcon(run);
            const color = colors[icon];
            item.id = run.id;
            item.description = describe(run);
            item.tooltip = run.argv?.join(' ') ?? run.title;
            item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
            item.contextValue = run.state === 'done' ? 'run done' : 'run active';
            item.command = { command: 'bazelApple.showRun', title: 'Show Log', arguments: [run.id] };
            item.accessibilityInformation = { label: `${runTitle(run)}, ${describe(run)}` };
            return item;
        },
        getChildren: () => runs.all().map(run => ({ run, runId: run.id })),
    };
    const view = vscode.window.createTreeView('bazelApple.runs', { treeDataProvider: provider });
    context.subscriptions.push(changed, view, runs.onChange(() => {
        changed.fire(undefined);
        const active = runs.active().length;
        view.badge = active > 0 ? { value: active, tooltip: `${active} running` } : undefined;
    }));
}
