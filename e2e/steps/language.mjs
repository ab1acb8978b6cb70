// BUILD files as a language: outline, hover, definition, references, completion, a label that names nothing and its fix, lenses of a broken text, rename, format.
import assert from 'node:assert/strict';
import { until } from '../processes.mjs';
import { withWindow } from '../window.mjs';

export const language = {
    name: 'language',
    title: 'BUILD files have outline, hover, definition, references, completion, problems with fixes, rename and format',
    run: ({ picture }) => withWindow('language', async workbench => {
        const { page } = workbench;
        const line = number => workbench.line(number);
        await workbench.open('cpp/BUILD');
        await until('lenses', async () => (await workbench.lenses()).some(text => /Test/.test(text)));

        await workbench.command('Explorer: Focus on Outline View');
        await until('the outline', async () => /ledger_cli[\s\S]*ledger_test/.test(await workbench.text('.outline-pane')));
        await picture(workbench, 'outline');

        await workbench.go(12, 16);
        await workbench.command('Show or Focus Hover');
        await until('a hover', async () => /\/\/cpp:ledger/.test(await workbench.text('.monaco-hover:not(.hidden)')));
        await picture(workbench, 'hover');
        await workbench.go(12, 16);
        await page.keyboard.press('F12');
        await until('the definition', async () => /Ln [34],/.test(await workbench.text('.statusbar')));
        await workbench.go(12, 16);
        await page.keyboard.press('Shift+F12');
        await until('references', async () => (await page.$$('.peekview-widget .monaco-list-row')).length >= 2);
        await picture(workbench, 'references');
        await page.keyboard.press('Escape');

        await workbench.go(12, 13);
        await page.keyboard.type('"//Mod');
        await until('completion', async () => /\/\/Modules/.test(await workbench.text('.suggest-widget.visible')));
        await picture(workbench, 'completion');
        await page.keyboard.press('Escape');
        await workbench.command('File: Revert File');

        await workbench.go(12, 15);
        await page.keyboard.type('x');
        await page.keyboard.press('Escape');
        await until('a problem', async () => (await page.$$('.squiggly-warning')).length > 0);
        await page.keyboard.press('Control+.');
        await until('a fix', async () => /Change to :ledger/.test(await workbench.text('.action-widget')));
        await picture(workbench, 'fix');
        await page.locator('.action-widget .monaco-list-row', { hasText: 'Change to :ledger' }).first().click();
        await until('the fixed label', async () => /deps = \[":ledger"\]/.test(await line(12)));

        await workbench.go(4, 5);
        await page.keyboard.type('("');
        const lenses = await until('lenses of the whole targets', async () => {
            const found = await workbench.lenses();
            return found.some(text => /Test/.test(text)) && found.some(text => /Run/.test(text)) && found;
        });
        assert.ok(lenses.length >= 3, `${lenses.length} rows while a line is broken`);
        await picture(workbench, 'broken');
        await workbench.command('File: Revert File');

        await workbench.go(4, 14);
        await page.keyboard.press('F2');
        await page.locator('.rename-box input').fill('book');
        await picture(workbench, 'rename');
        await page.locator('.rename-box input').press('Enter');
        await until('the renamed label', async () => /":book"/.test(await line(12)));

        await workbench.go(1, 1);
        await page.keyboard.press('Control+End');
        await page.keyboard.type('filegroup(name="z")');
        await workbench.command('Format Document');
        await until('the formatted text', async () => /name = "z"/.test(await workbench.text('.view-lines')));
    }),
};
