// What the tests need from outside: the programs, the package, the editor. Everything can be named in the environment.
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function named(variable, otherwise) {
    const path = process.env[variable] || otherwise;
    if (!existsSync(path)) {
        throw new Error(`${path} does not exist; ${variable} can name another place`);
    }
    return path;
}

const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');

export const program = named('BAZEL_APPLE_PROGRAM', join(root, 'bin/bazel-apple'));
export const vsix = named('BAZEL_APPLE_VSIX', join(root, `bazel-apple-${version}.vsix`));
export const chromium = named('BAZEL_APPLE_CHROMIUM', '/usr/bin/chromium');
export const codeServer = named('BAZEL_APPLE_CODE_SERVER', join(cache, 'bazel-apple/code-server'));
export const standIns = join(dirname(program), 'fakeapple');

const platform = `node-${process.platform}-${process.arch}`;
export const editorNode = join(codeServer, 'node24/node_modules', platform, 'bin/node');
export const editorEntry = join(codeServer, 'cs/node_modules/code-server/out/node/entry.js');
export const artifacts = join(import.meta.dirname, 'artifacts');
