// Coverage of a run in the editor's own view.
import * as vscode from 'vscode';
import type { Engine } from './engine';
import type { Executions, Ratio } from './protocol';

class Covered extends vscode.FileCoverage {
    constructor(readonly root: string, readonly runId: string, readonly path: string, lines: Ratio, branches: Ratio, functions: Ratio, tests: vscode.TestItem[]) {
        const count = ({ covered, total }: Ratio): vscode.TestCoverageCount => new vscode.TestCoverageCount(covered, total);
        super(vscode.Uri.file(path), count(lines), branches.total > 0 ? count(branches) : undefined, functions.total > 0 ? count(functions) : undefined, tests);
    }
}

/** addCoverage adds what the backend knows of a run, also of one whose tests failed. tests names the one test that was run, if it was one. */
export async function addCoverage(engine: Engine, run: vscode.TestRun, root: string, runId: string, tests: vscode.TestItem[]): Promise<void> {
    const { files } = await engine.coverage(root, runId);
    for (const { path, lines, branches, functions } of files) {
        run.addCoverage(new Covered(root, runId, path, lines, branches, functions, tests));
    }
}

/** coverageDetails tells how often each line, branch and function of a file ran. */
export async function coverageDetails(engine: Engine, file: vscode.FileCoverage): Promise<vscode.FileCoverageDetail[]> {
    if (!(file instanceof Covered)) {
        return [];
    }
    const { lines, functions } = await engine.coverageFile(file.root, file.runId, file.path);
    const at = ({ line }: Executions): vscode.Position => new vscode.Position(line - 1, 0);
    return [
        ...lines.map(l => new vscode.StatementCoverage(l.count, at(l), (l.branches ?? []).map(b => new vscode.BranchCoverage(b.count, at(b), b.name)))),
        ...functions.map(f => new vscode.DeclarationCoverage(f.name ?? '', f.count, at(f))),
    ];
}
