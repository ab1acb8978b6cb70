// Tasks: builds and tests of the active target in the editor's own task list, with the problems their output tells.
import * as vscode from 'vscode';
import type { Engine } from './engine';
import type { Root } from './protocol';
import { rootOf } from './root';

const type = 'bazelApple';

/** A task as tasks.json spells it: a verb of the bazel-apple program, a target and further arguments. */
interface Definition extends vscode.TaskDefinition { command: string; target?: string; args?: string[] }

const matchers = ['$bazel', '$bazel-compiler'];

export function registerTasks(context: vscode.ExtensionContext, engine: Engine): void {
    context.subscriptions.push(vscode.tasks.registerTaskProvider(type, {
        provideTasks: async () => (await Promise.all(engine.roots.filter(r => r.trusted).map(root => provided(engine, root)))).flat(),
        resolveTask: given => {
            const folder = typeof given.scope === 'object' ? given.scope : vscode.workspace.workspaceFolders?.[0];
            const root = folder && (rootOf(engine.roots, folder.uri.fsPath)?.root ?? engine.roots.find(r => r.root.startsWith(folder.uri.fsPath + '/'))?.root);
            return task(engine, given.definition as Definition, folder, root);
        },
    }));
}

/** provided are the tasks of a root's active target: to build it, and to test it if it is a test. */
async function provided(engine: Engine, root: Root): Promise<vscode.Task[]> {
    const target = root.defaults['target'];
    if (typeof target !== 'string' || target === '') {
        return [];
    }
    const tests = await engine.targets({ root: root.root, query: target, kind: 'test', limit: 50 }).catch(() => undefined);
    const verbs: [string, vscode.TaskGroup][] = [['build', vscode.TaskGroup.Build]];
    if (tests?.targets.some(t => t.label === target)) {
        verbs.push(['test', vscode.TaskGroup.Test]);
    }
    return verbs.flatMap(([command, group]) => {
        const made = task(engine, { type, command, target }, vscode.workspace.getWorkspaceFolder(vscode.Uri.file(root.root)), root.root);
        if (made) {
            made.group = group;
        }
        return made ?? [];
    });
}

function task(engine: Engine, definition: Definition, folder: vscode.WorkspaceFolder | undefined, root: string | undefined): vscode.Task | undefined {
    if (engine.program === undefined || root === undefined) {
        return undefined;
    }
    const { command, target, args = [] } = definition;
    const execution = new vscode.ProcessExecution(engine.program, [command, '--workspace', root, ...args, ...(target === undefined ? [] : [target])], { cwd: root });
    return new vscode.Task(definition, folder ?? vscode.TaskScope.Workspace, [command, target].filter(Boolean).join(' '), 'Bazel Apple', execution, matchers);
}
