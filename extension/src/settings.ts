// What the backend is told of the editor's settings.
import * as vscode from 'vscode';
import type { AgentPolicy, InitializationOptions } from './protocol';

/** initialization is sent at the start and again when settings change. */
export function initialization(): InitializationOptions {
    const bazel = vscode.workspace.getConfiguration('bazelApple.bazel');
    const path = bazel.get<string>('path', '');
    const lldbDap = vscode.workspace.getConfiguration('bazelApple.debug').get<string>('lldbDap', '');
    const buildifier = vscode.workspace.getConfiguration('bazelApple').get<string>('buildifier.path', '');
    const startupArgs = bazel.get<string[]>('startupArgs', []);
    return {
        trusted: vscode.workspace.isTrusted,
        // The names of .bazel-apple/config.yaml; what is not set leaves the lower layers alone.
        settings: {
            ...(path === '' ? {} : { bazelPath: path }),
            ...(lldbDap === '' ? {} : { lldbDap }),
            ...(buildifier === '' ? {} : { buildifierPath: buildifier }),
            ...(startupArgs.length === 0 ? {} : { startupArgs }),
            ...(vscode.workspace.getConfiguration('bazelApple').get('simulated') === 'never' ? { simulated: 'never' } : {}),
        },
        agents: agents(),
    };
}

function agents(): AgentPolicy {
    const agent = vscode.workspace.getConfiguration('bazelApple.agent');
    const workflows = agent.get<string[]>('workflows', []);
    return { forbidDestructive: !agent.get<boolean>('allowDestructive', true), ...(workflows.length > 0 ? { workflows } : {}) };
}
