// The connection to the backend: starting it, its requests and its events.
import * as vscode from 'vscode';
import { LanguageClient, ProgressType, RevealOutputChannelOn, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';
import { chosenLenses } from './lens';
import { locate } from './locate';
import { initialization } from './settings';
import type {
    Answer, CoverageFileResult, CoverageResult, DebugEndedParams, DebugOutcome, DebugParams, DebugResult, DestinationsResult, Event, ProgressValue, Root, RootsResult,
    RunListResult, RunLogResult, RunReportResult, TargetsParams, TargetsResult, TestPlanParams, TestPlanResult, TestsParams, TestsResult, Tool, ToolsCallParams,
    ToolsListResult,
} from './protocol';

export type Report = (value: ProgressValue) => void;

/** $/progress with what the backend adds to LSP's value. */
const progress = new ProgressType<ProgressValue>();

export class Engine implements vscode.Disposable {
    /** Everything the backend reports by itself. */
    readonly onEvent: vscode.Event<Event>;
    /** Fires when the roots, their defaults or the connection changed. */
    readonly onChange: vscode.Event<void>;
    /** Fires with a tool's name when a call of it from this window has ended. */
    readonly onCalled: vscode.Event<string>;
    readonly log: vscode.LogOutputChannel;

    roots: Root[] = [];
    socket: string | undefined;
    program: string | undefined;

    private readonly events = new vscode.EventEmitter<Event>();
    private readonly changes = new vscode.EventEmitter<void>();
    private readonly called = new vscode.EventEmitter<string>();
    private client: LanguageClient | undefined;
    private tools: Promise<Map<string, Tool>> | undefined;
    private turn: Promise<void> = Promise.resolve();
    private lastToken = 0;

    constructor(private readonly context: vscode.ExtensionContext) {
        this.onEvent = this.events.event;
        this.onChange = this.changes.event;
        this.onCalled = this.called.event;
        this.log = vscode.window.createOutputChannel('Bazel Apple Server', { log: true });
    }

    /** restart ends a running backend and starts a new one; restarts follow one another. */
    restart(): Promise<void> {
        this.turn = this.turn.then(() => this.stop()).then(() => this.start()).catch((error: unknown) => {
            this.log.error(String(error));
            void offerLog(this.log, error);
        });
        return this.turn;
    }

    private async start(): Promise<void> {
        const program = locate(this.context);
        if (program === undefined) {
            return;
        }
        this.program = program;
        const server: ServerOptions = { command: program, args: ['lsp'], options: { env: { ...process.env, BAZEL_APPLE_LOG: vscode.workspace.getConfiguration('bazelApple').get('log.level') } } };
        const options: LanguageClientOptions = {
            documentSelector: ['starlark', 'bazelrc'].map(language => ({ scheme: 'file', language })),
            initializationOptions: initialization(),
            middleware: { provideCodeLenses: chosenLenses },
            outputChannel: this.log,
            revealOutputChannelOn: RevealOutputChannelOn.Never,
            markdown: { supportHtml: false },
        };
        const client = new LanguageClient('bazelApple', 'Bazel Apple', server, options);
        client.onNotification('bazelApple/event', (event: Event) => { this.heard(event); });
        await client.start();
        this.client = client;
        await this.refresh();
    }

    private async stop(): Promise<void> {
        const client = this.client;
        this.client = undefined;
        this.tools = undefined;
        this.roots = [];
        this.socket = undefined;
        this.changes.fire();
        if (client) {
            await client.dispose(2_000).catch(() => undefined);
        }
    }

    private heard(event: Event): void {
        this.events.fire(event);
        if (event.kind === 'defaults') {
            void this.refresh();
        }
    }

    /** refresh asks again which roots there are and what their defaults are. */
    async refresh(): Promise<void> {
        const result = await this.request<RootsResult>('bazelApple/roots', {}).catch(() => undefined);
        this.roots = result?.roots ?? [];
        this.socket = result?.socket;
        await vscode.commands.executeCommand('setContext', 'bazelApple.hasWorkspace', this.roots.length > 0);
        this.changes.fire();
    }

    async configure(): Promise<void> {
        await this.client?.sendNotification('workspace/didChangeConfiguration', { settings: initialization() });
    }

    get running(): boolean {
        return this.client !== undefined;
    }

    tool(name: string): Promise<Tool | undefined> {
        this.tools ??= this.request<ToolsListResult>('bazelApple/tools/list', {}).then(
            ({ tools }) => new Map(tools.map(tool => [tool.name, tool])),
            (error: unknown) => {
                this.tools = undefined;
                throw error;
            });
        return this.tools.then(tools => tools.get(name));
    }

    /** call runs a tool; its progress comes to report, the token cancels it. */
    call(params: Omit<ToolsCallParams, 'workDoneToken'>, report: Report, cancel: vscode.CancellationToken): Promise<Answer> {
        return this.reporting<Answer>('bazelApple/tools/call', params, report, cancel).finally(() => { this.called.fire(params.name); });
    }

    private async reporting<Result>(method: string, params: object, report: Report, cancel: vscode.CancellationToken): Promise<Result> {
        const workDoneToken = `call-${++this.lastToken}`;
        const bound = this.client?.onProgress(progress, workDoneToken, report);
        try {
            return await this.request<Result>(method, { ...params, workDoneToken }, cancel);
        } finally {
            bound?.dispose();
        }
    }

    targets(params: TargetsParams, cancel?: vscode.CancellationToken): Promise<TargetsResult> {
        return this.request('bazelApple/targets', params, cancel);
    }

    destinations(root: string, cancel?: vscode.CancellationToken): Promise<DestinationsResult> {
        return this.request('bazelApple/destinations', { root }, cancel);
    }

    /** tests asks for the test targets of a root, for what is inside one, or for those of a source file. */
    tests(params: TestsParams, cancel?: vscode.CancellationToken): Promise<TestsResult> {
        return this.request('bazelApple/tests', params, cancel);
    }

    testPlan(params: TestPlanParams): Promise<TestPlanResult> {
        return this.request('bazelApple/tests/plan', params);
    }

    /** debugPrepare makes a target ready for the debugger; its progress comes to report, the token cancels it. */
    debugPrepare(params: Omit<DebugParams, 'workDoneToken'>, report: Report, cancel: vscode.CancellationToken): Promise<DebugResult> {
        return this.reporting('bazelApple/debug/prepare', params, report, cancel);
    }

    debugEnded(params: DebugEndedParams): Promise<DebugOutcome> {
        return this.request('bazelApple/debug/ended', params);
    }

    coverage(root: string, runId: string): Promise<CoverageResult> {
        return this.request('bazelApple/tests/coverage', { root, runId });
    }

    coverageFile(root: string, runId: string, path: string): Promise<CoverageFileResult> {
        return this.request('bazelApple/tests/coverage/file', { root, runId, path });
    }

    runs(root?: string): Promise<RunListResult> {
        return this.request('bazelApple/run/list', root === undefined ? {} : { root });
    }

    cancelRun(runId: string): Promise<unknown> {
        return this.request('bazelApple/run/cancel', { runId });
    }

    runLog(runId: string, from: number, lines: number): Promise<RunLogResult> {
        return this.request('bazelApple/run/log', { runId, from, lines });
    }

    runReport(runId: string): Promise<RunReportResult> {
        return this.request('bazelApple/run/report', { runId });
    }

    private request<Result>(method: string, params: object, cancel?: vscode.CancellationToken): Promise<Result> {
        if (!this.client) {
            return Promise.reject(new Error('The Bazel Apple backend is not running.'));
        }
        return cancel ? this.client.sendRequest<Result>(method, params, cancel) : this.client.sendRequest<Result>(method, params);
    }

    async dispose(): Promise<void> {
        await this.turn;
        await this.stop();
        this.events.dispose();
        this.changes.dispose();
        this.called.dispose();
        this.log.dispose();
    }
}

async function offerLog(log: vscode.LogOutputChannel, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    const pick = await vscode.window.showErrorMessage(`The Bazel Apple backend did not start: ${reason}`, 'Show Log', 'Try Again');
    if (pick === 'Show Log') {
        log.show();
    } else if (pick === 'Try Again') {
        await vscode.commands.executeCommand('bazelApple.restartServer');
    }
}
