// (d) MCP: List Servers → start → our tools in vscode.lm.tools → invokeTool of a read-only tool answers.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { until } from '../processes.mjs';
import { withWindow } from '../window.mjs';

export const agentInEditor = {
    name: 'agent-in-editor',
    title: 'The editor’s agents are offered our tools and get answers',
    run: ({ picture }) => withWindow('agent-in-editor', async (workbench, workspace, editor) => {
        await workbench.command('MCP: List Servers');
        await workbench.choose('Bazel Apple');
        await picture(workbench, 'servers');
        await workbench.choose('Start Server');
        const report = await until('our tools are offered', async () => {
            rmSync(editor.probe, { force: true });
            await workbench.command('Probe: Agent Tools');
            await until('the probe writes', () => existsSync(editor.probe), 10_000);
            const got = JSON.parse(readFileSync(editor.probe, 'utf8'));
            return got.tools.some(name => /bazel_ios_build$/.test(name)) && got;
        }, 60_000);
        await picture(workbench, 'started');
        assert.equal(report.error, undefined);
        assert.ok(report.answer?.length > 0, `${report.invoked} answers`);
        console.log(`     ${report.tools.filter(name => /bazel|swift_package/.test(name)).length} tools; ${report.invoked}: ${report.answer.split('\n')[0]}`);
    }),
};
