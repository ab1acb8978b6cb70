// The order of a picker's rows: last used, then the default, then the rest as they come.

/** ordered returns rows with the recent values first, newest first, then the default. */
export function ordered<Row>(rows: readonly Row[], id: (row: Row) => string, recent: readonly string[], preset: string | undefined): Row[] {
    const rank = (row: Row): number => {
        const at = recent.indexOf(id(row));
        return at >= 0 ? at : id(row) === preset ? recent.length : recent.length + 1;
    };
    return rows.map((row, i) => ({ row, i })).sort((a, b) => rank(a.row) - rank(b.row) || a.i - b.i).map(({ row }) => row);
}

/** used puts value in front of the recent values, which stay short. */
export function used(recent: readonly string[], value: string): string[] {
    return [value, ...recent.filter(v => v !== value)].slice(0, 5);
}
