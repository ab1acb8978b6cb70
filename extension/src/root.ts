// Which workspace root a command is about: the one rule for every feature.
import * as vscode from 'vscode';
import type { Engine } from './engine';
import type { Root } from './protocol';

/** rootOf returns the innermost root that holds the file. */
export function rootOf(roots: readonly Root[], file: string): Root | undefined {
    return roots.filter(r => file === r.root || file.startsWith(r.root + '/')).sort((a, b) => b.root.length - a.root.length)[0];
}

/** currentRoot is the root of the editor in front, else the only or the first one. */
export function currentRoot(engine: Engine): Root | undefined {
    const document = vscode.window.activeTextEditor?.document;
    const here = document?.uri.scheme === 'file' ? rootOf(engine.roots, document.uri.fsPath) : undefined;
    return here ?? engine.roots[0];
}

/** pickRoot asks only when there are several roots and no editor says which one. */
export async function pickRoot(engine: Engine): Promise<string | undefined> {
    const document = vscode.window.activeTextEditor?.document;
    const here = document?.uri.scheme === 'file' ? rootOf(engine.roots, document.uri.fsPath) : undefined;
    if (here ?? engine.roots.length === 1) {
        return (here ?? engine.roots[0])?.root;
    }
    if (engine.roots.length === 0) {
        void vscode.window.showInformationMessage('No Bazel workspace is open: no folder holds a MODULE.bazel or WORKSPACE file.');
        return undefined;
    }
    const rows = engine.roots.map(r => ({ label: r.name, description: r.root }));
    return (await vscode.window.showQuickPick(rows, { title: 'Bazel Workspace', placeHolder: 'Which workspace?' }))?.description;
}
