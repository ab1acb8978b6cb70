// The message at the end of a call, and what can be done from it.
import * as vscode from 'vscode';
import type { Caller, Request } from './call';
import type { Engine } from './engine';
import type { Answer } from './protocol';
import { summary } from './summary';

const statusTime = 6_000;

/** quiet says something in the status bar, where it disturbs nobody. */
export function quiet(text: string): void {
    vscode.window.setStatusBarMessage(text, statusTime);
}

/** offer shows the result with its actions and does the one that is picked. */
export async function offer(caller: Caller, engine: Engine, channel: vscode.OutputChannel, request: Request, answer: Answer): Promise<void> {
    const actions = new Map<string, () => unknown>();
    const file = answer.files?.[0]?.path ?? answer.images?.find(i => i.path !== undefined)?.path;
    if (file !== undefined) {
        actions.set('Open', () => vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file)));
    }
    if (answer.kind === 'precondition') {
        actions.set('Open Doctor', () => vscode.commands.executeCommand('bazelApple.doctor'));
    } else if (answer.isError) {
        actions.set('Show Errors', () => vscode.commands.executeCommand('workbench.actions.view.problems'));
    }
    actions.set('Show Log', () => {
        if (answer.runId === undefined) {
            channel.show(true);
            return undefined;
        }
        return vscode.commands.executeCommand('bazelApple.showRun', answer.runId);
    });
    const { runId } = answer;
    if (runId !== undefined && !request.reading) {
        actions.set('Show Report', () => vscode.commands.executeCommand('bazelApple.showReport', runId));
    }
    if (answer.isError) {
        actions.set('Retry', () => caller.call(request));
    }
    for (const next of (answer.next ?? []).slice(0, 2)) {
        const tool = await engine.tool(next.tool).catch(() => undefined);
        if (tool && !actions.has(tool.title)) {
            actions.set(tool.title, () => vscode.commands.executeCommand(`bazelApple.tool.${next.tool}`, { root: request.root, arguments: next.arguments ?? {} }));
        }
    }
    const text = summary(answer.text, request.name) || `${request.title}: ${answer.isError ? 'failed' : 'done'}`;
    const show = answer.isError ? vscode.window.showErrorMessage : vscode.window.showInformationMessage;
    const picked = await show(text, ...actions.keys());
    if (picked !== undefined) {
        await actions.get(picked)?.();
    }
}
