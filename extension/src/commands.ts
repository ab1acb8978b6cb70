// The palette commands of the tools, and the command behind every lens.
import * as vscode from 'vscode';
import { ask } from './ask';
import { trusted, type Caller } from './call';
import type { Debugger } from './debug';
import type { Engine } from './engine';
import { withLaunch } from './launch';
import type { Memory } from './memory';
import type { Answer, LensCall } from './protocol';
import { known } from './questions';
import { pickRoot } from './root';

export const toolPrefix = 'bazelApple.tool.';

/** What a view's item, a message's action or a keybinding may give a tool's command. */
export interface Preset {
    root?: string;
    arguments?: Record<string, unknown>;
    /** Parameters to ask for, instead of those the title promises; "destination" is the simulator or device. */
    ask?: string[];
}

export class Commands {
    /** By tool, as the palette shows them. */
    private readonly titles = new Map<string, string>();

    constructor(private readonly engine: Engine, private readonly caller: Caller, private readonly memory: Memory, private readonly debug: Debugger) {}

    /** register registers a command for each tool the manifest lists. */
    register(context: vscode.ExtensionContext): void {
        const { contributes } = context.extension.packageJSON as { contributes: { commands: { command: string; title: string }[] } };
        for (const { command, title } of contributes.commands) {
            if (command.startsWith(toolPrefix)) {
                const name = command.slice(toolPrefix.length);
                this.titles.set(name, plain(title));
                context.subscriptions.push(vscode.commands.registerCommand(command, (preset?: Preset) => this.run(name, preset)));
            }
        }
        context.subscriptions.push(vscode.commands.registerCommand('bazelApple.lens', (call?: LensCall) =>
            call && this.click(call)));
    }

    /** click does what a lens says: a call, a choice of calls, a copy, or the debugger. */
    private async click(call: LensCall): Promise<unknown> {
        if (call.choices?.length) {
            const pick = await vscode.window.showQuickPick(call.choices.map(choice => ({ label: choice.title ?? choice.tool, choice })), { title: call.title ?? '' });
            return pick && this.click(pick.choice);
        }
        if (call.copy) {
            return vscode.env.clipboard.writeText(call.copy);
        }
        if (call.debug) {
            return this.debug.start(call.root, String(call.arguments['target']));
        }
        return this.run(call.tool, { root: call.root, arguments: call.arguments });
    }

    /** run asks for what is missing and calls the tool. */
    async run(name: string, preset: Preset = {}): Promise<Answer | undefined> {
        if (!await trusted(this.titles.get(name) ?? name)) {
            return undefined;
        }
        const root = preset.root ?? await pickRoot(this.engine);
        const tool = await this.engine.tool(name).catch(() => undefined);
        if (root === undefined) {
            return undefined;
        }
        if (!tool) {
            void vscode.window.showErrorMessage(this.engine.running
                ? `The backend does not have ${name}: it is of another version than this extension.`
                : 'The Bazel Apple backend is not running.', 'Restart').then(pick => pick && vscode.commands.executeCommand('bazelApple.restartServer'));
            return undefined;
        }
        const defaults = this.engine.roots.find(r => r.root === root)?.defaults ?? {};
        const asked = await ask({ engine: this.engine, memory: this.memory, root, tool, defaults }, known(tool, preset.arguments ?? {}), preset.ask);
        if (!asked) {
            return undefined;
        }
        const args = withLaunch(tool, asked, target => this.memory.launch(root, target));
        if (tool.annotations.destructiveHint && !await confirmed(tool.title)) {
            return undefined;
        }
        const title = plain(tool.title);
        // The channel shows what runs as it runs, unless a default says otherwise.
        if (tool.inputSchema.properties?.['streaming'] && args['streaming'] === undefined && defaults['streaming'] === undefined) {
            args['streaming'] = true;
        }
        return this.caller.call({ root, name, title, arguments: args, reading: tool.annotations.readOnlyHint });
    }
}

async function confirmed(title: string): Promise<boolean> {
    const name = plain(title);
    return await vscode.window.showWarningMessage(`${name}?`, { modal: true, detail: 'This cannot be undone.' }, name) !== undefined;
}

/** plain is a title without the dots that announce a question. */
function plain(title: string): string {
    return title.replace(/…$/, '');
}
