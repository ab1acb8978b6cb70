// The text of the Doctor page: no script, no network.
import { escape } from './html';

/** The data of the backend's health report. */
export interface Health {
    ok: boolean;
    workspace: string;
    host: string;
    simulated: boolean;
    checks: { name: string; ok: boolean; needed: boolean; path?: string; detail?: string; fix?: string }[];
}

const style = `
body { max-width: 60em; padding: 1em 2em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .5em 1em .5em 0; border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border)); }
td.path { font-family: var(--vscode-editor-font-family); overflow-wrap: anywhere; }
.state { white-space: nowrap; font-weight: 600; }
.ok::before { content: '✓ '; color: var(--vscode-testing-iconPassed); }
.failed::before { content: '✗ '; color: var(--vscode-testing-iconFailed); }
.absent::before { content: '– '; }
.note { border-left: 3px solid var(--vscode-editorWarning-foreground); padding: .3em 1em; }
.fix { margin-top: .3em; }
pre { white-space: pre-wrap; }`;

/** page draws the report; without one it shows the text, without either it says that it is looking. */
export function page(health: Health | undefined, text: string | undefined): string {
    const body = health ? report(health) : text === undefined ? '<p>Looking at Bazel, Xcode and the other tools…</p>' : `<pre>${escape(text)}</pre>`;
    return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>Doctor</title><style>${style}</style></head>
<body><h1>Doctor</h1>${body}
<p><a href="command:bazelApple.doctor">Check again</a> · <a href="command:workbench.action.openSettings?%22bazelApple%22">Settings</a> · <a href="command:bazelApple.showServerLog">Server log</a></p>
</body></html>`;
}

function report({ ok, workspace, host, simulated, checks }: Health): string {
    const rows = checks.map(c => {
        const [word, look] = c.ok ? ['Ready', 'ok'] : c.needed ? ['Missing', 'failed'] : ['Not found', 'absent'];
        const fix = c.ok || !c.fix ? '' : `<div class="fix">${escape(c.fix)}</div>`;
        return `<tr><td class="state ${look}">${word}</td><th scope="row">${escape(c.name)}</th><td>${escape(c.detail ?? '')}${fix}</td><td class="path">${escape(c.path ?? '')}</td></tr>`;
    });
    const note = simulated ? '<p class="note">There is no Xcode here. Apple’s tools are simulated: answers about simulators and devices come from stand-ins, and no app really runs.</p>' : '';
    return `<p><strong>${ok ? 'Everything that is needed is ready.' : 'Something that is needed is missing.'}</strong></p>${note}
<p>Workspace: <code>${escape(workspace)}</code> · acting as ${escape(host)}</p>
<table><thead><tr><th>State</th><th>Tool</th><th>What was found</th><th>Path</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
