// The text of the build report: tables that stand by themselves, and the data from which the script draws its charts.
import { escape } from './html';
import { runTitle } from './runtitle';
import type { ReportProblem, RunReportResult, Span } from './protocol';

/** How the page gets its script: from the extension's folder, or in the text of a page that was saved. */
export type Script = { src: string; source: string; nonce: string } | { inline: string; nonce: string };

const style = `
:root { color-scheme: light dark; }
body { max-width: 75em; padding: 1em 2em; font-family: var(--vscode-font-family, system-ui, sans-serif); color: var(--vscode-foreground, CanvasText); background: var(--vscode-editor-background, Canvas); }
h1 { font-size: 1.5em; overflow-wrap: anywhere; }
h2 { font-size: 1.15em; margin-top: 2em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3em 1em .3em 0; border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, GrayText)); }
td.name { overflow-wrap: anywhere; width: 60%; }
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.actions { display: flex; flex-wrap: wrap; gap: .6em; margin: 1em 0; }
button { font: inherit; padding: .3em .9em; border: 1px solid var(--vscode-button-border, transparent); color: var(--vscode-button-secondaryForeground, ButtonText); background: var(--vscode-button-secondaryBackground, ButtonFace); cursor: pointer; }
button:hover { background: var(--vscode-button-secondaryHoverBackground, ButtonFace); }
button:focus-visible, a:focus-visible { outline: 1px solid var(--vscode-focusBorder, Highlight); outline-offset: 2px; }
a { color: var(--vscode-textLink-foreground, LinkText); }
.problem { margin: .6em 0; padding-left: .8em; border-left: 3px solid var(--vscode-editorWarning-foreground, orange); }
.problem.error { border-color: var(--vscode-editorError-foreground, red); }
.problem pre { margin: .2em 0; white-space: pre-wrap; font-family: var(--vscode-editor-font-family, monospace); }
.muted { color: var(--vscode-descriptionForeground, GrayText); }
.chart { position: relative; }`;

/** page draws the report of an ended run; saved is a page that stands alone, without buttons and links into the editor. */
export function page(report: RunReportResult, script: Script): string {
    const saved = 'inline' in script;
    const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${script.nonce}'${saved ? '' : ` ${script.source}`}`;
    const data = JSON.stringify(report).replaceAll('<', '\\u003c');
    const title = escape(runTitle(report.run));
    return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1>${summary(report)}
${saved ? '' : '<div class="actions"><button data-do="log">Show Log</button><button data-do="html">Save as HTML…</button><button data-do="json">Save as JSON…</button></div>'}
${problems(report.problems, saved)}
${timeline(report)}
${ran(report)}
${spans('Critical path', 'The longest chain of actions that had to wait for one another.', report.criticalPath, report.seconds)}
${slowest(report)}
${tests(report)}
<script type="application/json" id="data">${data}</script>
${saved ? `<script nonce="${script.nonce}">${script.inline.replaceAll('</script', '<\\/script')}</script>` : `<script nonce="${script.nonce}" src="${script.src}"></script>`}
</body></html>`;
}

function summary({ run, bazel, targets, actions, seconds }: RunReportResult): string {
    const good = (run.exitCode ?? 0) === 0;
    const facts = [
        `${good ? '✓ Succeeded' : '✗ Failed'} in ${time(seconds)}`, count(targets, 'target'), actions > 0 ? count(actions, 'action') : '',
        bazel ? `Bazel ${bazel}` : '', run.start ? new Date(run.start).toLocaleString() : '',
    ];
    return `<p><strong>${facts.filter(Boolean).map(escape).join('</strong> · <strong>')}</strong></p>`;
}

function problems(found: readonly ReportProblem[], saved: boolean): string {
    if (found.length === 0) {
        return '';
    }
    const rows = found.map(p => {
        const place = [p.file, p.line, p.column].filter(Boolean).join(':');
        const link = p.file === undefined ? '' : saved ? escape(place)
            : `<a href="#" data-file="${escape(p.file)}" data-line="${p.line ?? 1}" data-column="${p.column ?? 1}">${escape(place)}</a>`;
        const target = p.target === undefined ? '' : `<span class="muted">${escape(p.target)}</span>`;
        return `<div class="problem ${p.severity}"><strong>${p.severity === 'error' ? 'Error' : 'Warning'}</strong> ${[link, target].filter(Boolean).join(' · ')}<pre>${escape(p.message)}</pre></div>`;
    });
    return `<h2>Problems</h2>${rows.join('')}`;
}

function timeline({ noProfile, cut, phases }: RunReportResult): string {
    if (noProfile !== undefined) {
        return `<h2>Timeline</h2><p class="muted">${escape(noProfile)}</p>`;
    }
    const note = cut ? '<p class="muted">Bazel’s profile ends in the middle: what came later is not shown.</p>' : '';
    return phases.length === 0 ? note
        : `<h2>Timeline</h2>${note}<div class="chart"><canvas id="timeline" role="img" aria-label="When the phases, the critical path and the slowest actions ran. The tables below say the same."></canvas></div>`;
}

function ran({ ran }: RunReportResult): string {
    if (ran.length === 0) {
        return '';
    }
    const rows = ran.map(r => `<tr><td class="name">${escape(r.name)}</td><td class="number">${r.count}</td></tr>`);
    return `<h2>Where results came from</h2><div class="chart"><canvas id="ran" role="img" aria-label="How many actions ran and how many came from a cache. The table below says the same."></canvas></div>
<table><thead><tr><th>Kind</th><th class="number">Actions</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function spans(title: string, text: string, list: readonly Span[], whole: number): string {
    if (list.length === 0) {
        return '';
    }
    const rows = list.map(s => `<tr><td class="name">${escape(s.name)}</td><td class="number">${time(s.start)}</td><td class="number">${time(s.seconds)}</td><td class="number">${share(s.seconds, whole)}</td></tr>`);
    return `<h2>${title}</h2><p class="muted">${text}</p><table><thead><tr><th>Action</th><th class="number">Start</th><th class="number">Time</th><th class="number">Of the whole</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function slowest(report: RunReportResult): string {
    if (report.slowest.length === 0) {
        return '';
    }
    const rows = report.slowest.map(a => `<tr><td class="name">${escape(a.name)}</td><td>${escape(a.mnemonic ?? '')}</td><td>${escape(a.how)}</td><td class="number">${time(a.seconds)}</td></tr>`);
    return `<h2>Slowest actions</h2><table><thead><tr><th>Action</th><th>Kind</th><th>Result</th><th class="number">Time</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function tests(report: RunReportResult): string {
    if (report.tests.length === 0) {
        return '';
    }
    const rows = report.tests.map(t => `<tr><td class="name">${escape(t.label)}</td><td>${t.passed ? '✓' : '✗'} ${escape(t.status.toLowerCase().replaceAll('_', ' '))}${t.cached ? ' (cached)' : ''}</td><td class="number">${time(t.seconds)}</td></tr>`);
    return `<h2>Tests, the slowest first</h2><table><thead><tr><th>Target</th><th>Result</th><th class="number">Time</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** time is a duration of seconds in the unit that suits it. */
export function time(seconds: number): string {
    const size = Math.abs(seconds);
    if (size >= 60) {
        return `${Math.trunc(seconds / 60)} min ${Math.round(size % 60)} s`;
    }
    return size >= 1 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds * 1000)} ms`;
}

function share(part: number, whole: number): string {
    return whole > 0 ? `${Math.round(part / whole * 100)} %` : '';
}

function count(n: number, noun: string): string {
    return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
