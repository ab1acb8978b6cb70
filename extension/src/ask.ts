// Asks for a tool's arguments in one input of several steps, with a way back.
import * as vscode from 'vscode';
import { box } from './box';
import type { Engine } from './engine';
import type { Memory } from './memory';
import { ordered } from './order';
import { pick, type Row, type Step, type StepFrame } from './pick';
import type { Tool } from './protocol';
import { options, parameters, questions, type Question } from './questions';
import { destinationRows, targetRows, type Place } from './rows';
import { parse, shown } from './value';

export interface Asking {
    engine: Engine;
    memory: Memory;
    root: string;
    tool: Tool;
    /** Session defaults by parameter name. */
    defaults: Record<string, unknown>;
}

/** ask returns the arguments of the call, or undefined when the person gave up. */
export async function ask(asking: Asking, presets: Record<string, unknown>, only?: string[]): Promise<Record<string, unknown> | undefined> {
    const named = only && parameters(asking.tool).filter(q => only.includes(q.name) || only.includes(q.kind));
    const steps = named ?? questions(asking.tool, presets);
    const further = named ? [] : options(asking.tool, presets);
    // A tool that is told to ask and needs nothing in particular: the person says what to give.
    if (steps.length === 0 && asking.tool.title.endsWith('…') && Object.keys(presets).length === 0) {
        const chosen = await choose(asking, further, 1);
        if (!Array.isArray(chosen)) {
            return undefined;
        }
        steps.push(...chosen);
        further.length = 0;
    }
    const answers: unknown[] = [];
    let at = 0;
    while (at < steps.length) {
        const question = steps[at];
        if (!question) {
            break;
        }
        const frame: StepFrame = {
            title: asking.tool.title.replace(/…$/, ''), step: at + 1, total: steps.length,
            prompt: question.schema.description ?? question.name, more: further.length > 0,
        };
        const step = await one(asking, question, frame, answers[at]);
        if (step === undefined) {
            return undefined;
        }
        if (step === 'back') {
            at--;
        } else if (step === 'more') {
            const chosen = await choose(asking, further, steps.length + 1);
            if (chosen === undefined) {
                return undefined;
            }
            if (chosen !== 'back') {
                steps.push(...chosen);
                further.splice(0, further.length, ...further.filter(q => !chosen.includes(q)));
            }
        } else {
            answers[at++] = step.value;
        }
    }
    return collect(asking, steps, answers, presets);
}

async function choose({ tool }: Asking, from: Question[], step: number): Promise<Question[] | 'back' | undefined> {
    const rows: Row[] = from.map(q => ({ label: words(q.name), detail: q.schema.description ?? '', value: q }));
    const frame = { title: tool.title.replace(/…$/, ''), step, total: step, prompt: 'Choose what to set; without a choice the defaults are used', more: false };
    const chosen = await pick(frame, { rows: () => Promise.resolve({ rows, live: false }), many: true });
    return chosen === undefined ? undefined : typeof chosen === 'string' ? 'back' : chosen.value as Question[];
}

function words(name: string): string {
    const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
    return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function one(asking: Asking, question: Question, frame: StepFrame, before: unknown): Promise<Step> {
    const { engine, memory, root, defaults } = asking;
    const recent = memory.recent(root, topic(asking.tool, question));
    const preset = before ?? defaults[question.name] ?? question.schema.default;
    switch (question.kind) {
        case 'target':
            return pick(frame, {
                rows: (typed, cancel) => targetRows(engine, root, typed, recent, preset === undefined ? undefined : shown(preset), cancel),
                own: typed => ({ label: typed, description: 'as typed', iconPath: new vscode.ThemeIcon('edit'), alwaysShow: true, value: typed }),
            });
        case 'destination':
            return pick(frame, { rows: (_, cancel) => destinationRows(engine, root, question, recent, cancel) });
        case 'choice':
            return pick(frame, choices((question.schema.enum ?? []).map(String), recent, preset));
        case 'flag':
            return pick(frame, {
                rows: () => Promise.resolve({
                    live: false, rows: [{ label: 'Yes', value: true }, { label: 'No', value: false }].sort((a, b) => Number(b.value === preset) - Number(a.value === preset)),
                }),
            });
        case 'file':
        case 'folder':
            return path(question, frame, preset ?? recent[0]);
        default:
            return box(frame, shown(preset ?? recent[0]), text => parse(question, text));
    }
}

function choices(values: string[], recent: string[], preset: unknown): Parameters<typeof pick>[1] {
    const chosen = preset === undefined ? undefined : shown(preset);
    const rows = ordered(values, v => v, recent, chosen).map(v => ({ label: v, description: v === chosen ? 'default' : '', value: v }));
    return { rows: () => Promise.resolve({ rows, live: false }) };
}

/** path asks for a file or folder: a dialog, or a path typed. */
async function path(question: Question, frame: StepFrame, preset: unknown): Promise<Step> {
    const typed = shown(preset);
    const rows: Row[] = [
        ...(typed === '' ? [] : [{ label: typed, iconPath: new vscode.ThemeIcon(question.kind), value: typed }]),
        { label: 'Browse…', iconPath: new vscode.ThemeIcon('folder-opened'), alwaysShow: true, value: undefined },
    ];
    const step = await pick(frame, {
        rows: () => Promise.resolve({ rows, live: false }),
        own: text => ({ label: text, description: 'as typed', iconPath: new vscode.ThemeIcon('edit'), alwaysShow: true, value: text }),
    });
    if (typeof step !== 'object' || step.value !== undefined) {
        return step;
    }
    const folder = question.kind === 'folder';
    const picked = await vscode.window.showOpenDialog({ title: frame.prompt, openLabel: 'Choose', canSelectFiles: !folder, canSelectFolders: folder });
    return picked?.[0] && { value: picked[0].fsPath };
}

function topic(tool: Tool, question: Question): string {
    return question.kind === 'destination' ? 'destination' : `${tool.name} ${question.name}`;
}

async function collect(asking: Asking, steps: Question[], answers: unknown[], presets: Record<string, unknown>): Promise<Record<string, unknown>> {
    const out = { ...presets };
    for (const [i, question] of steps.entries()) {
        let value = answers[i];
        let name = question.name;
        if (question.kind === 'destination' && value !== undefined) {
            const place = value as Place;
            [name, value] = [place.parameter, place.id];
        }
        if (value === undefined) {
            continue;
        }
        out[name] = value;
        await asking.memory.remember(asking.root, topic(asking.tool, question), shown(value));
    }
    return out;
}
