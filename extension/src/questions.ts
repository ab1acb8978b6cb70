// What a tool is asked for, read from its schema: pure, so that it can be tested without an editor.
import type { Schema, Tool } from './protocol';

export type Kind = 'target' | 'destination' | 'choice' | 'flag' | 'list' | 'map' | 'number' | 'text' | 'file' | 'folder';

/** One step of the input: a parameter, or the parameters that name one destination together. */
export interface Question {
    kind: Kind;
    name: string;
    schema: Schema;
    required: boolean;
    /** Of a destination: the parameter that takes a simulator's id, and the one that takes a device's. */
    simulator?: string;
    device?: string;
}

const destinationFormats = ['simulator', 'device'];

/** kindOf says which input fits a parameter. */
export function kindOf(schema: Schema): Kind {
    if (schema.enum) {
        return 'choice';
    }
    switch (schema.format) {
        case 'bazel-label': return 'target';
        case 'simulator':
        case 'device': return 'destination';
        case 'file': return 'file';
        case 'folder': return 'folder';
        default:
    }
    switch (schema.type) {
        case 'boolean': return 'flag';
        case 'array': return 'list';
        case 'object': return 'map';
        case 'number':
        case 'integer': return 'number';
        default: return 'text';
    }
}

/**
 * questions returns what is asked before the call: everything required, and of a tool whose title ends in "…" also its
 * target and its destination. What presets answer is not asked again. Tools that change the session itself are not asked
 * for a place: there it is one setting among others.
 */
export function questions(tool: Tool, presets: Record<string, unknown>): Question[] {
    const all = parameters(tool).filter(q => !answered(q, presets));
    const places = tool.title.endsWith('…') && tool.workflow !== 'session';
    const asked = all.filter(q => q.required || (places && isPlace(q)));
    return asked.sort((a, b) => Number(isPlace(b)) - Number(isPlace(a)));
}

/** options returns what may be given besides: offered behind a button of the last step, never asked. */
export function options(tool: Tool, presets: Record<string, unknown>): Question[] {
    const asked = new Set(questions(tool, presets).map(q => q.name));
    return parameters(tool).filter(q => !asked.has(q.name) && !answered(q, presets));
}

function isPlace(q: Question): boolean {
    return q.kind === 'target' || q.kind === 'destination';
}

function answered(q: Question, presets: Record<string, unknown>): boolean {
    return [q.name, q.simulator, q.device].some(name => name !== undefined && presets[name] !== undefined);
}

/** parameters lists the parameters of a tool; those of a simulator and a device make one destination. */
export function parameters(tool: Tool): Question[] {
    const required = new Set(tool.inputSchema.required ?? []);
    const out: Question[] = [];
    let destination: Question | undefined;
    for (const [name, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
        const kind = kindOf(schema);
        if (kind !== 'destination' || !destinationFormats.includes(schema.format ?? '')) {
            out.push({ kind, name, schema, required: required.has(name) });
            continue;
        }
        if (!destination) {
            destination = { kind, name, schema, required: false };
            out.push(destination);
        }
        destination.required ||= required.has(name);
        const side = schema.format as 'simulator' | 'device';
        // The id says exactly which one; a name is what people type.
        if (destination[side] === undefined || name.endsWith('Id')) {
            destination[side] = name;
        }
    }
    return out;
}

/** known drops the presets that the tool has no parameter for. */
export function known(tool: Tool, presets: Record<string, unknown>): Record<string, unknown> {
    const properties = tool.inputSchema.properties ?? {};
    return Object.fromEntries(Object.entries(presets).filter(([name, value]) => name in properties && value !== undefined));
}
