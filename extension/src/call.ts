// Runs one tool for a person: progress that can be canceled, output in the channel, the result as a short message.
import { ResponseError } from 'vscode-languageclient/node';
import * as vscode from 'vscode';
import { offer, quiet } from './offer';
import type { Engine } from './engine';
import type { Answer, ProgressValue } from './protocol';
import { summary } from './summary';

export interface Request {
    root: string;
    name: string;
    title: string;
    arguments: Record<string, unknown>;
    /** The answer is what the person asked for, so that all of it is shown. */
    reading: boolean;
}

/** After this many milliseconds a call gets a progress notification; before, it would only flash. */
const patience = 400;
/** A call that took longer has its end announced in a message; a shorter one in the status bar. */
const long = 1_000;

const canceled = -32800;
const invalid = -32602;

export class Caller {
    constructor(private readonly engine: Engine, private readonly channel: vscode.OutputChannel) {}

    /** call returns the answer; undefined when it was canceled or refused, which the person has been told. */
    async call(request: Request): Promise<Answer | undefined> {
        if (!await trusted(request.title)) {
            return undefined;
        }
        const started = Date.now();
        const source = new vscode.CancellationTokenSource();
        let show: ((value: ProgressValue) => void) | undefined;
        this.channel.appendLine(`\n▶ ${request.title} ${target(request)}`.trimEnd());
        const answer = this.engine.call(request, value => {
            if (value.output === true) {
                this.channel.append(value.message ?? '');
            }
            show?.(value);
        }, source.token);
        try {
            if (!await settled(answer, patience)) {
                await vscode.window.withProgress(
                    { location: vscode.ProgressLocation.Notification, cancellable: true, title: `${request.title} ${target(request)}`.trim() },
                    async (progress, token) => {
                        token.onCancellationRequested(() => { source.cancel(); });
                        show = reporter(progress);
                        await settled(answer);
                    });
            }
            return this.finish(request, await answer, Date.now() - started);
        } catch (error) {
            this.failed(request, error);
            return undefined;
        } finally {
            source.dispose();
        }
    }

    private finish(request: Request, answer: Answer, took: number): Answer {
        this.channel.appendLine(answer.text);
        if (request.reading && !answer.isError && answer.text.trim().includes('\n')) {
            this.channel.show(true);
            quiet(summary(answer.text));
            return answer;
        }
        const loud = answer.isError || took > long || request.reading || (answer.files?.length ?? 0) > 0;
        if (loud) {
            void offer(this, this.engine, this.channel, request, answer);
        } else {
            quiet(summary(answer.text, request.name) || `${request.title}: done`);
        }
        return answer;
    }

    private failed(request: Request, error: unknown): void {
        const code = error instanceof ResponseError ? error.code : 0;
        const reason = error instanceof Error ? error.message : String(error);
        if (code === canceled || error instanceof vscode.CancellationError) {
            this.channel.appendLine('Canceled.');
            quiet(`$(circle-slash) ${request.title}: canceled`);
            return;
        }
        this.channel.appendLine(reason);
        const again = code === invalid ? 'Change…' : 'Retry';
        void vscode.window.showErrorMessage(`${request.title}: ${summary(reason, request.name)}`, again, 'Show Log').then(picked => {
            if (picked === 'Show Log') {
                this.channel.show(true);
            } else if (picked === 'Retry') {
                void this.call(request);
            } else if (picked !== undefined) {
                void vscode.commands.executeCommand(`bazelApple.tool.${request.name}`);
            }
        });
    }
}

function target(request: Request): string {
    const value = request.arguments['target'];
    return typeof value === 'string' ? value : '';
}

/** reporter shows messages as they come and turns percentages into the increments the editor wants. */
function reporter(progress: vscode.Progress<{ message?: string; increment?: number }>): (value: ProgressValue) => void {
    let reached = 0;
    return value => {
        const percentage = value.percentage ?? reached;
        const increment = Math.max(percentage - reached, 0);
        reached = Math.max(reached, percentage);
        if (value.message !== undefined) {
            progress.report({ message: lastLine(value.message).slice(0, 120), increment });
        } else if (increment > 0) {
            progress.report({ increment });
        }
    };
}

function lastLine(text: string): string {
    return text.trimEnd().split('\n').at(-1) ?? '';
}

/** settled waits for the promise to end either way, at most the given time; says whether it did. */
async function settled(promise: Promise<unknown>, milliseconds?: number): Promise<boolean> {
    const end = promise.then(() => true, () => true);
    if (milliseconds === undefined) {
        return end;
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>(resolve => { timer = setTimeout(() => { resolve(false); }, milliseconds); });
    return Promise.race([end, late]).finally(() => { clearTimeout(timer); });
}

/** trusted says whether programs may run in this window; if not, the person is told. */
export async function trusted(title: string): Promise<boolean> {
    if (!vscode.workspace.isTrusted) {
        const pick = await vscode.window.showWarningMessage(`${title}: nothing runs in a folder that is not trusted.`, 'Manage Trust');
        if (pick !== undefined) {
            await vscode.commands.executeCommand('workbench.trust.manage');
        }
    }
    return vscode.workspace.isTrusted;
}
