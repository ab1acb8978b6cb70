// Targets by their package or their kind, as the tree shows them.
import type { Target } from '../protocol';

/** byPackage returns the packages in order of their names, each with its targets in the order they came. */
export function byPackage(targets: readonly Target[]): [string, Target[]][] {
    return grouped(targets, ({ label }) => {
        const colon = label.lastIndexOf(':');
        return colon < 0 ? label : label.slice(0, colon);
    });
}

/** byKind returns the rules in order of their names, each with its targets in the order they came. */
export function byKind(targets: readonly Target[]): [string, Target[]][] {
    return grouped(targets, target => target.ruleClass || target.kind);
}

function grouped(targets: readonly Target[], nameOf: (target: Target) => string): [string, Target[]][] {
    const groups = new Map<string, Target[]>();
    for (const target of targets) {
        const name = nameOf(target);
        const group = groups.get(name);
        if (group) {
            group.push(target);
        } else {
            groups.set(name, [target]);
        }
    }
    return [...groups].sort(([a], [b]) => a.localeCompare(b));
}
