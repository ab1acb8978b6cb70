// Offers, once a workspace, to leave the links to Bazel's outputs out of searching and of file watching.
import { join, relative } from 'node:path';
import * as vscode from 'vscode';
import type { Engine } from './engine';
import type { Root } from './protocol';

export function registerExcludes(context: vscode.ExtensionContext, engine: Engine): void {
    const offer = async ({ root, name, outputs }: Root): Promise<void> => {
        const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(root));
        const asked = `excludes ${root}`;
        if (!folder || outputs.length === 0 || context.workspaceState.get<boolean>(asked)) {
            return;
        }
        const paths = outputs.map(link => relative(folder.uri.fsPath, join(root, link)));
        const search = vscode.workspace.getConfiguration('search', folder).get<Record<string, unknown>>('exclude', {});
        if (paths.every(path => path in search)) {
            return;
        }
        await context.workspaceState.update(asked, true);
        const pick = await vscode.window.showInformationMessage(`Leave Bazel’s outputs of ${name} (${outputs.join(', ')}) out of searching and file watching?`, 'Leave Out', 'Not Now');
        if (pick === 'Leave Out') {
            await add('search', 'exclude', paths, folder);
            await add('files', 'watcherExclude', paths.map(path => `**/${path}/**`), folder);
        }
    };
    context.subscriptions.push(engine.onChange(() => {
        for (const root of engine.roots.filter(r => r.trusted)) {
            void offer(root);
        }
    }));
}

/** add puts globs into what the folder's own settings say. */
async function add(section: string, name: string, globs: readonly string[], folder: vscode.WorkspaceFolder): Promise<void> {
    const settings = vscode.workspace.getConfiguration(section, folder);
    const own = settings.inspect<Record<string, unknown>>(name)?.workspaceFolderValue ?? {};
    await settings.update(name, { ...own, ...Object.fromEntries(globs.map(glob => [glob, true])) }, vscode.ConfigurationTarget.WorkspaceFolder);
}
