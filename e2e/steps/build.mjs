// (a) The palette lists our commands; Build with the target picker builds with real Bazel; channel and message say so.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withWindow } from '../window.mjs';

export const build = {
    name: 'build',
    title: 'Build from the palette builds with real Bazel and says so',
    run: ({ picture }) => withWindow('build', async (workbench, workspace) => {
        const listed = await workbench.palette('Bazel Apple: ');
        assert.ok(listed.length >= 10, `the palette lists ${listed.length} commands`);
        assert.ok(listed.every(label => label.startsWith('Bazel Apple: ')));
        await picture(workbench, 'palette');
        await workbench.command('Bazel Apple: Build…');
        await workbench.input('Build');
        await workbench.type('cpp:ledger_cli');
        await picture(workbench, 'picker');
        await workbench.choose('//cpp:ledger_cli');
        await workbench.notification(/ledger_cli/, 120_000);
        await picture(workbench, 'progress');
        const said = await workbench.notification(/^(?=.*Show Log).*Built .*ledger_cli/, 180_000);
        assert.doesNotMatch(said, /failed|Show Errors/i);
        await picture(workbench, 'message');
        await workbench.command('Bazel Apple: Show Output');
        await workbench.panel(/ledger_cli/);
        await picture(workbench, 'channel');
        assert.ok(existsSync(join(workspace.folder, 'bazel-bin/cpp/ledger_cli')), 'Bazel built the program');
    }),
};
