// The runs of the window, kept current by the backend's events; and what a person does with one.
import * as vscode from 'vscode';
import type { Commands } from './commands';
import type { Engine } from './engine';
import type { Run } from './protocol';
import type { Reports } from './report';
import { runTitle } from './runtitle';

export class RunList {
    readonly onChange: vscode.Event<void>;
    private readonly changes = new vscode.EventEmitter<void>();
    private readonly subscriptions: { dispose(): unknown }[];
    private runs = new Map<string, Run>();
    private pending: NodeJS.Timeout | undefined;

    constructor(private readonly engine: Engine) {
        this.onChange = this.changes.event;
        this.subscriptions = [
            this.changes,
            engine.onChange(() => { this.soon(); }),
            engine.onEvent(event => {
                if (event.kind === 'run') {
                    this.heard(event.data as Run);
                }
            }),
        ];
    }

    /** all returns the runs, newest first. */
    all(): Run[] {
        return [...this.runs.values()].sort((a, b) => (b.start ?? '').localeCompare(a.start ?? ''));
    }

    active(): Run[] {
        return this.all().filter(run => run.state !== 'done');
    }

    get(id: string): Run | undefined {
        return this.runs.get(id);
    }

    /** heard takes a run's new state. Its end shows at once. */
    private heard(run: Run): void {
        this.runs.set(run.id, run);
        if (run.state === 'done') {
            this.changes.fire();
        }
        this.soon();
    }

    /** Progress comes many times a second; one question a quarter second is enough for eyes. */
    private soon(): void {
        this.pending ??= setTimeout(() => {
            this.pending = undefined;
            void this.load();
        }, 250);
    }

    private async load(): Promise<void> {
        const found = this.engine.running ? await this.engine.runs().catch(() => undefined) : undefined;
        this.runs = new Map(found?.runs.map(run => [run.id, run]));
        this.changes.fire();
    }

    dispose(): void {
        clearTimeout(this.pending);
        vscode.Disposable.from(...this.subscriptions).dispose();
    }
}

export function runIcon(run: Run): string {
    return run.state === 'running' ? 'sync~spin' : run.state === 'queued' ? 'clock' : (run.exitCode ?? 0) === 0 ? 'pass' : 'error';
}

/** describe says in a few words how a run stands. */
export function describe(run: Run): string {
    if (run.state === 'queued') {
        return run.waiting ? `waiting for ${run.waiting.command}` : 'waiting';
    }
    if (run.state === 'running') {
        const counted = run.total ? `${run.done ?? 0}/${run.total}` : '';
        return [run.phase, counted].filter(Boolean).join(' ') || 'running';
    }
    const seconds = run.start !== undefined && run.end !== undefined ? (Date.parse(run.end) - Date.parse(run.start)) / 1000 : undefined;
    return [run.result ?? ((run.exitCode ?? 0) === 0 ? 'done' : 'failed'), seconds === undefined ? '' : `${seconds.toFixed(1)} s`].filter(Boolean).join(' · ');
}

/** What a command about a run may be given: the run's id, or the item of a view. */
type Which = string | { runId?: string } | undefined;

export function registerRunCommands(context: vscode.ExtensionContext, engine: Engine, runs: RunList, commands: Commands, reports: Reports): void {
    const which = async (given: Which, prompt: string): Promise<Run | undefined> => {
        const id = typeof given === 'string' ? given : given?.runId;
        if (id !== undefined) {
            return runs.get(id);
        }
        const rows = runs.all().map(run => ({ label: `$(${runIcon(run)}) ${runTitle(run)}`, description: describe(run), run }));
        return (await vscode.window.showQuickPick(rows, { title: 'Runs', placeHolder: rows.length > 0 ? prompt : 'Nothing has run yet', matchOnDescription: true }))?.run;
    };
    const cancel = async (given: Which): Promise<void> => {
        const run = await which(given, 'Which run is to be canceled?');
        if (run && run.state !== 'done') {
            await engine.cancelRun(run.id);
        }
    };
    const again = async (given: Which): Promise<void> => {
        const run = await which(given, 'Which run is to be repeated?');
        if (run) {
            await commands.run(run.tool, { root: run.root, arguments: run.target === undefined ? {} : { target: run.target } });
        }
    };
    const report = async (given: Which): Promise<void> => {
        const run = await which(given, 'Whose report is to be shown?');
        if (run) {
            await reports.show(run.id);
        }
    };
    context.subscriptions.push(
        vscode.commands.registerCommand('bazelApple.showReport', report),
        vscode.commands.registerCommand('bazelApple.cancelRun', cancel),
        vscode.commands.registerCommand('bazelApple.runAgain', again),
        vscode.commands.registerCommand('bazelApple.showRuns', async () => {
            const run = await which(undefined, 'Choose a run to see its log, cancel or repeat it');
            if (!run) {
                return;
            }
            const actions = run.state === 'done' ? ['Show Log', 'Show Report', 'Run Again'] : ['Cancel', 'Show Log'];
            const picked = await vscode.window.showQuickPick(actions, { title: runTitle(run) });
            if (picked === 'Cancel') {
                await cancel(run.id);
            } else if (picked === 'Show Report') {
                await reports.show(run.id);
            } else if (picked === 'Run Again') {
                await again(run.id);
            } else if (picked !== undefined) {
                await vscode.commands.executeCommand('bazelApple.showRun', run.id);
            }
        }),
    );
}
