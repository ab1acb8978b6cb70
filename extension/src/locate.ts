// Finds the backend program and says so when there is none, or when it does not fit.
import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { find, versionProblem } from './binary';

/** locate returns the program's path; undefined after telling the person what is missing. */
export function locate(context: vscode.ExtensionContext): string | undefined {
    const found = find({
        setting: vscode.workspace.getConfiguration('bazelApple').get('server.path', ''),
        extension: context.extensionPath,
        path: process.env['PATH'] ?? '',
    });
    if ('reason' in found) {
        void missing(found.reason, found.looked);
        return undefined;
    }
    // The check runs beside the start: it must not delay it.
    void checkVersion(context, found.program, found.origin);
    return found.program;
}

async function missing(reason: string, looked: string[]): Promise<void> {
    const places = looked.length > 1 ? ` Looked in: ${looked.slice(0, 8).join(', ')}${looked.length > 8 ? ', …' : ''}.` : '';
    const pick = await vscode.window.showErrorMessage(reason + places, 'Set Path…');
    if (pick !== undefined) {
        await setPath();
    }
}

/** setPath asks for the program and stores it in the user's settings. */
export async function setPath(): Promise<void> {
    const picked = await vscode.window.showOpenDialog({ title: 'The bazel-apple program', openLabel: 'Use', canSelectMany: false });
    const file = picked?.[0];
    if (file) {
        await vscode.workspace.getConfiguration('bazelApple').update('server.path', file.fsPath, vscode.ConfigurationTarget.Global);
    }
}

async function checkVersion(context: vscode.ExtensionContext, program: string, origin: string): Promise<void> {
    const printed = await new Promise<string>(resolve => {
        execFile(program, ['version'], { timeout: 5_000 }, (error, stdout) => { resolve(error ? '' : stdout); });
    });
    const own = String((context.extension.packageJSON as { version: unknown }).version);
    const problem = versionProblem(own, printed);
    if (problem !== undefined) {
        const pick = await vscode.window.showWarningMessage(
            `The backend ${program} (from ${origin}) does not fit: ${problem}. Some commands may fail.`, 'Set Path…');
        if (pick !== undefined) {
            await setPath();
        }
    }
}
