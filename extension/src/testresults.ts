// What the backend tells about tests, read into outcomes: pure, so that it can be tested without an editor.

export type Outcome = 'started' | 'passed' | 'failed' | 'errored' | 'skipped';

export interface CaseResult {
    /** Id of the item, or the names below the target when the run found a case nobody knew. */
    id: string;
    label: string;
    suite: string;
    name: string;
    outcome: Outcome;
    milliseconds: number | undefined;
    message: string;
    expected: string | undefined;
    actual: string | undefined;
    file: string | undefined;
    /** From zero. */
    line: number | undefined;
    cached: boolean;
    attempt: number;
    shard: number;
}

const outcomes: Record<string, Outcome> = {
    started: 'started', running: 'started',
    passed: 'passed', pass: 'passed', expected_failure: 'passed', expectedFailure: 'passed', flaky: 'passed',
    failed: 'failed', fail: 'failed',
    skipped: 'skipped', disabled: 'skipped',
};

/** outcomeOf reads a state's word; a word that is not known means that something went wrong, never that it passed. */
export function outcomeOf(state: string): Outcome {
    return outcomes[state.toLowerCase()] ?? outcomes[state] ?? 'errored';
}

/** readCase reads the data of a test event; undefined when it names no test. */
export function readCase(data: unknown): CaseResult | undefined {
    if (typeof data !== 'object' || data === null) {
        return undefined;
    }
    const fields = data as Record<string, unknown>;
    const text = (...names: string[]): string | undefined => {
        for (const name of names) {
            const value = fields[name];
            if (typeof value === 'string' && value !== '') {
                return value;
            }
        }
        return undefined;
    };
    const count = (...names: string[]): number | undefined => {
        for (const name of names) {
            const value = fields[name];
            if (typeof value === 'number') {
                return value;
            }
        }
        return undefined;
    };
    const label = text('label', 'target');
    if (label === undefined) {
        return undefined;
    }
    const name = text('name', 'case') ?? '';
    const suite = text('suite', 'class', 'className') ?? '';
    const seconds = count('seconds', 'duration');
    const line = count('line');
    return {
        id: text('id') ?? [label, suite, name].filter(Boolean).join('#'),
        label, suite, name,
        outcome: outcomeOf(text('state', 'status', 'outcome') ?? ''),
        milliseconds: count('milliseconds', 'durationMs') ?? (seconds === undefined ? undefined : seconds * 1000),
        message: text('message', 'failure', 'text') ?? '',
        expected: text('expected'), actual: text('actual'),
        file: text('file'), line: line === undefined ? undefined : Math.max(line - 1, 0),
        cached: fields['cached'] === true,
        attempt: count('attempt') ?? 0, shard: count('shard') ?? 0,
    };
}

/** readTarget reads what the answer of a test tool says of one target: its cases, then the target itself. */
export function readTarget(data: unknown, label: string): CaseResult[] {
    const list = typeof data === 'object' && data !== null ? (data as { targets?: unknown }).targets : undefined;
    const target = Array.isArray(list) ? list.find((t: unknown) => typeof t === 'object' && t !== null && (t as { label?: unknown }).label === label) as Record<string, unknown> | undefined : undefined;
    if (!target) {
        return [];
    }
    const cases = Array.isArray(target['cases']) ? target['cases'] : Array.isArray(target['failed']) ? target['failed'] : [];
    const all = cases.map((c: Record<string, unknown>) => {
        const failures = Array.isArray(c['failures']) ? c['failures'] as Record<string, unknown>[] : [];
        return readCase({ ...failures[0], ...c, label, cached: target['cached'] });
    });
    all.push(readCase({ label, status: target['status'], message: target['text'], cached: target['cached'] }));
    return all.filter(c => c !== undefined);
}

/** terminal turns line ends into those a terminal needs. */
export function terminal(text: string): string {
    return text.replace(/\r?\n/g, '\r\n');
}
