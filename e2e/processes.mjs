// Programs the tests start, and what is known of the processes of a machine.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';

export function freePort() {
    return new Promise((resolve, reject) => {
        const server = createServer();
        server.on('error', reject);
        server.listen(0, '127.0.0.1', () => {
            const { port } = server.address();
            server.close(() => resolve(port));
        });
    });
}

/** start runs a program in a group of its own, so that all of it can be ended. */
export function start(program, args, options) {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
    child.output = '';
    child.stdout.on('data', data => { child.output += data; });
    child.stderr.on('data', data => { child.output += data; });
    return child;
}

export async function end(child) {
    if (!child || child.exitCode !== null || child.signalCode !== null) {
        return;
    }
    const gone = new Promise(resolve => child.once('exit', resolve));
    process.kill(-child.pid, 'SIGTERM');
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 5_000);
    await gone;
    clearTimeout(timer);
}

/** output runs a program to its end and returns what it printed, also when it failed. */
export function output(program, args, options = {}) {
    return new Promise(resolve => {
        execFile(program, args, { maxBuffer: 64 << 20, timeout: 120_000, ...options }, (error, stdout, stderr) => {
            resolve({ ok: !error, stdout, stderr });
        });
    });
}

/** commandLines lists the processes whose command line holds text, without this program's own. */
export function commandLines(text) {
    const all = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    return all.map(line => line.trim()).filter(line => line.includes(text) && !line.startsWith(`${process.pid} `) && !/^\d+ ps /.test(line));
}

/** workingIn lists the command lines of processes whose folder lies below a folder. */
export function workingIn(folder) {
    const found = [];
    for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
        try {
            if (readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) {
                found.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
            }
        } catch {
            // It ended meanwhile.
        }
    }
    return found;
}

export const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** until asks again and again until the answer is true-ish; it fails with what. */
export async function until(what, ask, milliseconds = 15_000) {
    const deadline = Date.now() + milliseconds;
    for (;;) {
        const answer = await ask();
        if (answer) {
            return answer;
        }
        if (Date.now() > deadline) {
            throw new Error(`${what}: not within ${milliseconds / 1000} s`);
        }
        await sleep(100);
    }
}
