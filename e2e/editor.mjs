// VS Code in a browser: a server with a fresh state, the packaged extension installed, and a page on it.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium as browser } from 'playwright-core';
import { chromium, editorEntry, editorNode, root, standIns, vsix } from './environment.mjs';
import { end, freePort, output, start, until } from './processes.mjs';
import { Workbench } from './workbench.mjs';

const settings = {
    'security.workspace.trust.startupPrompt': 'never',
    'security.workspace.trust.banner': 'never',
    'telemetry.telemetryLevel': 'off',
    'workbench.startupEditor': 'none',
    'workbench.tips.enabled': false,
    'git.enabled': false,
    'files.autoSave': 'off',
    'editor.autoClosingBrackets': 'never',
    'editor.autoClosingQuotes': 'never',
    'workbench.reduceMotion': 'on',
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'chat.mcp.autostart': 'never',
    'files.simpleDialog.enable': true,
};

export class Editor {
    /** trust: false starts an editor that trusts no folder. */
    constructor(workspace, { trust = true } = {}) {
        this.workspace = workspace;
        this.trust = trust;
        this.state = join(workspace.home, trust ? 'editor' : 'editor-untrusted');
        this.probe = join(this.state, 'probe.json');
    }

    async open() {
        const { state } = this;
        mkdirSync(join(state, 'user/User'), { recursive: true });
        mkdirSync(join(state, 'tmp'), { recursive: true });
        writeFileSync(join(state, 'config.yaml'), 'auth: none\n');
        writeFileSync(join(state, 'user/User/settings.json'), JSON.stringify(settings));
        const env = this.environment = {
            ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', BAZEL_APPLE_E2E_PROBE: this.probe,
            XDG_STATE_HOME: join(state, 'state'), XDG_DATA_HOME: join(state, 'data'), XDG_CONFIG_HOME: join(state, 'config'),
        };
        const common = ['--config', join(state, 'config.yaml'), '--user-data-dir', join(state, 'user'), '--extensions-dir', join(state, 'extensions')];
        for (const file of [vsix, await this.packProbe()]) {
            const installed = await output(editorNode, [editorEntry, ...common, '--install-extension', file, '--force'], { env });
            if (!installed.ok) {
                throw new Error(`the editor cannot install ${file}: ${installed.stdout}${installed.stderr}`);
            }
        }
        await this.linkStandIns();
        this.port = await freePort();
        this.server = start(editorNode, [editorEntry, ...common, '--auth', 'none', '--bind-addr', `127.0.0.1:${this.port}`, '--disable-telemetry', '--disable-update-check',
            '--disable-getting-started-override', ...(this.trust ? ['--disable-workspace-trust'] : [])], { env });
        await until('the editor’s server answers', () => fetch(`http://127.0.0.1:${this.port}/healthz`).then(r => r.ok, () => false), 30_000);
        this.browser = await browser.launch({
            executablePath: chromium, headless: true,
            args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
        });
        const page = await this.browser.newPage({ viewport: { width: 1440, height: 900 } });
        await page.goto(`http://127.0.0.1:${this.port}/?folder=${encodeURIComponent(this.workspace.folder)}`);
        const workbench = new Workbench(page);
        await workbench.ready();
        return workbench;
    }

    /** Where there is no Xcode, the simulated Apple tools lie beside the installed program, which looks for them there. */
    async linkStandIns() {
        if (process.platform === 'darwin') {
            return;
        }
        const installed = readdirSync(join(this.state, 'extensions')).find(name => name.startsWith('bazelapple.bazel-apple-0'));
        const made = await output(join(standIns, 'fakeapple'), ['install', join(this.state, 'extensions', installed, 'bin/fakeapple')]);
        if (!made.ok) {
            throw new Error(`the simulated Apple tools cannot be linked: ${made.stderr}`);
        }
    }

    async packProbe() {
        const file = join(this.state, 'probe.vsix');
        const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
        const made = await output(process.execPath, [vsce, 'package', '--no-dependencies', '--skip-license', '--allow-missing-repository', '--out', file], { cwd: join(root, 'e2e/probe') });
        if (!made.ok) {
            throw new Error(`the probe cannot be packaged: ${made.stderr}`);
        }
        return file;
    }

    async close() {
        await this.browser?.close();
        await end(this.server);
    }
}
