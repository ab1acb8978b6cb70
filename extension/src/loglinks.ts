// The places in files that a line of a log names.

export interface Place {
    start: number;
    end: number;
    file: string;
    line: number;
    column: number;
}

const place = /(?<![\w/.@-])((?:\/|\.{1,2}\/)?(?:[\w.+@-]+\/)*[\w.+@-]*[A-Za-z][\w+-]*(?:\.\w+)?):(\d+)(?::(\d+))?(?=[:\s),]|$)/g;

/** links finds FILE:LINE and FILE:LINE:COLUMN; a file has an extension or is a BUILD file, so that host:port is none. */
export function links(text: string): Place[] {
    const out: Place[] = [];
    for (const match of text.matchAll(place)) {
        const [whole, file = '', line = '', column = '1'] = match;
        const name = file.slice(file.lastIndexOf('/') + 1);
        if (/\.\w+$/.test(name) || /^(BUILD|WORKSPACE)$/.test(name)) {
            out.push({ start: match.index, end: match.index + whole.length, file, line: Number(line), column: Number(column) });
        }
    }
    return out;
}

// eslint-disable-next-line no-control-regex -- terminal sequences begin with ESC
const sequences = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/** plain drops the colours and cursor movements of a terminal. */
export function plain(line: string): string {
    return line.replace(sequences, '').replace(/\r/g, '');
}
