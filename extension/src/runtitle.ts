// What a run is called.
import type { Run } from './protocol';

/** runTitle is a run's title with its target, which most titles name already. */
export function runTitle({ title, target }: Run): string {
    return target === undefined || title.includes(target) ? title : `${title} ${target}`;
}
