// What is being captured, from the backend's events.
import type { Event } from '../protocol';

export interface Capture {
    id: string;
    root: string;
    kind: string;
    title: string;
    state: string;
    path: string;
}

const titles: Record<string, string> = { log: 'Log capture', video: 'Video recording', lldb: 'Debugger session' };

export class Captures {
    private readonly captures = new Map<string, Capture>();

    all(): Capture[] {
        return [...this.captures.values()];
    }

    clear(): void {
        this.captures.clear();
    }

    /** heard takes an event in and says whether anything changed; a capture that ended goes. */
    heard(event: Event): boolean {
        if (event.id === undefined || event.id === '') {
            return false;
        }
        const data = (typeof event.data === 'object' && event.data !== null ? event.data : {}) as Record<string, unknown>;
        const word = (name: string, otherwise = ''): string => typeof data[name] === 'string' ? data[name] : otherwise;
        const state = word('state', 'running');
        if (['stopped', 'ended', 'done', 'failed'].includes(state)) {
            return this.captures.delete(event.id);
        }
        const kind = word('kind', word('task', 'log'));
        this.captures.set(event.id, { id: event.id, root: event.root, kind, title: word('title', titles[kind] ?? event.id), state, path: word('path') });
        return true;
    }
}
