// The build report: a page on one ended run, with its timeline, slowest actions and tests, cache hits and problems.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Engine } from './engine';
import type { RunReportResult } from './protocol';
import { page } from './reportpage';
import { runTitle } from './runtitle';

/** What a click in the page asks for. */
interface Click { do?: 'log' | 'html' | 'json'; file?: string; line?: number; column?: number }

export class Reports {
    private readonly panels = new Map<string, vscode.WebviewPanel>();

    constructor(private readonly context: vscode.ExtensionContext, private readonly engine: Engine) {}

    /** show opens the report of a run, in front of what is open. */
    async show(runId: string): Promise<void> {
        const known = this.panels.get(runId);
        if (known) {
            known.reveal();
            return;
        }
        let report: RunReportResult;
        try {
            report = await this.engine.runReport(runId);
        } catch (error) {
            void vscode.window.showErrorMessage(`There is no report: ${error instanceof Error ? error.message : String(error)}`);
            return;
        }
        const folder = vscode.Uri.joinPath(this.context.extensionUri, 'extension/dist');
        const panel = vscode.window.createWebviewPanel('bazelApple.report', `Report: ${runTitle(report.run)}`, vscode.ViewColumn.Active, { enableScripts: true, localResourceRoots: [folder] });
        this.panels.set(runId, panel);
        panel.onDidDispose(() => this.panels.delete(runId));
        panel.webview.onDidReceiveMessage((click: Click) => void this.clicked(click, report));
        panel.webview.html = page(report, {
            src: panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, 'report.js')).toString(), source: panel.webview.cspSource, nonce: nonce(),
        });
    }

    private async clicked(click: Click, report: RunReportResult): Promise<void> {
        if (click.file !== undefined) {
            const at = new vscode.Position(Math.max((click.line ?? 1) - 1, 0), Math.max((click.column ?? 1) - 1, 0));
            await vscode.window.showTextDocument(vscode.Uri.file(click.file), { selection: new vscode.Range(at, at) });
        } else if (click.do === 'log') {
            await vscode.commands.executeCommand('bazelApple.showRun', report.run.id);
        } else if (click.do !== undefined) {
            await this.save(click.do, report);
        }
    }

    private async save(form: 'html' | 'json', report: RunReportResult): Promise<void> {
        const file = `${runTitle(report.run).replace(/[^\w.-]+/g, '-')}.${form}`;
        const to = await vscode.window.showSaveDialog({
            title: 'Save Report', defaultUri: vscode.Uri.file(join(report.run.root, file)), filters: form === 'html' ? { HTML: ['html'] } : { JSON: ['json'] },
        });
        if (!to) {
            return;
        }
        const text = form === 'json' ? `${JSON.stringify(report, undefined, 2)}\n`
            : page(report, { inline: await readFile(join(this.context.extensionPath, 'extension/dist/report.js'), 'utf8'), nonce: nonce() });
        await vscode.workspace.fs.writeFile(to, Buffer.from(text));
        if (await vscode.window.showInformationMessage(`Saved ${to.fsPath}`, 'Open') !== undefined) {
            await (form === 'json' ? vscode.commands.executeCommand('vscode.open', to) : vscode.env.openExternal(to));
        }
    }
}

function nonce(): string {
    return randomBytes(16).toString('hex');
}
