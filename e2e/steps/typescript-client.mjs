// (f) The official TypeScript client lists, calls, cancels, reads and subscribes over stdio; it checks structured answers against their schemas.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { program } from '../environment.mjs';
import { until } from '../processes.mjs';
import { Workspace } from '../workspace.mjs';

export const typescriptClient = {
    name: 'typescript-client',
    title: 'The official TypeScript client lists, calls, cancels, reads and subscribes',
    async run() {
        const workspace = new Workspace();
        const client = new Client({ name: 'e2e', version: '1' });
        const updated = [];
        client.setNotificationHandler(ResourceUpdatedNotificationSchema, note => { updated.push(note.params.uri); });
        try {
            await client.connect(new StdioClientTransport({ command: program, args: ['mcp', '--standalone'], cwd: workspace.folder, env: { ...process.env, XDG_STATE_HOME: workspace.home } }));
            const { tools } = await client.listTools();
            assert.ok(tools.length <= 30 && tools.some(tool => tool.name === 'bazel_ios_build'));
            const { resources } = await client.listResources();
            assert.ok(resources.some(resource => resource.uri === 'bazel-apple://runs'));
            assert.equal((await client.listPrompts()).prompts.length, 4);

            await client.subscribeResource({ uri: 'bazel-apple://runs' });
            const built = await client.callTool({ name: 'bazel_ios_build', arguments: { target: '//Modules/Core:Core' } });
            assert.notEqual(built.isError, true, built.content[0].text);
            assert.equal(built.structuredContent.ok, true);
            await until('the subscriber is told of the run', () => updated.includes('bazel-apple://runs'), 10_000);
            const { contents } = await client.readResource({ uri: 'bazel-apple://runs' });
            assert.match(contents[0].text, /\/\/Modules\/Core:Core/);

            const leave = new AbortController();
            const slow = client.callTool({ name: 'bazel_ios_build', arguments: { target: '//slow:slow' } }, undefined, { signal: leave.signal });
            const running = async () => (await client.callTool({ name: 'bazel_ios_runs', arguments: {} })).structuredContent.active;
            await until('the slow build runs', async () => await running() === 1, 30_000);
            leave.abort();
            await assert.rejects(slow);
            await until('the cancelled build has ended', async () => await running() === 0, 10_000);
            console.log(`     ${tools.length} tools listed, ${updated.length} updates`);
        } finally {
            await client.close();
            await workspace.remove();
        }
    },
};
