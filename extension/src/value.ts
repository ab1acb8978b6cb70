// Text a person typed, turned into the value of a parameter, or refused with the reason.
import type { Question } from './questions';

export type Parsed = { value: unknown } | { refused: string };

/** parse reads text for the parameter; nothing typed leaves an optional parameter out. */
export function parse(question: Question, text: string): Parsed {
    const typed = text.trim();
    if (typed === '') {
        return question.required ? { refused: 'A value is needed here.' } : { value: undefined };
    }
    if (text.includes('\0')) {
        return { refused: 'Text cannot hold a NUL character.' };
    }
    switch (question.kind) {
        case 'number': return number(question, typed);
        case 'list': return list(question, typed);
        case 'map': return map(typed);
        default: return { value: question.kind === 'text' ? text : typed };
    }
}

function number({ schema }: Question, typed: string): Parsed {
    const value = Number(typed);
    if (!Number.isFinite(value)) {
        return { refused: `“${typed}” is not a number.` };
    }
    if (schema.type === 'integer' && !Number.isInteger(value)) {
        return { refused: 'A whole number is needed here.' };
    }
    if (schema.minimum !== undefined && value < schema.minimum) {
        return { refused: `The smallest value is ${schema.minimum}.` };
    }
    if (schema.maximum !== undefined && value > schema.maximum) {
        return { refused: `The largest value is ${schema.maximum}.` };
    }
    return { value };
}

function list({ schema }: Question, typed: string): Parsed {
    const split = words(typed);
    if ('refused' in split) {
        return split;
    }
    const choices = schema.items?.enum;
    const wrong = choices && split.words.find(w => !choices.includes(w));
    return wrong === undefined ? { value: split.words }
        : { refused: `“${wrong}” is not one of ${choices?.join(', ') ?? ''}.` };
}

function map(typed: string): Parsed {
    const split = words(typed);
    if ('refused' in split) {
        return split;
    }
    const value: Record<string, string> = {};
    for (const word of split.words) {
        const at = word.indexOf('=');
        if (at < 1) {
            return { refused: `Write NAME=value; “${word}” has no name or no “=”.` };
        }
        value[word.slice(0, at)] = word.slice(at + 1);
    }
    return { value };
}

/** words splits at spaces; quotes keep spaces, a backslash keeps the next character. */
export function words(text: string): { words: string[] } | { refused: string } {
    const out: string[] = [];
    let word: string | undefined;
    let quote = '';
    for (let i = 0; i < text.length; i++) {
        const c = text.charAt(i);
        if (c === '\\' && quote !== "'" && i + 1 < text.length) {
            word = (word ?? '') + text.charAt(++i);
        } else if (quote !== '') {
            if (c === quote) {
                quote = '';
            } else {
                word = (word ?? '') + c;
            }
        } else if (c === '"' || c === "'") {
            quote = c;
            word ??= '';
        } else if (/\s/.test(c)) {
            if (word !== undefined) {
                out.push(word);
            }
            word = undefined;
        } else {
            word = (word ?? '') + c;
        }
    }
    if (quote !== '') {
        return { refused: `The quote ${quote} is not closed.` };
    }
    return { words: word === undefined ? out : [...out, word] };
}

/** shown is the text that stands for a value in a box; parse reads it back. */
export function shown(value: unknown): string {
    if (Array.isArray(value)) {
        return value.map(v => quoted(String(v))).join(' ');
    }
    if (typeof value === 'object' && value !== null) {
        return Object.entries(value).map(([k, v]) => quoted(`${k}=${String(v)}`)).join(' ');
    }
    return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}

function quoted(word: string): string {
    return word !== '' && !/[\s"'\\]/.test(word) ? word : `"${word.replace(/["\\]/g, '\\$&')}"`;
}
