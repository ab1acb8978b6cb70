// (g) A run from the Test Explorer shows one pass and one failure.
import assert from 'node:assert/strict';
import { until } from '../processes.mjs';
import { withWindow } from '../window.mjs';

export const testExplorer = {
    name: 'test-explorer',
    title: 'The Test Explorer runs tests and shows one pass and one failure',
    run: ({ picture }) => withWindow('test-explorer', async workbench => {
        const { page } = workbench;
        const rows = () => page.$$eval('.test-explorer .monaco-list-row', nodes => nodes.map(n => n.getAttribute('aria-label') ?? ''));
        await workbench.command('Testing: Focus on Test Explorer View');
        await until('the test targets are listed', async () => (await rows()).some(label => /PassTests/.test(label)), 30_000);
        await picture(workbench, 'listed');
        for (const name of ['PassTests', 'FailTests']) {
            const row = page.locator('.test-explorer .monaco-list-row', { hasText: name }).first();
            await row.click();
            await row.hover();
            await row.locator('.action-label[aria-label^="Run Test"]').first().click();
            await until(`${name} ended`, async () => (await rows()).some(label => label.includes(name) && /\((Passed|Failed|Errored)/i.test(label)), 180_000);
        }
        const ended = await rows();
        assert.ok(ended.some(label => label.includes('PassTests') && /Passed/i.test(label)), `a pass in ${ended.join('; ')}`);
        assert.ok(ended.some(label => label.includes('FailTests') && /Failed/i.test(label)), `a failure in ${ended.join('; ')}`);
        await picture(workbench, 'ended');
    }),
};
