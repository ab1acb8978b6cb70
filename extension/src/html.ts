// What every page of ours needs to write HTML.

/** escape makes text safe in an element and in a quoted attribute. */
export function escape(text: string): string {
    return text.replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
}
