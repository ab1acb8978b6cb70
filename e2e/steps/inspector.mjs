// (e) The inspector's command line lists and calls our tools over stdio.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { program } from '../environment.mjs';
import { output } from '../processes.mjs';
import { Workspace } from '../workspace.mjs';

export const inspector = {
    name: 'inspector',
    title: 'The MCP inspector lists and calls tools over stdio',
    async run() {
        const workspace = new Workspace();
        const cli = join(import.meta.dirname, '../node_modules/.bin/mcp-inspector');
        const ask = async (...args) => {
            const got = await output(cli, ['--cli', program, 'mcp', '--standalone', ...args], { cwd: workspace.folder });
            assert.ok(got.ok, `${args.join(' ')}: ${got.stderr}${got.stdout}`);
            return JSON.parse(got.stdout);
        };
        try {
            const { tools } = await ask('--method', 'tools/list');
            assert.ok(tools.some(tool => tool.name === 'bazel_ios_build'));
            const answer = await ask('--method', 'tools/call', '--tool-name', 'bazel_ios_show_defaults');
            assert.notEqual(answer.isError, true);
            assert.match(JSON.stringify(answer), /\/\/App:App/);
            console.log(`     ${tools.length} tools listed`);
        } finally {
            await workspace.remove();
        }
    },
};
