// The one line of an answer that fits a message.

const most = 200;

/** summary is the first line that says something, without the words before its facts. */
export function summary(text: string): string {
    const line = text.split('\n').map(l => l.trim()).find(l => l !== '' && !l.startsWith('Next: ')) ?? '';
    return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
