// Bundles the unit tests and runs them with Node's own runner.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const out = mkdtempSync(join(tmpdir(), 'bazel-apple-tests-'));
try {
    const entryPoints = readdirSync(here).filter(name => name.endsWith('.test.ts')).map(name => join(here, name));
    await build({ entryPoints, outdir: out, bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'warning' });
    const files = readdirSync(out).map(name => join(out, name));
    process.exitCode = spawnSync(process.execPath, ['--test', ...files], { stdio: 'inherit', cwd: join(here, '../..') }).status ?? 1;
} finally {
    rmSync(out, { recursive: true, force: true });
}
