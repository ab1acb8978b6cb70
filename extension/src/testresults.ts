// What the backend tells about tests, in a person's words: pure, so that it can be tested without an editor.
import type { TestCase, TestFailure } from './protocol';

export type Outcome = 'passed' | 'failed' | 'errored' | 'skipped';

const outcomes: Record<string, Outcome> = { passed: 'passed', expectedFailure: 'passed', flaky: 'passed', failed: 'failed', skipped: 'skipped' };

/** outcomeOf reads a state's word; a word that is not known means that something went wrong, never that it passed. */
export function outcomeOf(status: string): Outcome {
    return Object.hasOwn(outcomes, status) ? outcomes[status] ?? 'errored' : 'errored';
}

const rank: Outcome[] = ['skipped', 'passed', 'failed', 'errored'];

/** prevails says which of two executions of a test tells its state: the later attempt, among runs and shards the worse one. */
export function prevails(now: TestCase, before: TestCase | undefined): boolean {
    return before === undefined || ((now.attempt ?? 1) !== (before.attempt ?? 1)
        ? (now.attempt ?? 1) > (before.attempt ?? 1) : rank.indexOf(outcomeOf(now.status)) >= rank.indexOf(outcomeOf(before.status)));
}

/** problemsOf are the messages of a case; one that went wrong has at least one. */
export function problemsOf(one: TestCase): TestFailure[] {
    const outcome = outcomeOf(one.status);
    if (outcome === 'passed' || outcome === 'skipped') {
        return [];
    }
    const which = [(one.run ?? 1) > 1 ? `run ${one.run}` : '', (one.attempt ?? 1) > 1 ? `attempt ${one.attempt}` : ''].filter(Boolean).join(', ');
    const failures = one.failures?.length ? one.failures : [{ message: one.reason ?? (outcome === 'errored' ? 'The test started and did not end.' : 'The test failed and left no message.') }];
    return failures.map(f => ({ ...f, message: [which ? `${which}: ${f.message}` : f.message, f.stack].filter(Boolean).join('\n') }));
}

/** notesOf are the remarks about a case that its state does not tell. */
export function notesOf(one: TestCase, cached: boolean): string {
    const reason = one.reason ? `: ${one.reason}` : '';
    return [
        cached ? 'result from the cache' : '', one.status === 'expectedFailure' ? `failed as expected${reason}` : one.status === 'skipped' ? `skipped${reason}` : '',
        ...(one.attachments ?? []).map(a => `attachment ${a.path ?? a.name}`),
    ].filter(Boolean).join('; ');
}

/** withoutNext leaves out the calls that an answer proposes to agents. */
export function withoutNext(text: string): string {
    return text.split('\n').filter(line => !line.startsWith('Next: ')).join('\n');
}

/** terminal turns line ends into those a terminal needs. */
export function terminal(text: string): string {
    return text.replace(/\r?\n/g, '\r\n');
}
