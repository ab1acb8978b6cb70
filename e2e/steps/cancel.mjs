// (b) Cancel in the middle of a long build: within 2 s no process of it lives; Bazel's server does.
import assert from 'node:assert/strict';
import { commandLines, until, workingIn } from '../processes.mjs';
import { withWindow } from '../window.mjs';

export const cancel = {
    name: 'cancel',
    title: 'Cancel ends a long build within 2 s and leaves Bazel’s server',
    run: ({ picture }) => withWindow('cancel', async (workbench, workspace) => {
        await workbench.command('Bazel Apple: Build…');
        await workbench.input('Build');
        await workbench.type('//slow:slow');
        await workbench.choose('//slow:slow');
        const client = () => commandLines('//slow:slow').filter(line => /bazel/.test(line) && !line.includes('--batch'));
        await until('Bazel runs', () => client().length > 0, 60_000);
        const sleeping = () => workingIn(workspace.outputs).filter(line => /sleep|slow/.test(line) && !/A-server|java/.test(line));
        await until('the slow action runs', () => sleeping().length > 0, 120_000);
        await picture(workbench, 'running');
        const started = Date.now();
        await workbench.press('Cancel');
        await until('no process of the build lives', () => client().length === 0 && sleeping().length === 0, 2_000);
        console.log(`     gone after ${Date.now() - started} ms`);
        const servers = commandLines(`--output_user_root=${workspace.outputs}`).filter(line => /java|A-server/.test(line));
        assert.ok(servers.length > 0, 'Bazel’s server stays');
        await until('the status bar says it', async () => /canceled/i.test(await workbench.text('.statusbar')), 5_000);
        await picture(workbench, 'canceled');
    }),
};
