import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outcomeOf, readCase, terminal } from '../src/testresults';

describe('the outcome of a test', () => {
    const cases: [string, string][] = [
        ['passed', 'passed'], ['PASSED', 'passed'], ['failed', 'failed'], ['skipped', 'skipped'], ['expected_failure', 'passed'],
        ['errored', 'errored'], ['crashed', 'errored'], ['timeout', 'errored'], ['no_status', 'errored'], ['', 'errored'], ['something new', 'errored'],
    ];
    for (const [word, want] of cases) {
        it(`${JSON.stringify(word)} is ${want}`, () => { assert.equal(outcomeOf(word), want); });
    }
});

it('a case is read with its place and its time', () => {
    assert.deepEqual(readCase({ label: '//a:T', suite: 'ATests', name: 'testB', state: 'failed', seconds: 0.25, message: 'no', file: 'a.swift', line: 12, attempt: 2 }), {
        id: '//a:T#ATests#testB', label: '//a:T', suite: 'ATests', name: 'testB', outcome: 'failed', milliseconds: 250, message: 'no',
        expected: undefined, actual: undefined, file: 'a.swift', line: 11, cached: false, attempt: 2, shard: 0,
    });
});

it('data that names no test is no case', () => {
    for (const data of [undefined, null, 'x', {}, { name: 'testB' }]) {
        assert.equal(readCase(data), undefined);
    }
});

it('output has the line ends of a terminal', () => {
    assert.equal(terminal('a\nb\r\nc'), 'a\r\nb\r\nc');
});
