import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { find, versionProblem } from '../src/binary';

const root = mkdtempSync(join(tmpdir(), 'bazel-apple-binary-'));
after(() => { rmSync(root, { recursive: true, force: true }); });

function program(folder: string, mode = 0o755): string {
    mkdirSync(join(root, folder), { recursive: true });
    const file = join(root, folder, 'bazel-apple');
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, mode);
    return file;
}

const setting = program('setting');
const bundled = program('extension/bin');
const onPath = program('path');
const extension = join(root, 'extension');
const path = `${join(root, 'empty')}:relative:${join(root, 'path')}`;

describe('the program is looked for in the setting, the extension, the PATH', () => {
    it('the setting comes first', () => {
        assert.deepEqual(find({ setting, extension, path }), { program: setting, origin: 'the setting bazelApple.server.path' });
    });
    it('then the extension', () => {
        assert.deepEqual(find({ setting: ' ', extension, path }), { program: bundled, origin: 'this extension' });
    });
    it('then the PATH', () => {
        assert.deepEqual(find({ setting: '', extension: root, path }), { program: onPath, origin: `PATH (${join(root, 'path')})` });
    });
    it('a setting that names nothing is said, not passed over', () => {
        const missing = find({ setting: '/nowhere/bazel-apple', extension, path });
        assert.ok('reason' in missing);
        assert.match(missing.reason, /names \/nowhere\/bazel-apple, which does not exist/);
    });
    it('a relative setting is refused', () => {
        const missing = find({ setting: 'bazel-apple', extension, path });
        assert.ok('reason' in missing);
        assert.match(missing.reason, /is not an absolute path/);
    });
    it('a folder is not a program', () => {
        const missing = find({ setting: root, extension, path });
        assert.ok('reason' in missing);
        assert.match(missing.reason, /is not a file/);
    });
    it('nothing anywhere says where it looked', () => {
        const missing = find({ setting: '', extension: root, path: `${join(root, 'empty')}:relative` });
        assert.ok('looked' in missing);
        assert.deepEqual(missing.looked, [join(root, 'bin/bazel-apple'), join(root, 'empty/bazel-apple')]);
    });
});

describe('the version', () => {
    const cases: [string, string, boolean][] = [
        ['0.1.0', 'bazel-apple 0.1.0\n', true], ['0.1.0', '0.1.7 (abc)', true], ['0.1.0', '0.2.0', false], ['0.1.0', '1.1.0', false],
        ['1.2.0', 'v1.9.3', true], ['1.2.0', '2.0.0', false], ['1.2.0', 'Bazel', false], ['1.2.0', '', false],
    ];
    for (const [own, printed, fits] of cases) {
        it(`${JSON.stringify(printed)} ${fits ? 'fits' : 'does not fit'} ${own}`, () => { assert.equal(versionProblem(own, printed) === undefined, fits); });
    }
});
