// Lenses come from the backend; here only those a person does not want are left out.
import * as vscode from 'vscode';
import type { ProvideCodeLensesSignature } from 'vscode-languageclient/node';

export async function chosenLenses(document: vscode.TextDocument, token: vscode.CancellationToken, next: ProvideCodeLensesSignature): Promise<vscode.CodeLens[]> {
    const settings = vscode.workspace.getConfiguration('bazelApple.codeLens', document);
    if (!settings.get<boolean>('enabled', true)) {
        return [];
    }
    const hidden = settings.get<string[]>('hide', []);
    const lenses = await next(document, token) ?? [];
    // A lens without a command yet tells its action in its data.
    return lenses.filter(lens => {
        const data = (lens as { data?: unknown }).data;
        const title = lens.command?.title ?? (typeof data === 'string' ? data.split(' ')[1] : undefined) ?? '';
        return !hidden.some(action => title.startsWith(action));
    });
}
