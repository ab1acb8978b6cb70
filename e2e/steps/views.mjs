// The views, what stands in their rows, the status bar, the Doctor page, the tasks and the walkthrough.
import assert from 'node:assert/strict';
import { until } from '../processes.mjs';
import { withWindow } from '../window.mjs';

export const views = {
    name: 'views',
    title: 'The views list targets, destinations, runs and captures; Doctor, tasks and walkthrough open',
    run: ({ picture }) => withWindow('views', async workbench => {
        const { page } = workbench;
        const row = text => page.locator('.composite.viewlet .monaco-list-row', { hasText: text }).first();
        await workbench.command('Bazel Apple: Focus on Targets View');
        await row('//cpp').click();
        await until('the package’s targets', async () => /ledger_test/.test(await workbench.text('.composite.viewlet')));
        await row('ledger_test').hover();
        await until('the inline actions', async () => (await row('ledger_test').locator('.action-label').count()) >= 2);
        await until('the simulators', async () => /iPhone/.test(await workbench.text('.composite.viewlet')));
        assert.match(await workbench.text('.composite.viewlet'), /Nothing has run yet/);
        await picture(workbench, 'targets');

        await row('ledger_test').locator('.action-label[aria-label^="Test"]').click();
        await until('the test is a run', async () => (await row('Test //cpp:ledger_test').count()) > 0, 60_000);
        await until('its end', async () => /Test \/\/cpp:ledger_test[\s\S]*succeeded/.test(await workbench.text('.composite.viewlet')), 180_000);
        await until('nothing runs', async () => !/running/.test((await workbench.status()).join()), 5_000);
        await row('Test //cpp:ledger_test').hover();
        await picture(workbench, 'runs');

        await workbench.command('Bazel Apple: Focus on Captures & Debug View');
        await until('the welcome of an empty view', async () => /No recording, log capture or debugger session/.test(await workbench.text('.composite.viewlet')));
        await row('iPhone').hover();
        await row('iPhone').locator('.action-label').first().click();
        await until('a simulator is booted', async () => /iPhone 16 ?iOS 18\.6 · Booted/.test(await workbench.text('.composite.viewlet')), 30_000);
        await picture(workbench, 'destinations');
        await workbench.clearNotifications();

        await workbench.command('Bazel Apple: Open Doctor');
        const doctor = await workbench.frame('table');
        assert.match(await doctor.$eval('body', body => body.innerText), /Bazel[\s\S]*Xcode/);
        await picture(workbench, 'doctor');

        await workbench.command('Tasks: Run Task');
        await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'bazelApple' }).click();
        await until('the tasks', async () => (await workbench.rows()).some(label => /build \/\/App:App/.test(label)));
        await picture(workbench, 'tasks');
        await page.keyboard.press('Escape');

        await workbench.command('Welcome: Open Walkthrough...');
        await workbench.choose('Get Started with Bazel Apple');
        await until('the walkthrough', async () => /See whether everything is here/.test(await workbench.text('.gettingStartedContainer')));
        await picture(workbench, 'walkthrough');
    }),
};
