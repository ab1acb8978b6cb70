import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withLaunch } from '../src/launch';
import type { Tool } from '../src/protocol';

describe('what a target is started with', () => {
    const tool = (...names: string[]): Tool => ({ inputSchema: { properties: Object.fromEntries(names.map(n => [n, {}])) } }) as unknown as Tool;
    const launch = (target: string): { args: string[]; env: Record<string, string> } => target === '//a:a' ? { args: ['-x'], env: { A: 'b' } } : { args: [], env: {} };

    it('goes into the parameters that the tool has for it', () => {
        assert.deepEqual(withLaunch(tool('target', 'launchArgs', 'launchEnv'), { target: '//a:a' }, launch), { target: '//a:a', launchArgs: ['-x'], launchEnv: { A: 'b' } });
        assert.deepEqual(withLaunch(tool('target', 'runArgs'), { target: '//a:a' }, launch), { target: '//a:a', runArgs: ['-x'] });
    });
    it('gives way to what the call says', () => {
        assert.deepEqual(withLaunch(tool('target', 'args'), { target: '//a:a', args: ['y'] }, launch), { target: '//a:a', args: ['y'] });
    });
    it('is nothing for other targets and other tools', () => {
        assert.deepEqual(withLaunch(tool('target', 'args'), { target: '//b:b' }, launch), { target: '//b:b' });
        assert.deepEqual(withLaunch(tool('args'), { target: '//a:a' }, launch), { target: '//a:a' });
        assert.deepEqual(withLaunch(tool('target'), { target: '//a:a' }, launch), { target: '//a:a' });
    });
});
