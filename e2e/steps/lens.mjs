// (f) A click on a lens builds.
import { until } from '../processes.mjs';
import { withWindow } from '../window.mjs';

export const lens = {
    name: 'lens',
    title: 'A click on a lens builds its target',
    run: ({ picture }) => withWindow('lens', async workbench => {
        await workbench.open('cpp/BUILD');
        await until('lenses', async () => (await workbench.lenses()).some(text => /Build/.test(text)));
        await picture(workbench, 'lenses');
        await workbench.page.locator('.codelens-decoration a', { hasText: 'Build' }).first().click();
        await workbench.notification(/\/\/cpp:ledger/, 60_000);
        await workbench.command('Bazel Apple: Show Output');
        await workbench.panel(/\/\/cpp:ledger/);
        await until('the build ends', async () => !/running/.test((await workbench.status()).join()), 120_000);
        await picture(workbench, 'built');
    }),
};
