// The report of a failed build: its timeline, its problem with a link, and its file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../processes.mjs';
import { withWindow } from '../window.mjs';

export const report = {
    name: 'report',
    title: 'A build’s report shows its timeline and leads to the error',
    run: ({ picture }) => withWindow('report', async (workbench, workspace) => {
        const { page } = workbench;
        await workbench.command('Bazel Apple: Build…');
        await workbench.input('Build');
        await workbench.type('//broken:Broken');
        await workbench.choose('//broken:Broken');
        await workbench.notification(/Show Report/, 180_000);
        await workbench.press('Show Report');
        const frame = await workbench.frame('#timeline');
        const height = await until('the timeline is drawn', () => frame.$eval('#timeline', canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(v => v !== 0) && canvas.clientHeight));
        assert.ok(height > 100, `the timeline is ${height} pixels high`);
        assert.match(await frame.$eval('body', body => body.innerText), /✗ Failed in .*Problems.*Broken\.swift:\d+.*Critical path.*Slowest actions/s);
        await workbench.clearNotifications();
        await picture(workbench, 'page');
        await frame.click('[data-do="json"]');
        const file = 'Build-broken-Broken.json';
        await workbench.choosePath(file);
        await workbench.notification(/Saved .*\.json/);
        assert.equal(JSON.parse(readFileSync(join(workspace.folder, file), 'utf8')).run.target, '//broken:Broken');
        await workbench.clearNotifications();
        await frame.click('[data-file]');
        await page.waitForSelector('.editor-instance .view-lines');
        await until('the file is open', async () => /Broken\.swift/.test(await workbench.text('.tab.active')));
    }),
};
