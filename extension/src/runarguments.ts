// Arguments and environment of a target's program: asked once, remembered in the workspace, used by Run and Debug.
import * as vscode from 'vscode';
import { box } from './box';
import type { Launch } from './launch';
import type { Memory } from './memory';
import { parse, shown } from './value';

/** askLaunch asks for what a target is started with and remembers it; false when the person gave up. */
export async function askLaunch(memory: Memory, root: string, target: string): Promise<boolean> {
    const old = memory.launch(root, target);
    const frame = { title: `Run Arguments of ${target}`, total: 2, more: false };
    const asked: [keyof Launch, 'list' | 'map', string][] = [
        ['args', 'list', 'Arguments of the program, separated by spaces; nothing for none'],
        ['env', 'map', 'Environment variables as NAME=value, separated by spaces; nothing for none'],
    ];
    const answers: Partial<Record<keyof Launch, unknown>> = {};
    for (let at = 0; at < asked.length;) {
        const [name, kind, prompt] = asked[at] ?? ['args', 'list', ''];
        const step = await box({ ...frame, step: at + 1, prompt }, shown(answers[name] ?? old[name]), text => parse({ kind, name, schema: {}, required: false }, text));
        if (step === 'back') {
            at--;
            continue;
        }
        if (typeof step !== 'object') {
            return false;
        }
        answers[name] = step.value;
        at++;
    }
    await memory.setLaunch(root, target, { args: answers.args as string[] | undefined ?? [], env: answers.env as Record<string, string> | undefined ?? {} });
    void vscode.window.showInformationMessage(`Run and Debug of ${target} use these arguments from now on.`);
    return true;
}
