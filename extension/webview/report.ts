// The script of the build report: draws the charts and tells the editor what is clicked. All data stands in the page.
import { BarController, BarElement, CategoryScale, Chart, type ChartOptions, Legend, LinearScale, Tooltip } from 'chart.js';
import type { RunReportResult } from '../src/protocol';

interface Bar { label: string; group: string; name: string; span: [number, number] }

declare const acquireVsCodeApi: (() => { postMessage(message: unknown): void }) | undefined;

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);
Chart.defaults.animation = false;

const most = 25;
const rowHeight = 22;
const report = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as RunReportResult;
const drawn: Chart[] = [];

function variable(name: string, otherwise: string): string {
    return getComputedStyle(document.body).getPropertyValue(name).trim() || otherwise;
}

/** colors are those of the theme; of the saved page, some that can be told apart on light and on dark. */
function colors(): string[] {
    return [['--vscode-charts-blue', '#3794ff'], ['--vscode-charts-red', '#e5534b'], ['--vscode-charts-orange', '#d18616'], ['--vscode-charts-green', '#3fa65a'], ['--vscode-charts-purple', '#b180d7'], ['--vscode-charts-yellow', '#cca700']]
        .map(([name, otherwise]) => variable(name ?? '', otherwise ?? ''));
}

function short(text: string, length = 56): string {
    return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** bars are the rows of the timeline in their order. */
function bars(): Bar[] {
    const span = (s: { start: number; seconds: number }): [number, number] => [s.start, s.start + s.seconds];
    return [
        ...report.phases.map(p => ({ label: short(p.name), group: 'Phases', name: p.name, span: span(p) })),
        ...report.criticalPath.slice(0, most).map(p => ({ label: short(p.name), group: 'Critical path', name: p.name, span: span(p) })),
        ...[...report.slowest].slice(0, most).sort((a, b) => a.start - b.start).map(a => ({ label: short(a.name), group: `Slowest: ${a.how}`, name: a.name, span: span(a) })),
    ];
}

function options(unit: string, tooltip: (row: number) => string, legend: boolean): ChartOptions<'bar'> {
    const text = variable('--vscode-foreground', getComputedStyle(document.body).color);
    const grid = variable('--vscode-widget-border', 'rgba(128,128,128,.3)');
    return {
        indexAxis: 'y', responsive: true, maintainAspectRatio: false, datasets: { bar: { grouped: false } },
        scales: {
            x: { title: { display: true, text: unit, color: text }, ticks: { color: text }, grid: { color: grid } },
            y: { ticks: { color: text, autoSkip: false }, grid: { display: false } },
        },
        plugins: { legend: { display: legend, labels: { color: text } }, tooltip: { displayColors: false, callbacks: { title: () => '', label: item => tooltip(item.dataIndex) } } },
    };
}

function draw(id: string, rows: number, make: (canvas: HTMLCanvasElement) => Chart): void {
    const canvas = document.getElementById(id);
    if (canvas instanceof HTMLCanvasElement && canvas.parentElement) {
        canvas.parentElement.style.height = `${90 + rows * rowHeight}px`;
        drawn.push(make(canvas));
    }
}

function drawAll(): void {
    for (const chart of drawn.splice(0)) {
        chart.destroy();
    }
    const palette = colors();
    const all = bars();
    const groups = [...new Set(all.map(b => b.group))];
    draw('timeline', all.length, canvas => new Chart(canvas, {
        type: 'bar',
        data: {
            labels: all.map(b => b.label),
            datasets: groups.map((group, i) => ({ label: group, data: all.map(b => b.group === group ? b.span : null), backgroundColor: palette[i % palette.length], minBarLength: 2 })),
        },
        options: options('Seconds', row => {
            const bar = all[row];
            return bar ? `${bar.name}: ${(bar.span[1] - bar.span[0]).toFixed(3)} s, from ${bar.span[0].toFixed(3)} s` : '';
        }, true),
    }));
    draw('ran', report.ran.length, canvas => new Chart(canvas, {
        type: 'bar',
        data: { labels: report.ran.map(r => r.name), datasets: [{ label: 'Actions', data: report.ran.map(r => r.count), backgroundColor: report.ran.map((_, i) => palette[i % palette.length]) }] },
        options: options('Actions', row => `${report.ran[row]?.name ?? ''}: ${report.ran[row]?.count ?? 0}`, false),
    }));
}

drawAll();
// A change of the theme changes the classes of the body.
new MutationObserver(drawAll).observe(document.body, { attributes: true, attributeFilter: ['class'] });

const editor = typeof acquireVsCodeApi === 'undefined' ? undefined : acquireVsCodeApi();
document.addEventListener('click', event => {
    const clicked = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-do], [data-file]') : null;
    if (clicked) {
        event.preventDefault();
        const { do: action, file, line, column } = clicked.dataset;
        editor?.postMessage(file === undefined ? { do: action } : { file, line: Number(line), column: Number(column) });
    }
});
