// (g) A run from the Test Explorer shows one pass and one failure.
import assert from 'node:assert/strict';
import { program } from '../environment.mjs';
import { output, until } from '../processes.mjs';
import { withWindow } from '../window.mjs';

export const testExplorer = {
    name: 'test-explorer',
    title: 'The Test Explorer runs tests and shows one pass and one failure',
    run: ({ picture }) => withWindow('test-explorer', async (workbench, workspace, editor) => {
        const { page } = workbench;
        const rows = () => page.$$eval('.test-explorer .monaco-list-row', nodes => nodes.map(n => n.getAttribute('aria-label') ?? ''));
        await workbench.command('Testing: Focus on Test Explorer View');
        await until('the test targets are listed', async () => (await rows()).some(label => /PassTests/.test(label)), 30_000);
        await picture(workbench, 'listed');
        for (const name of ['PassTests', 'FailTests']) {
            const row = page.locator(`.test-explorer .monaco-list-row[aria-label^="//States:${name}"]`);
            await row.hover();
            await row.locator('.action-label[aria-label^="Run Test"]').first().click();
            await until(`${name} ended`, async () => (await rows()).some(label => label.startsWith(`//States:${name}`) && /\((Passed|Failed|Errored)/i.test(label)), 180_000);
        }
        const ended = await rows();
        assert.ok(ended.some(label => label.includes('PassTests') && /Passed/i.test(label)), `a pass in ${ended.join('; ')}`);
        assert.ok(ended.some(label => label.includes('FailTests') && /Failed/i.test(label)), `a failure in ${ended.join('; ')}`);
        await picture(workbench, 'ended');

        // A source file has a button beside each test before anything of it has run; it runs that test alone.
        await workbench.open('ShardedTests.swift');
        const glyphs = page.locator('.editor-instance .testing-run-glyph');
        await until('a button for the class and each of its tests', async () => await glyphs.count() >= 5, 30_000);
        await picture(workbench, 'beside-the-lines');
        await workbench.open('FailTests.swift');
        await until('the failure stands at its line', async () => (await workbench.text('.editor-instance .view-lines')).includes('testFails')
            && (await page.locator('.editor-instance .testing-run-glyph, .editor-instance .codicon-testing-error-icon, .editor-instance .codicon-testing-failed-icon').count()) > 0, 30_000);
        await picture(workbench, 'failure');
        await workbench.command('Test: Peek Output');
        await until('the message of the failure', async () => (await workbench.text('.test-output-peek, .zone-widget')).includes('testFails'), 30_000);
        await picture(workbench, 'peek');

        // A run from a terminal appears as well.
        await workbench.command('Testing: Focus on Test Explorer View');
        const terminal = await output(program, ['test', '//States:SkippedTests'], { cwd: workspace.folder, env: editor.environment });
        assert.ok(terminal.ok, terminal.stdout + terminal.stderr);
        await until('the run of the terminal', async () => (await rows()).some(label => label.startsWith('//States:SkippedTests') && /\((Passed|Skipped)/i.test(label)), 60_000);
        await picture(workbench, 'from-a-terminal');

        // Coverage is shown in the editor's own view.
        const row = page.locator('.test-explorer .monaco-list-row[aria-label^="//cpp:ledger_test"]');
        await row.hover();
        await row.locator('.action-label[aria-label*="Coverage"]').first().click();
        await until('the view of coverage names the library', async () => (await workbench.text('.test-coverage-list-item-label, .pane-body')).includes('ledger.cc'), 240_000);
        await picture(workbench, 'coverage');

        // Results are still there after the window was loaded again.
        await page.reload();
        await workbench.ready();
        await workbench.command('Testing: Focus on Test Explorer View');
        await until('the failure after a reload', async () => (await rows()).some(label => label.startsWith('//States:FailTests') && /\((Failed)/i.test(label)), 60_000);
        await picture(workbench, 'reloaded');
    }),
};
