// The status bar: active target, destination, mode, running builds. One item per thing; each opens its picker.
import * as vscode from 'vscode';
import type { Commands } from './commands';
import type { Engine } from './engine';
import { currentRoot } from './root';
import type { RunList } from './runlist';

const setDefaults = 'bazel_ios_set_defaults';

export function registerStatusBar(context: vscode.ExtensionContext, engine: Engine, runs: RunList, commands: Commands): void {
    const item = (id: string, name: string, priority: number, command: string): vscode.StatusBarItem => {
        const made = vscode.window.createStatusBarItem(`bazelApple.${id}`, vscode.StatusBarAlignment.Left, priority);
        made.name = `Bazel Apple: ${name}`;
        made.command = command;
        context.subscriptions.push(made);
        return made;
    };
    const target = item('target', 'Target', 24, 'bazelApple.pickTarget');
    const destination = item('destination', 'Destination', 23, 'bazelApple.pickDestination');
    const mode = item('mode', 'Mode', 22, 'bazelApple.pickMode');
    const running = item('running', 'Runs', 21, 'bazelApple.showRuns');

    let names = new Map<string, string>();
    const draw = (): void => {
        const root = currentRoot(engine);
        const set = root?.defaults ?? {};
        const word = (key: string): string | undefined => typeof set[key] === 'string' && set[key] !== '' ? set[key] : undefined;
        const chosen = word('simulatorName') ?? word('deviceName') ?? named(names, word('simulatorId') ?? word('deviceId')) ?? capital(word('platform'));
        const simulated = root?.simulated === true;

        show(target, root && `$(target) ${word('target') ?? 'Choose Target'}`, `Active target of ${root?.name ?? ''}: what builds, runs and tests use when no target is named`);
        show(destination, chosen ?? (simulated ? 'Simulated' : undefined), simulated
            ? 'Destination. There is no Xcode here: Apple’s tools are simulated, and no app really runs.' : 'Destination: where apps run');
        if (destination.text !== '') {
            destination.text = `${simulated ? '$(beaker) ' : '$(device-mobile) '}${destination.text}${simulated && chosen !== undefined ? ' (simulated)' : ''}`;
        }
        show(mode, word('buildMode') && `$(tools) ${word('buildMode') ?? ''}`, 'Build mode');
        const active = runs.active();
        show(running, active.length > 0 ? `$(sync~spin) ${active.length} running` : undefined, active.map(r => r.title).join('\n'));
    };
    const load = async (): Promise<void> => {
        const root = currentRoot(engine);
        // Ids are shown by name; asking costs a program start, so only when there is an id to name.
        const id = root?.defaults['simulatorId'] ?? root?.defaults['deviceId'];
        if (root && typeof id === 'string' && id !== '' && !names.has(id)) {
            const found = await engine.destinations(root.root).catch(() => undefined);
            names = new Map(found?.destinations.map(d => [d.id, d.name]));
        }
        draw();
    };
    context.subscriptions.push(
        engine.onChange(() => void load()), runs.onChange(draw), vscode.window.onDidChangeActiveTextEditor(draw),
        vscode.commands.registerCommand('bazelApple.pickTarget', () => choose(commands, 'target')),
        vscode.commands.registerCommand('bazelApple.pickDestination', () => choose(commands, 'destination')),
        vscode.commands.registerCommand('bazelApple.pickMode', () => choose(commands, 'buildMode')),
    );
    draw();
}

function choose(commands: Commands, parameter: string): Promise<unknown> {
    return commands.run(setDefaults, { ask: [parameter] });
}

function capital(text: string | undefined): string | undefined {
    return text && text.charAt(0).toUpperCase() + text.slice(1);
}

function named(names: Map<string, string>, id: string | undefined): string | undefined {
    return id === undefined ? undefined : names.get(id) ?? id;
}

function show(item: vscode.StatusBarItem, text: string | undefined, tooltip: string): void {
    item.text = text ?? '';
    item.tooltip = tooltip;
    if (text === undefined) {
        item.hide();
    } else {
        item.show();
    }
}
