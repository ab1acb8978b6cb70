// The Doctor page: what the backend found of each program it needs, and the one step that mends what is missing.
import * as vscode from 'vscode';
import type { Engine } from './engine';
import { page, type Health } from './doctorpage';
import { pickRoot } from './root';

const health = 'bazel_ios_health';

export function registerDoctor(context: vscode.ExtensionContext, engine: Engine): void {
    let panel: vscode.WebviewPanel | undefined;
    const look = async (shown: vscode.WebviewPanel, root: string): Promise<void> => {
        shown.webview.html = page(undefined, undefined);
        const source = new vscode.CancellationTokenSource();
        const closed = shown.onDidDispose(() => { source.cancel(); });
        try {
            const answer = await engine.call({ root, name: health, arguments: {} }, () => undefined, source.token);
            shown.webview.html = page(answer.data as Health | undefined, answer.text);
        } catch (error) {
            if (!source.token.isCancellationRequested) {
                shown.webview.html = page(undefined, error instanceof Error ? error.message : String(error));
            }
        } finally {
            closed.dispose();
            source.dispose();
        }
    };
    context.subscriptions.push(vscode.commands.registerCommand('bazelApple.doctor', async () => {
        const root = await pickRoot(engine);
        if (root === undefined) {
            return;
        }
        if (!panel) {
            panel = vscode.window.createWebviewPanel('bazelApple.doctor', 'Bazel Apple Doctor', vscode.ViewColumn.Active, { enableScripts: false, enableCommandUris: ['bazelApple.doctor', 'bazelApple.setServerPath', 'workbench.action.openSettings', 'bazelApple.showServerLog'] });
            panel.onDidDispose(() => { panel = undefined; });
        }
        panel.reveal();
        await look(panel, root);
    }));
}
