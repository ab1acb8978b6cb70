// Offers the backend to the editor's agents: an MCP server that works on this window's engine.
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { Engine } from './engine';

export function registerMcp(context: vscode.ExtensionContext, engine: Engine): void {
    const version = String((context.extension.packageJSON as { version: unknown }).version);
    const changed = new vscode.EventEmitter<void>();
    context.subscriptions.push(changed, engine.onChange(() => { changed.fire(); }), vscode.lm.registerMcpServerDefinitionProvider('bazelApple', {
        onDidChangeMcpServerDefinitions: changed.event,
        provideMcpServerDefinitions: () => {
            if (engine.program === undefined || engine.roots.length === 0 || !vscode.workspace.isTrusted) {
                return [];
            }
            const args = ['mcp', ...(engine.socket === undefined ? [] : ['--attach', engine.socket]), ...workflows()];
            const root = engine.roots[0]?.root;
            const server = new vscode.McpStdioServerDefinition('Bazel Apple', engine.program, args, {}, `${version}-${digest(args)}`);
            if (root !== undefined) {
                server.cwd = vscode.Uri.file(root);
            }
            return [server];
        },
    }));
}

function workflows(): string[] {
    const chosen = vscode.workspace.getConfiguration('bazelApple.agent').get<string[]>('workflows', []);
    return chosen.length > 0 ? ['--workflows', chosen.join(',')] : [];
}

/** The editor keeps tool lists by version: other arguments may offer other tools. */
function digest(args: string[]): string {
    return createHash('sha256').update(args.join('\0')).digest('hex').slice(0, 8);
}
