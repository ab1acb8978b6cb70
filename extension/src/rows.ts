// The rows of the pickers whose values the backend knows: targets and destinations.
import * as vscode from 'vscode';
import type { Engine } from './engine';
import { ordered } from './order';
import type { Row, Rows } from './pick';
import type { Destination, Target } from './protocol';
import type { Question } from './questions';

const most = 300;

/** A destination as a value: which parameter takes it, and its id. */
export interface Place { parameter: string; id: string }

export async function targetRows(
    engine: Engine, root: string, typed: string, recent: string[], preset: string | undefined, cancel: vscode.CancellationToken,
): Promise<Rows> {
    const { targets, total, partial = false } = await engine.targets({ root, query: typed, limit: most }, cancel);
    const live = partial || total > targets.length || typed !== '';
    let rows = targets.map(targetRow);
    if (typed === '') {
        const missing = [...recent, ...(preset === undefined ? [] : [preset])].filter(label => !rows.some(r => r.value === label));
        rows = ordered([...rows, ...missing.map(label => targetRow({ label, kind: '', ruleClass: '', line: 0 }))], r => String(r.value), recent, preset);
    }
    const marked = rows.map(row => mark({ ...row, alwaysShow: live }, recent, preset));
    if (partial) {
        return { rows: marked, live, partial, note: 'The workspace is being read: more targets will come. A label can be typed.' };
    }
    return marked.length > 0 ? { rows: marked, live } : { rows: marked, live, note: typed === '' ? 'No targets were found. A label can be typed.' : 'Nothing matches' };
}

function targetRow(target: Target): Row {
    const detail = [target.ruleClass || target.kind, target.platform].filter(Boolean).join(' · ');
    return { label: target.label, description: detail, iconPath: new vscode.ThemeIcon(targetIcon(target.kind)), value: target.label };
}

export function targetIcon(kind: string): string {
    switch (kind) {
        case 'app':
        case 'application': return 'device-mobile';
        case 'test': return 'beaker';
        case 'library': return 'library';
        case 'binary': return 'terminal';
        case 'suite': return 'checklist';
        default: return 'symbol-misc';
    }
}

export async function destinationRows(
    engine: Engine, root: string, question: Question, recent: string[], cancel: vscode.CancellationToken,
): Promise<Rows> {
    const { destinations, error } = await engine.destinations(root, cancel);
    const fitting = destinations.filter(d => parameterOf(question, d) !== undefined);
    const preset = fitting.find(d => d.default)?.id;
    const rows = ordered(fitting, d => d.id, recent, preset).map(d => {
        const place: Place = { parameter: parameterOf(question, d) ?? question.name, id: d.id };
        return { ...destinationRow(d), value: place };
    });
    const note = error ?? (rows.length === 0 ? 'No simulators or devices were found.' : undefined);
    return note === undefined ? { rows, live: false } : { rows, live: false, note };
}

function parameterOf(question: Question, d: Destination): string | undefined {
    return d.kind === 'simulator' ? question.simulator : d.kind === 'device' ? question.device : undefined;
}

export function destinationRow(d: Destination): Row {
    const description = [d.os, d.state, d.default ? 'default' : ''].filter(Boolean).join(' · ');
    return { label: d.name, description, iconPath: new vscode.ThemeIcon(destinationIcon(d.kind)), value: d.id };
}

export function destinationIcon(kind: string): string {
    return kind === 'simulator' ? 'device-mobile' : kind === 'device' ? 'plug' : 'vm';
}

function mark(row: Row, recent: string[], preset: string | undefined): Row {
    const note = recent.includes(String(row.value)) ? 'used before' : row.value === preset ? 'default' : '';
    return note === '' ? row : { ...row, description: [row.description, note].filter(Boolean).join(' · ') };
}
