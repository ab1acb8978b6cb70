import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Schema } from '../src/protocol';
import type { Kind, Question } from '../src/questions';
import { parse, shown, words } from '../src/value';

const question = (kind: Kind, schema: Schema = {}, required = false): Question => ({ kind, name: 'x', schema, required });

describe('typed text becomes a value', () => {
    const cases: [string, Question, string, unknown][] = [
        ['text keeps its spaces', question('text'), ' a b ', ' a b '],
        ['a number', question('number', { type: 'number' }), ' 1.5 ', 1.5],
        ['a whole number', question('number', { type: 'integer' }), '3', 3],
        ['a list of words', question('list', { type: 'array' }), `--a "b c" 'd'`, ['--a', 'b c', 'd']],
        ['a map', question('map', { type: 'object' }), 'A=1 B="x y" C=', { A: '1', B: 'x y', C: '' }],
        ['nothing for an optional parameter', question('list'), '  ', undefined],
    ];
    for (const [name, q, text, value] of cases) {
        it(name, () => { assert.deepEqual(parse(q, text), { value }); });
    }
});

describe('a wrong value is refused with the reason', () => {
    const cases: [string, Question, string, RegExp][] = [
        ['nothing where something is required', question('text', {}, true), ' ', /needed/],
        ['no number', question('number', { type: 'number' }), 'ten', /“ten” is not a number/],
        ['a fraction for a whole number', question('number', { type: 'integer' }), '1.5', /whole/],
        ['too small', question('number', { type: 'number', minimum: 0 }), '-1', /smallest value is 0/],
        ['too large', question('number', { type: 'number', maximum: 100 }), '101', /largest value is 100/],
        ['not a number at all', question('number'), 'Infinity', /not a number/],
        ['an open quote', question('list'), 'a "b', /not closed/],
        ['a map without a name', question('map'), '=x', /NAME=value/],
        ['a word that is no choice', question('list', { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }), 'a c', /“c” is not one of a, b/],
        ['a NUL', question('text'), 'a\0b', /NUL/],
    ];
    for (const [name, q, text, reason] of cases) {
        it(name, () => {
            const parsed = parse(q, text);
            assert.ok('refused' in parsed);
            assert.match(parsed.refused, reason);
        });
    }
});

it('what is shown for a value is read back as the value', () => {
    for (const value of [['a', 'b c', 'd"e', '', '\\'], ['--x=1 2']]) {
        assert.deepEqual(parse(question('list'), shown(value)), { value });
    }
    const map = { A: 'x y', B: '"' };
    assert.deepEqual(parse(question('map'), shown(map)), { value: map });
});

it('words keep empty quoted words', () => {
    assert.deepEqual(words(`'' a`), { words: ['', 'a'] });
});
