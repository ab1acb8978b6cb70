// Runs the steps in a real VS Code, prints each with its time, and closes with "N passed, N failed".
// A step that fails is tried once more in a new window, and both tries are told. Arguments choose steps by their names.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { artifacts } from './environment.mjs';
import { steps } from './steps.mjs';

const chosen = process.argv.slice(2);
rmSync(artifacts, { recursive: true, force: true });
mkdirSync(artifacts, { recursive: true });

async function attempt(step, number) {
    const started = Date.now();
    const pictures = [];
    const context = {
        /** picture keeps what the window shows, one file a step and moment. */
        picture: async (workbench, name) => {
            const file = join(artifacts, `${step.name}-${name}${number > 1 ? `-try-${number}` : ''}.png`);
            await workbench.screenshot(file);
            pictures.push(file);
        },
    };
    let failure;
    try {
        await step.run(context);
    } catch (error) {
        failure = error;
    }
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${failure ? 'FAIL' : 'ok  '} ${step.name}${number > 1 ? ` (try ${number})` : ''}: ${step.title} (${seconds} s)`);
    if (failure) {
        console.log(`     ${String(failure.stack ?? failure).replaceAll('\n', '\n     ')}`);
    }
    return !failure;
}

let passed = 0;
let failed = 0;
for (const step of steps.filter(s => chosen.length === 0 || chosen.includes(s.name))) {
    if (await attempt(step, 1) || await attempt(step, 2)) {
        passed++;
    } else {
        failed++;
    }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
