// (h) In a folder that is not trusted only lsp starts, no settings of the folder are read, and lenses have no commands.
import assert from 'node:assert/strict';
import { commandLines, until } from '../processes.mjs';
import { withWindow } from '../window.mjs';

export const untrusted = {
    name: 'untrusted',
    title: 'Nothing but the language server runs in a folder that is not trusted',
    run: ({ picture }) => withWindow('untrusted', async (workbench, workspace, editor) => {
        await workbench.open('App/BUILD');
        await until('lenses', async () => (await workbench.lenses()).some(text => /Build/.test(text)));
        await picture(workbench, 'lenses');
        assert.equal(await workbench.page.locator('.codelens-decoration a').count(), 0, 'no lens can be clicked');
        await workbench.command('Bazel Apple: Build…');
        await workbench.notification(/Build: nothing runs in a folder that is not trusted/);
        const running = commandLines(`${editor.state}/extensions`).filter(line => line.includes('/bin/bazel-apple'));
        assert.deepEqual(running.map(line => line.split(' ').at(-1)), ['lsp']);
        assert.deepEqual(commandLines(workspace.outputs), [], 'no Bazel runs');
        const status = (await workbench.status()).join();
        assert.doesNotMatch(status, /\/\/App:App/, 'the folder’s settings are not read');
        await picture(workbench, 'refused');
    }, { trust: false }),
};
