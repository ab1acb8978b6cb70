// What a target is started with, put into the calls that start it: pure, so that it can be tested without an editor.
import type { Tool } from './protocol';

/** How a target is started: its arguments and environment. */
export interface Launch { args: string[]; env: Record<string, string> }

/** withLaunch adds what is remembered of the target to a call that starts it, unless the call says it itself. */
export function withLaunch(tool: Tool, args: Record<string, unknown>, launch: (target: string) => Launch): Record<string, unknown> {
    const takes = tool.inputSchema.properties ?? {};
    const target = args['target'];
    if (typeof target !== 'string' || !('target' in takes)) {
        return args;
    }
    const { args: words, env } = launch(target);
    const out = { ...args };
    const add = (names: string[], value: unknown): void => {
        const name = names.find(n => n in takes);
        if (name !== undefined && out[name] === undefined) {
            out[name] = value;
        }
    };
    if (words.length > 0) {
        add(['launchArgs', 'runArgs', 'args'], words);
    }
    if (Object.keys(env).length > 0) {
        add(['launchEnv', 'env'], env);
    }
    return out;
}
