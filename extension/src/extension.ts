// Activation: puts the parts together. Everything that is decided about Bazel is decided by the backend.
import * as vscode from 'vscode';
import { Caller } from './call';
import { Commands } from './commands';
import { Debugger } from './debug';
import { registerDoctor } from './doctor';
import { Engine } from './engine';
import { registerExcludes } from './excludes';
import { setPath } from './locate';
import { registerMcp } from './mcp';
import { Memory } from './memory';
import { Reports } from './report';
import { registerRunCommands, RunList } from './runlist';
import { registerRunLog } from './runlog';
import { registerStatusBar } from './statusbar';
import { registerTasks } from './tasks';
import { registerTesting } from './testing';
import { registerCapturesView } from './views/captures';
import { registerDestinationsView } from './views/destinations';
import { registerRunsView } from './views/runs';
import { registerTargetsView } from './views/targets';

export function activate(context: vscode.ExtensionContext): void {
    const channel = vscode.window.createOutputChannel('Bazel Apple');
    const engine = new Engine(context);
    const runs = new RunList(engine);
    const memory = new Memory(context.workspaceState);
    const debug = new Debugger(engine, memory);
    const commands = new Commands(engine, new Caller(engine, channel), memory, debug);
    context.subscriptions.push(channel, runs, engine);

    commands.register(context);
    debug.register(context);
    registerRunCommands(context, engine, runs, commands, new Reports(context, engine));
    registerStatusBar(context, engine, runs, commands);
    registerMcp(context, engine);
    registerRunLog(context, engine, runs);
    registerDoctor(context, engine);
    registerTasks(context, engine);
    registerExcludes(context, engine);
    registerTesting(context, engine, debug);
    registerTargetsView(context, engine);
    registerDestinationsView(context, engine);
    registerRunsView(context, runs);
    registerCapturesView(context, engine);
    context.subscriptions.push(
        vscode.commands.registerCommand('bazelApple.showOutput', () => { channel.show(); }),
        vscode.commands.registerCommand('bazelApple.showServerLog', () => { engine.log.show(); }),
        vscode.commands.registerCommand('bazelApple.restartServer', () => engine.restart()),
        vscode.commands.registerCommand('bazelApple.setServerPath', setPath),
        vscode.workspace.onDidGrantWorkspaceTrust(() => void engine.restart()),
        vscode.workspace.onDidChangeWorkspaceFolders(() => void engine.refresh()),
        vscode.workspace.onDidChangeConfiguration(change => {
            if (['server.path', 'log.level', 'agent'].some(name => change.affectsConfiguration(`bazelApple.${name}`))) {
                void engine.restart();
            } else if (change.affectsConfiguration('bazelApple')) {
                void engine.configure();
            }
        }),
    );
    // Not awaited: the editor must not wait for a program to start.
    void engine.restart();
}
