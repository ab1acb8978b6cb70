import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunReportResult } from '../src/protocol';
import { page, time } from '../src/reportpage';

const report: RunReportResult = {
    run: { id: 'run-1', root: '/ws', tool: 'bazel_ios_build', title: 'Build', target: '//App:<App>', state: 'done', exitCode: 1, start: '2026-12-01T05:00:00Z' },
    targets: 1, actions: 12, seconds: 75.4,
    phases: [{ name: 'Launch Blaze', start: -1, seconds: 1 }],
    criticalPath: [{ name: "Linking App", start: 1, seconds: 30 }],
    slowest: [{ name: 'Linking App', start: 1, seconds: 30, mnemonic: 'ObjcLink', how: 'ran locally' }],
    ran: [{ name: 'remote cache hit', count: 11 }],
    tests: [{ label: '//App:Tests', status: 'TIMEOUT', passed: false, cached: false, seconds: 60 }],
    problems: [{ severity: 'error', message: 'use of </script> & "quotes"', file: '/ws/A.swift', line: 3, column: 7, target: '//App:<App>' }],
};

describe('a build report', () => {
    const shown = page(report, { src: 'vscode-resource:report.js', source: 'vscode-resource:', nonce: 'n0' });
    const saved = page(report, { inline: 'draw("</script>")', nonce: 'n1' });
    it('lets no text out of its place', () => {
        assert.ok(shown.includes('//App:&#60;App&#62;'));
        assert.equal(shown.split('</script>').length, 3, 'the data and the script, nothing of the data');
        assert.equal(saved.split('</script>').length, 3);
    });
    it('asks no network', () => {
        assert.match(shown, /default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-n0' vscode-resource:"/);
        assert.match(saved, /script-src 'nonce-n1'"/);
        assert.doesNotMatch(saved, /https?:\/\//);
    });
    it('tells everything without its charts', () => {
        for (const text of ['✗ Failed in 1 min 15 s', '12 actions', 'remote cache hit', '//App:Tests', '✗ timeout', '40 %', 'ObjcLink']) {
            assert.ok(shown.includes(text), text);
        }
    });
    it('links a problem to its place in the editor only', () => {
        assert.match(shown, /<a href="#" data-file="\/ws\/A.swift" data-line="3" data-column="7">\/ws\/A.swift:3:7<\/a>/);
        assert.doesNotMatch(saved, /<a |<button/);
        assert.ok(saved.includes('/ws/A.swift:3:7'));
    });
    it('says why there is no timeline', () => {
        const none = page({ ...report, phases: [], criticalPath: [], slowest: [], noProfile: 'Bazel wrote no profile of this run.' }, { inline: '', nonce: '' });
        assert.ok(none.includes('Bazel wrote no profile of this run.'));
        assert.doesNotMatch(none, /id="timeline"|Slowest actions/);
    });
});

it('durations have the unit that suits them', () => {
    assert.deepEqual([0.0123, 1.26, 59.96, 61.2, -1.065].map(time), ['12 ms', '1.3 s', '60.0 s', '1 min 1 s', '-1.1 s']);
});
