// The debugger of type bazelApple: the backend builds, starts and says what lldb-dap is asked; here are its sessions.
import * as vscode from 'vscode';
import { trusted } from './call';
import type { Preset } from './commands';
import { complaint } from './complaint';
import type { Engine } from './engine';
import type { Memory } from './memory';
import { quiet } from './offer';
import { pick } from './pick';
import type { DebugOutcome, DebugResult, Run } from './protocol';
import { currentRoot, pickRoot, rootOf } from './root';
import { targetRows } from './rows';
import { askLaunch } from './runarguments';

const type = 'bazelApple';

/** What a configuration of ours holds beside the editor's own members. */
interface Wanted {
    target?: string;
    destination?: string;
    args?: string[];
    env?: Record<string, string>;
    testFilter?: string;
    stopOnEntry?: boolean;
    /** Number of a start that waits for its outcome. */
    start?: number;
}

/** What a configuration holds once the backend has prepared it. */
interface Prepared { root: string; target: string; result: DebugResult; start: number | undefined }

export class Debugger implements vscode.DebugConfigurationProvider, vscode.DebugAdapterDescriptorFactory, vscode.DebugAdapterTrackerFactory {
    private readonly exits = new Map<string, number>();
    private readonly waiting = new Map<number, (outcome: DebugOutcome | undefined) => void>();
    private readonly active = new Map<string, vscode.DebugSession>();
    private last = 0;

    constructor(private readonly engine: Engine, private readonly memory: Memory) {}

    register(context: vscode.ExtensionContext): void {
        const dynamic: vscode.DebugConfigurationProvider = { provideDebugConfigurations: folder => this.offered(folder) };
        context.subscriptions.push(
            vscode.debug.registerDebugConfigurationProvider(type, this),
            vscode.debug.registerDebugConfigurationProvider(type, dynamic, vscode.DebugConfigurationProviderTriggerKind.Dynamic),
            vscode.debug.registerDebugAdapterDescriptorFactory(type, this),
            vscode.debug.registerDebugAdapterTrackerFactory(type, this),
            vscode.debug.onDidStartDebugSession(session => {
                if (session.type === type) {
                    this.active.set(session.id, session);
                }
            }),
            vscode.debug.onDidTerminateDebugSession(session => void this.ended(session)),
            this.engine.onEvent(event => {
                if (event.kind === 'run') {
                    this.heard(event.data as Run);
                }
            }),
            vscode.commands.registerCommand('bazelApple.debug', async (item?: Preset) => {
                const chosen = await this.choose('Debug', item);
                return chosen && this.start(chosen.root, chosen.target);
            }),
            vscode.commands.registerCommand('bazelApple.setRunArguments', async (item?: Preset) => {
                const chosen = await this.choose('Set Run Arguments', item);
                return chosen && askLaunch(this.memory, chosen.root, chosen.target);
            }),
        );
    }

    /** start debugs a target; the promise ends with the session, undefined when there was none. */
    async start(root: string, target: string, wanted: Wanted = {}, options: vscode.DebugSessionOptions = {}): Promise<DebugOutcome | undefined> {
        const start = ++this.last;
        const outcome = new Promise<DebugOutcome | undefined>(resolve => { this.waiting.set(start, resolve); });
        const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(root));
        if (!await vscode.debug.startDebugging(folder, { ...configuration(target), ...wanted, root, start }, options)) {
            this.tell(start, undefined);
        }
        return outcome;
    }

    /** choose is the target of a view's item, else the one a person picks. */
    private async choose(title: string, item: Preset = {}): Promise<{ root: string; target: string } | undefined> {
        const root = await trusted(title) ? item.root ?? await pickRoot(this.engine) : undefined;
        if (root === undefined) {
            return undefined;
        }
        const given = item.arguments?.['target'];
        const target = typeof given === 'string' ? given : await this.target(root, title);
        return target === undefined ? undefined : { root, target };
    }

    private async target(root: string, title: string): Promise<string | undefined> {
        const preset = this.preset(root);
        const step = await pick({ title, step: 1, total: 1, prompt: 'App, test or program', more: false }, {
            rows: (typed, cancel) => targetRows(this.engine, root, typed, this.memory.recent(root, 'debug'), preset, cancel),
            own: typed => ({ label: typed, description: 'as typed', iconPath: new vscode.ThemeIcon('edit'), alwaysShow: true, value: typed }),
        });
        return typeof step === 'object' && typeof step.value === 'string' ? step.value : undefined;
    }

    private preset(root: string): string | undefined {
        const target = this.engine.roots.find(r => r.root === root)?.defaults['target'];
        return typeof target === 'string' && target !== '' ? target : undefined;
    }

    private root(folder: vscode.WorkspaceFolder | undefined): string | undefined {
        const inside = folder && this.engine.roots.find(r => r.root.startsWith(`${folder.uri.fsPath}/`));
        return (folder && rootOf(this.engine.roots, folder.uri.fsPath))?.root ?? inside?.root ?? currentRoot(this.engine)?.root;
    }

    /** offered are the configurations for a person without a launch.json: the active target, and what was debugged last. */
    private offered(folder: vscode.WorkspaceFolder | undefined): vscode.DebugConfiguration[] {
        const root = this.root(folder);
        if (root === undefined) {
            return [];
        }
        const preset = this.preset(root);
        return [...new Set([...(preset === undefined ? [] : [preset]), ...this.memory.recent(root, 'debug')])].map(configuration);
    }

    provideDebugConfigurations(folder: vscode.WorkspaceFolder | undefined): vscode.DebugConfiguration[] {
        const [first] = this.offered(folder);
        return [first ?? configuration('//app:app')];
    }

    /** F5 without any configuration gives one without members: then it is the active target. */
    resolveDebugConfiguration(_folder: vscode.WorkspaceFolder | undefined, config: vscode.DebugConfiguration): vscode.DebugConfiguration {
        return config.type ? config : { ...config, type, request: 'launch', name: 'Debug' };
    }

    async resolveDebugConfigurationWithSubstitutedVariables(
        folder: vscode.WorkspaceFolder | undefined, config: vscode.DebugConfiguration & Wanted & { root?: string }, cancel?: vscode.CancellationToken,
    ): Promise<vscode.DebugConfiguration | undefined> {
        const root = config.root ?? this.root(folder);
        if (!await trusted('Debug') || root === undefined) {
            this.tell(config.start, undefined);
            return undefined;
        }
        const target = config.target ?? this.preset(root) ?? await this.target(root, 'Debug');
        if (target === undefined) {
            return undefined;
        }
        await this.memory.remember(root, 'debug', target);
        const { destination, testFilter, stopOnEntry } = config;
        const launch = this.memory.launch(root, target);
        const wanted = { root, target, args: config.args ?? launch.args, env: { ...launch.env, ...config.env } };
        const result = await this.prepare({
            ...wanted, ...(destination === undefined ? {} : { destination }), ...(testFilter === undefined ? {} : { testFilter }), ...(stopOnEntry === undefined ? {} : { stopOnEntry }),
        }, cancel);
        if (!result) {
            return undefined;
        }
        const name = [`Debug ${target}`, result.where].filter(Boolean).join(' on ');
        const prepared: Prepared = { root, target, result, start: config.start };
        return { ...config, name: config.start === undefined ? config.name : name, ...result.arguments, type, request: result.request, prepared };
    }

    private async prepare(wanted: { root: string; target: string }, given?: vscode.CancellationToken): Promise<DebugResult | undefined> {
        try {
            return await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, cancellable: true, title: `Debug ${wanted.target}` }, async (progress, token) => {
                const source = new vscode.CancellationTokenSource();
                token.onCancellationRequested(() => { source.cancel(); });
                given?.onCancellationRequested(() => { source.cancel(); });
                const result = await this.engine.debugPrepare(wanted, value => {
                    if (value.message !== undefined && value.output !== true) {
                        progress.report({ message: value.message.slice(0, 120) });
                    }
                }, source.token);
                for (const warning of result.warnings ?? []) {
                    quiet(`$(warning) ${warning}`);
                }
                return result;
            });
        } catch (error) {
            complaint('Debug', error);
            return undefined;
        }
    }

    createDebugAdapterDescriptor(session: vscode.DebugSession): vscode.DebugAdapterDescriptor | undefined {
        const [program, ...args] = prepared(session)?.result.command ?? [];
        return program === undefined ? undefined : new vscode.DebugAdapterExecutable(program, args);
    }

    createDebugAdapterTracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
        return {
            onDidSendMessage: (message: { type?: string; event?: string; body?: { exitCode?: number } }) => {
                if (message.event === 'exited' && message.body?.exitCode !== undefined) {
                    this.exits.set(session.id, message.body.exitCode);
                }
            },
        };
    }

    private async ended(session: vscode.DebugSession): Promise<void> {
        const { root, result, start } = prepared(session) ?? {};
        const exitCode = this.exits.get(session.id);
        this.exits.delete(session.id);
        this.active.delete(session.id);
        if (!result || root === undefined) {
            return;
        }
        const outcome = await this.engine.debugEnded({ root, id: result.id, ...(exitCode === undefined ? {} : { exitCode }) }).catch(() => undefined);
        if (outcome) {
            quiet(`${outcome.passed ? '$(pass)' : '$(circle-slash)'} ${outcome.text}`);
        }
        this.tell(start, outcome);
    }

    private tell(start: number | undefined, outcome: DebugOutcome | undefined): void {
        if (start !== undefined) {
            this.waiting.get(start)?.(outcome);
            this.waiting.delete(start);
        }
    }

    /** heard ends a session that waits for the process of a run which is over. */
    private heard(run: Run): void {
        for (const session of this.active.values()) {
            if (run.state === 'done' && prepared(session)?.result.runId === run.id) {
                void vscode.debug.stopDebugging(session);
            }
        }
    }
}

function configuration(target: string): vscode.DebugConfiguration {
    return { type, request: 'launch', name: `Debug ${target}`, target };
}

function prepared(session: vscode.DebugSession): Prepared | undefined {
    return session.configuration['prepared'] as Prepared | undefined;
}
