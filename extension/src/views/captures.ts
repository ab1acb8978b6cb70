// The Captures & Debug view: recordings, log captures and debugger sessions that are going on, as the backend reports them.
import * as vscode from 'vscode';
import type { Engine } from '../engine';
import { Captures, type Capture } from './capturelist';

interface Node { capture: Capture; root: string; arguments: Record<string, string> }

export function registerCapturesView(context: vscode.ExtensionContext, engine: Engine): void {
    const changed = new vscode.EventEmitter<undefined>();
    const captures = new Captures();
    const provider: vscode.TreeDataProvider<Node> = {
        onDidChangeTreeData: changed.event,
        getTreeItem: ({ capture }) => {
            const item = new vscode.TreeItem(capture.title);
            item.id = `${capture.root} ${capture.id}`;
            item.description = [capture.state, capture.path].filter(Boolean).join(' · ');
            item.iconPath = new vscode.ThemeIcon(capture.kind === 'video' ? 'record' : capture.kind === 'lldb' ? 'debug-alt' : 'output');
            item.contextValue = `capture ${capture.kind}`;
            return item;
        },
        // Each stop command takes the id under the name of its own tool's parameter.
        getChildren: () => captures.all().map(c => ({ capture: c, root: c.root, arguments: { captureId: c.id, recordingId: c.id, sessionId: c.id } })),
    };
    context.subscriptions.push(
        changed, vscode.window.createTreeView('bazelApple.captures', { treeDataProvider: provider }),
        engine.onEvent(event => {
            if (event.kind === 'capture' && captures.heard(event)) {
                changed.fire(undefined);
            }
        }),
        engine.onChange(() => {
            if (!engine.running) {
                captures.clear();
                changed.fire(undefined);
            }
        }),
    );
}
