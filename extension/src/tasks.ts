// Tasks: builds and tests of the active target in the editor's own task list, with the problems their output tells.
import * as vscode from 'vscode';
import type { Engine } from './engine';
import { rootOf } from './root';

const type = 'bazelApple';

/** A task as tasks.json spells it: a verb of the bazel-apple program, a target and further arguments. */
interface Definition extends vscode.TaskDefinition { command: string; target?: string; args?: string[] }

const matchers = ['$bazel', '$bazel-compiler'];

export function registerTasks(context: vscode.ExtensionContext, engine: Engine): void {
    context.subscriptions.push(vscode.tasks.registerTaskProvider(type, {
        provideTasks: () => engine.roots.filter(r => r.trusted).flatMap(root => {
            const target = root.defaults['target'];
            if (typeof target !== 'string' || target === '') {
                return [];
            }
            return ([['build', vscode.TaskGroup.Build], ['test', vscode.TaskGroup.Test]] as const).flatMap(([command, group]) => {
                const made = task(engine, { type, command, target }, vscode.workspace.getWorkspaceFolder(vscode.Uri.file(root.root)), root.root);
                if (made) {
                    made.group = group;
                }
                return made ?? [];
            });
        }),
        resolveTask: given => {
            const folder = typeof given.scope === 'object' ? given.scope : vscode.workspace.workspaceFolders?.[0];
            const root = folder && (rootOf(engine.roots, folder.uri.fsPath)?.root ?? engine.roots.find(r => r.root.startsWith(folder.uri.fsPath + '/'))?.root);
            return task(engine, given.definition as Definition, folder, root);
        },
    }));
}

function task(engine: Engine, definition: Definition, folder: vscode.WorkspaceFolder | undefined, root: string | undefined): vscode.Task | undefined {
    if (engine.program === undefined || root === undefined) {
        return undefined;
    }
    const { command, target, args = [] } = definition;
    const execution = new vscode.ProcessExecution(engine.program, [command, '--workspace', root, ...args, ...(target === undefined ? [] : [target])], { cwd: root });
    return new vscode.Task(definition, folder ?? vscode.TaskScope.Workspace, [command, target].filter(Boolean).join(' '), 'Bazel Apple', execution, matchers);
}
