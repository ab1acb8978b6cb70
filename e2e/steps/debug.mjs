// A click on Debug builds a test, stops at a breakpoint of its source, shows a variable and goes on to the end.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../processes.mjs';
import { withWindow } from '../window.mjs';

const source = 'cpp/ledger_test.cc';

export const debug = {
    name: 'debug',
    title: 'Debug stops at a breakpoint, shows variables and ends with the test’s result',
    run: ({ picture }) => withWindow('debug', async (workbench, workspace) => {
        const { page } = workbench;
        const lines = readFileSync(join(workspace.folder, source), 'utf8').split('\n');
        const line = lines.findIndex(text => text.includes('ledger.Add(150);')) + 1;
        await workbench.open(source);
        await workbench.command('Go to Line/Column');
        await page.keyboard.type(`${line}`);
        await page.keyboard.press('Enter');
        await page.keyboard.press('F9');
        await until('the breakpoint is in the gutter', async () => await page.locator('.codicon-debug-breakpoint, .codicon-debug-breakpoint-unverified').count() > 0);
        await workbench.open('cpp/BUILD');
        await until('the Debug lens', async () => (await workbench.lenses()).some(text => /Debug/.test(text)));
        await picture(workbench, 'lens');
        await page.locator('.codelens-decoration a', { hasText: 'Debug' }).last().click();
        await until('it stops at the line', async () => await page.locator('.debug-top-stack-frame-line').count() > 0, 180_000);
        const frame = await until('the call stack names the test', async () => {
            const text = await workbench.text('.debug-call-stack .monaco-list-row');
            return /TotalsAreSums/.test(text) && text;
        }, 30_000);
        assert.match(frame, /ledger_test\.cc/);
        await page.locator('.debug-variables .monaco-list-row', { hasText: 'Locals' }).first().click();
        await until('the variables are listed', async () => /ledger =|ledger:/.test((await workbench.text('.debug-variables .monaco-list-row')).replaceAll('\u00a0', ' ')), 30_000);
        await picture(workbench, 'stopped');
        await page.keyboard.press('F5');
        await until('the session ends', async () => await page.locator('.debug-toolbar').count() === 0 || !await page.locator('.debug-toolbar').first().isVisible(), 60_000);
        await until('the result is told', async () => /\/\/cpp:ledger_test passed/.test(await workbench.text('.statusbar')), 15_000);
        await picture(workbench, 'ended');
    }),
};
