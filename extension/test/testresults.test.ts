import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestCase } from '../src/protocol';
import { notesOf, outcomeOf, prevails, problemsOf, terminal, withoutNext } from '../src/testresults';

describe('the outcome of a test', () => {
    const cases: [string, string][] = [
        ['passed', 'passed'], ['failed', 'failed'], ['skipped', 'skipped'], ['expectedFailure', 'passed'], ['flaky', 'passed'],
        ['errored', 'errored'], ['crashed', 'errored'], ['timeout', 'errored'], ['no_status', 'errored'], ['', 'errored'], ['constructor', 'errored'],
    ];
    for (const [word, want] of cases) {
        it(`${JSON.stringify(word)} is ${want}`, () => { assert.equal(outcomeOf(word), want); });
    }
});

const of = (fields: Partial<TestCase>): TestCase => ({ name: 'testA', status: 'passed', seconds: 0, ...fields });

it('the later attempt tells the state, among runs the worse one', () => {
    assert.equal(prevails(of({ attempt: 2 }), of({ attempt: 1, status: 'failed' })), true);
    assert.equal(prevails(of({ attempt: 1, status: 'failed' }), of({ attempt: 2 })), false);
    assert.equal(prevails(of({ run: 2 }), of({ run: 1, status: 'failed' })), false);
    assert.equal(prevails(of({ run: 2, status: 'errored' }), of({ run: 1, status: 'failed' })), true);
    assert.equal(prevails(of({ status: 'skipped' }), undefined), true);
});

it('each problem has a message that says which attempt it was', () => {
    assert.deepEqual(problemsOf(of({ status: 'failed', attempt: 2, failures: [{ message: 'a', line: 3 }, { message: 'b', stack: 's' }] })),
        [{ message: 'attempt 2: a', line: 3 }, { message: 'attempt 2: b\ns', stack: 's' }]);
    assert.match(problemsOf(of({ status: 'errored' }))[0]?.message ?? '', /did not end/);
    assert.deepEqual(problemsOf(of({})), []);
});

it('what the state does not tell is told beside it', () => {
    assert.equal(notesOf(of({ status: 'skipped', reason: 'no camera' }), true), 'result from the cache; skipped: no camera');
    assert.equal(notesOf(of({}), false), '');
});

it('calls for agents are left out', () => {
    assert.equal(withoutNext('failed\nNext: bazel_ios_test {}\nend'), 'failed\nend');
});

it('output has the line ends of a terminal', () => {
    assert.equal(terminal('a\nb\r\nc'), 'a\r\nb\r\nc');
});
