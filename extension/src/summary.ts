// The one line of an answer that fits a message.

const most = 200;

/** summary is the first line that says something, without the tool's name before it: a person knows the title. */
export function summary(text: string, tool = ''): string {
    let line = text.split('\n').map(l => l.trim()).find(l => l !== '' && !/^(Next|Warning): /.test(l)) ?? '';
    if (tool !== '' && line.startsWith(`${tool}: `)) {
        line = line.slice(tool.length + 2);
        line = line.charAt(0).toUpperCase() + line.slice(1);
    }
    return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
