// A throwaway copy of the example workspace with a Bazel of its own.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './environment.mjs';
import { output } from './processes.mjs';

export class Workspace {
    constructor() {
        this.home = realpathSync(mkdtempSync(join(tmpdir(), 'bazel-apple-e2e-')));
        this.folder = join(this.home, 'BazelApp');
        this.outputs = join(this.home, 'bazel');
        mkdirSync(this.outputs);
        cpSync(join(root, 'examples/BazelApp'), this.folder, { recursive: true, filter: path => !/\/bazel-[^/]*$/.test(path) });
        writeFileSync(join(this.folder, 'user.bazelrc'), `startup --output_user_root=${this.outputs}\nstartup --max_idle_secs=120\n`);
    }

    async remove() {
        await output('bazel', ['shutdown'], { cwd: this.folder });
        // Bazel makes its outputs read-only.
        await output('chmod', ['-R', 'u+w', this.home]);
        rmSync(this.home, { recursive: true, force: true });
    }
}
