// Writes what agents are offered, and the answer of one read-only tool, into the file that the environment names.
const { writeFileSync } = require('node:fs');
const vscode = require('vscode');

exports.activate = context => {
    context.subscriptions.push(vscode.commands.registerCommand('bazelAppleProbe.tools', async () => {
        const report = { tools: vscode.lm.tools.map(t => t.name) };
        const name = report.tools.find(t => t.endsWith('bazel_list_workflows')) ?? report.tools.find(t => t.endsWith('bazel_ios_show_defaults'));
        try {
            const result = name && await vscode.lm.invokeTool(name, { input: {}, toolInvocationToken: undefined });
            report.invoked = name;
            report.answer = result?.content.map(part => part.value).filter(value => typeof value === 'string').join('\n');
        } catch (error) {
            report.error = String(error);
        }
        writeFileSync(process.env.BAZEL_APPLE_E2E_PROBE, JSON.stringify(report));
    }));
};
