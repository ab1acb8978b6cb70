// The log of a run as a read-only document: live, searchable, with links to the files it names.
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import type { Engine } from './engine';
import { links, plain } from './loglinks';
import type { RunList } from './runlist';
import { runTitle } from './runtitle';

const scheme = 'bazel-apple-run';
const page = 2_000;
/** More lines than anybody reads; the rest is in the file the last line names. */
const most = 50_000;

export function registerRunLog(context: vscode.ExtensionContext, engine: Engine, runs: RunList): void {
    const changed = new vscode.EventEmitter<vscode.Uri>();
    const open = new Map<string, vscode.Uri>();
    let pending: NodeJS.Timeout | undefined;
    const refresh = (): void => {
        pending ??= setTimeout(() => {
            pending = undefined;
            for (const uri of open.values()) {
                changed.fire(uri);
            }
        }, 500);
    };
    const selector = { scheme };
    context.subscriptions.push(
        changed,
        vscode.workspace.registerTextDocumentContentProvider(scheme, {
            onDidChange: changed.event,
            provideTextDocumentContent: uri => text(engine, uri.query),
        }),
        vscode.languages.registerDocumentLinkProvider(selector, { provideDocumentLinks: document => documentLinks(document, runs.get(document.uri.query)?.root) }),
        vscode.workspace.onDidOpenTextDocument(document => {
            if (document.uri.scheme === scheme) {
                open.set(document.uri.query, document.uri);
            }
        }),
        vscode.workspace.onDidCloseTextDocument(document => { open.delete(document.uri.query); }),
        engine.onEvent(event => {
            if ((event.kind === 'output' || event.kind === 'run') && event.id !== undefined && open.has(event.id)) {
                refresh();
            }
        }),
        vscode.commands.registerCommand('bazelApple.showRun', async (given?: string | { runId?: string }) => {
            const id = typeof given === 'string' ? given : given?.runId;
            if (id === undefined) {
                await vscode.commands.executeCommand('bazelApple.showRuns');
                return;
            }
            const run = runs.get(id);
            const name = (run ? runTitle(run) : 'Run').replaceAll('/', '∕');
            const uri = vscode.Uri.from({ scheme, path: `/${name}.log`, query: id });
            open.set(id, uri);
            changed.fire(uri);
            const document = await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(uri), 'bazel-apple-log');
            await vscode.window.showTextDocument(document, { preview: true });
        }),
        { dispose: () => { clearTimeout(pending); } },
    );
}

async function text(engine: Engine, id: string): Promise<string> {
    const lines: string[] = [];
    try {
        for (let total = 1; lines.length < Math.min(total, most);) {
            const got = await engine.runLog(id, lines.length, page);
            total = got.total;
            if (got.lines.length === 0) {
                break;
            }
            lines.push(...got.lines);
        }
    } catch (error) {
        lines.push(`The log cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
    return lines.map(plain).join('\n');
}

function documentLinks(document: vscode.TextDocument, root: string | undefined): vscode.DocumentLink[] {
    const out: vscode.DocumentLink[] = [];
    for (let i = 0; i < document.lineCount; i++) {
        for (const { start, end, file, line, column } of links(document.lineAt(i).text)) {
            const path = isAbsolute(file) ? file : root === undefined ? undefined : join(root, file);
            if (path !== undefined) {
                out.push(new vscode.DocumentLink(new vscode.Range(i, start, i, end), vscode.Uri.file(path).with({ fragment: `L${line},${column}` })));
            }
        }
    }
    return out;
}
