// (c) A compile error gives a useful message: the file's problem, in the message, in Problems and at its line.
import assert from 'node:assert/strict';
import { withWindow } from '../window.mjs';

export const compileError = {
    name: 'compile-error',
    title: 'A compile error is told with its place and is in Problems',
    run: ({ picture }) => withWindow('compile-error', async workbench => {
        await workbench.command('Bazel Apple: Build…');
        await workbench.input('Build');
        await workbench.type('//broken:Broken');
        await workbench.choose('//broken:Broken');
        const said = await workbench.notification(/(fail|error).*(Show Log|Retry)|Broken\.swift/i, 180_000);
        assert.match(said, /Show Errors/);
        assert.match(said, /Retry/);
        await picture(workbench, 'message');
        await workbench.press('Show Errors');
        await workbench.page.waitForSelector('.markers-panel .monaco-list-row', { timeout: 10_000 });
        assert.match(await workbench.text('.markers-panel'), /Broken\.swift/);
        await picture(workbench, 'problems');
    }),
};
