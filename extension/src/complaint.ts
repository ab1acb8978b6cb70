// A failed request of the backend as a message with what can be done next.
import { ResponseError } from 'vscode-languageclient/node';
import * as vscode from 'vscode';
import { quiet } from './offer';
import type { ErrorData } from './protocol';
import { summary } from './summary';

const canceled = -32800;

/** complaint tells that something a person asked for failed, or quietly that it was canceled. */
export function complaint(title: string, error: unknown): void {
    const data = error instanceof ResponseError ? error.data as ErrorData | undefined : undefined;
    if (error instanceof vscode.CancellationError || error instanceof ResponseError && error.code === canceled) {
        quiet(`$(circle-slash) ${title}: canceled`);
        return;
    }
    const text = data?.text ?? (error instanceof Error ? error.message : String(error));
    const [action, command] = data?.kind === 'precondition' ? ['Open Doctor', 'bazelApple.doctor'] : ['Show Errors', 'workbench.actions.view.problems'];
    void vscode.window.showErrorMessage(`${title}: ${summary(text)}`, action).then(picked => picked && vscode.commands.executeCommand(command));
}
