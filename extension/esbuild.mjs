// Bundles the extension into dist/extension.js and says how much of it is ours; and the script of its page into dist/report.js.
import { build } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const result = await build({
    entryPoints: [join(here, 'src/extension.ts')],
    outfile: join(here, 'dist/extension.js'),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    metafile: true,
    logLevel: 'warning',
});
// Loaded by the page alone, so that it costs no activation.
await build({
    entryPoints: [join(here, 'webview/report.ts')],
    outfile: join(here, 'dist/report.js'),
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
});
const output = Object.values(result.metafile.outputs)[0];
let ours = 0;
for (const [file, { bytesInOutput }] of Object.entries(output.inputs)) {
    if (!file.includes('node_modules')) {
        ours += bytesInOutput;
    }
}
const limits = { total: 560_000, ours: 120_000 };
console.log(`bundle ${output.bytes} bytes, ours ${ours}`);
mkdirSync(join(here, 'dist'), { recursive: true });
writeFileSync(join(here, 'dist/size.json'), JSON.stringify({ bytes: output.bytes, ours }));
if (output.bytes > limits.total || ours > limits.ours) {
    console.error(`the bundle is over its limits: ${JSON.stringify(limits)}`);
    process.exit(1);
}
