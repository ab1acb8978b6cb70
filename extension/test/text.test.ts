import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { page } from '../src/doctorpage';
import { links, plain } from '../src/loglinks';
import { summary } from '../src/summary';
import { byKind, byPackage } from '../src/views/grouping';
import { Captures } from '../src/views/capturelist';

describe('places in a log', () => {
    const cases: [string, string[]][] = [
        ['broken/Broken.swift:3:14: error: cannot convert', ['broken/Broken.swift 3 14']],
        ['ERROR: /ws/App/BUILD:12:6: no such target', ['/ws/App/BUILD 12 6']],
        ['  at (Sources/A+B.m:7)', ['Sources/A+B.m 7 1']],
        ['./a.bzl:1:2, b.cc:3', ['./a.bzl 1 2', 'b.cc 3 1']],
        ['connected to 127.0.0.1:8080 and localhost:99', []],
        ['built //App:App in 3:20', []],
        ['12:30:01 started', []],
    ];
    for (const [line, want] of cases) {
        it(JSON.stringify(line), () => {
            assert.deepEqual(links(line).map(p => `${p.file} ${p.line} ${p.column}`), want);
        });
    }
    it('are where they stand', () => {
        const text = 'see a/b.swift:3:1 there';
        const [place] = links(text);
        assert.equal(text.slice(place?.start, place?.end), 'a/b.swift:3:1');
    });
});

it('a terminal’s colours are dropped', () => {
    assert.equal(plain('\u001b[31m\u001b[1mERROR:\u001b[0m x\r'), 'ERROR: x');
});

it('a summary is the first line that says something', () => {
    assert.equal(summary('\n  \nNext: a\nBuilt //App:App in 3 s\nmore'), 'Built //App:App in 3 s');
    assert.equal(summary('x'.repeat(300)).length, 200);
    assert.equal(summary('a_tool: this needs a Mac', 'a_tool'), 'This needs a Mac');
    assert.equal(summary('Warning: stand-ins took part\nBuilt //App:App'), 'Built //App:App');
    assert.equal(summary(''), '');
});

it('targets are grouped by package', () => {
    const target = (label: string): Parameters<typeof byPackage>[0][number] => ({ label, kind: '', ruleClass: '', line: 0 });
    const groups = byPackage(['//b:z', '//a:y', '//b:a', '//c'].map(target)).map(([name, own]) => [name, own.map(t => t.label)]);
    assert.deepEqual(groups, [['//a', ['//a:y']], ['//b', ['//b:z', '//b:a']], ['//c', ['//c']]]);
});
it('targets are grouped by their rule, or by their kind where that is not known', () => {
    const target = (label: string, ruleClass: string): Parameters<typeof byKind>[0][number] => ({ label, kind: 'test', ruleClass, line: 0 });
    assert.deepEqual(byKind([target('//b:z', 'sh_test'), target('//a:y', ''), target('//b:a', 'cc_test')]).map(([name]) => name), ['cc_test', 'sh_test', 'test']);
});

describe('the Doctor page', () => {
    it('shows what is missing with its remedy and escapes everything', () => {
        const html = page({ ok: false, workspace: '/w/<a>', host: 'linux/amd64', simulated: true,
            checks: [{ name: 'Bazel', ok: false, needed: true, detail: 'not found', fix: 'Install "bazelisk"' }, { name: 'idb', ok: false, needed: false }] }, undefined);
        assert.match(html, /failed">Missing.*Bazel.*Install &#34;bazelisk&#34;/s);
        assert.match(html, /absent">Not found/);
        assert.match(html, /&#60;a&#62;/);
        assert.match(html, /simulated/);
        assert.doesNotMatch(html, /<script/);
    });
    it('shows a failure as text', () => { assert.match(page(undefined, 'a < b'), /<pre>a &#60; b<\/pre>/); });
});

it('captures come and go with their events', () => {
    const captures = new Captures();
    const event = { root: '/w', kind: 'capture' as const, id: 'c1' };
    assert.ok(captures.heard({ ...event, data: { state: 'started', task: 'video', path: '/tmp/v.mp4' } }));
    assert.deepEqual(captures.all(), [{ id: 'c1', root: '/w', kind: 'video', title: 'Video recording', state: 'started', path: '/tmp/v.mp4' }]);
    assert.ok(captures.heard({ ...event, data: { state: 'ended', task: 'video' } }));
    assert.deepEqual(captures.all(), []);
    assert.ok(!captures.heard({ ...event, data: { state: 'stopped' } }));
});
