// Where the backend program is looked for, and what is said when it is not there.
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

export interface Places {
    setting: string;
    extension: string;
    path: string;
}

export interface Found {
    program: string;
    /** Where it came from, in words for a person. */
    origin: string;
}

export interface Missing {
    looked: string[];
    /** The reason, when the place a person named is the one that fails. */
    reason: string;
}

const program = 'bazel-apple';

/**
 * find searches the setting, the program that came with the extension, the PATH, in this order. A setting that names
 * nothing usable is an error: falling back would hide the mistake.
 */
export function find(places: Places): Found | Missing {
    const setting = places.setting.trim();
    if (setting !== '') {
        const named = setting.startsWith('~/') ? join(homedir(), setting.slice(2)) : setting;
        const reason = isAbsolute(named) ? unusable(named) : 'is not an absolute path';
        return reason === undefined ? { program: named, origin: 'the setting bazelApple.server.path' }
            : { looked: [named], reason: `The setting bazelApple.server.path names ${named}, which ${reason}.` };
    }
    const bundled = join(places.extension, 'bin', program);
    if (unusable(bundled) === undefined) {
        return { program: bundled, origin: 'this extension' };
    }
    const folders = places.path.split(delimiter).filter(folder => isAbsolute(folder));
    for (const folder of folders) {
        const candidate = join(folder, program);
        if (unusable(candidate) === undefined) {
            return { program: candidate, origin: `PATH (${folder})` };
        }
    }
    return {
        looked: [bundled, ...folders.map(folder => join(folder, program))],
        reason: 'The bazel-apple program was not found. It does not come with this build of the extension, and none is on the PATH.',
    };
}

function unusable(file: string): string | undefined {
    try {
        if (!statSync(file).isFile()) {
            return 'is not a file';
        }
        accessSync(file, constants.X_OK);
        return undefined;
    } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be run';
    }
}

/** versionProblem compares the program's version with the extension's; undefined when they fit. */
export function versionProblem(extension: string, printed: string): string | undefined {
    const version = /(?<![\d.])(\d+)\.(\d+)\.(\d+)\S*/.exec(printed);
    if (!version) {
        return `it does not say which version it is (“${printed.trim().slice(0, 60)}”)`;
    }
    const [major, minor] = extension.split('.');
    // Before 1.0 the protocol may change with the minor version.
    const fits = version[1] === major && (major !== '0' || version[2] === minor);
    return fits ? undefined : `it is version ${version[0]}, and this extension is ${extension}`;
}
