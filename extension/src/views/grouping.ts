// Targets by their package, as the tree shows them.
import type { Target } from '../protocol';

/** byPackage returns the packages in order of their names, each with its targets in the order they came. */
export function byPackage(targets: readonly Target[]): [string, Target[]][] {
    const groups = new Map<string, Target[]>();
    for (const target of targets) {
        const colon = target.label.lastIndexOf(':');
        const name = colon < 0 ? target.label : target.label.slice(0, colon);
        const group = groups.get(name);
        if (group) {
            group.push(target);
        } else {
            groups.set(name, [target]);
        }
    }
    return [...groups].sort(([a], [b]) => a.localeCompare(b));
}
