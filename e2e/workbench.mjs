// What a person does in the editor's window, by keyboard and mouse.
import { until } from './processes.mjs';

export class Workbench {
    constructor(page) {
        this.page = page;
    }

    async ready() {
        await this.page.waitForSelector('.monaco-workbench .statusbar', { timeout: 60_000 });
        await this.page.waitForSelector('[id="bazelapple.bazel-apple.bazelApple.target"]', { timeout: 60_000 });
    }

    /** command runs a command of the palette. A panel that opens just then takes the focus and closes the palette: then once more. */
    async command(title) {
        for (let tries = 1; ; tries++) {
            try {
                await this.palette(title);
                return await this.choose(title, 5_000);
            } catch (error) {
                if (tries === 3) {
                    throw error;
                }
            }
        }
    }

    /** palette opens the palette with text typed and returns the labels it lists. */
    async palette(text) {
        await this.page.keyboard.press('Escape');
        await this.page.keyboard.press('F1');
        await this.page.waitForSelector('.quick-input-widget input');
        await this.page.keyboard.type(text);
        await until(`the palette lists ${text}`, async () => (await this.rows()).length > 0);
        return this.rows();
    }

    rows() {
        return this.page.$$eval('.quick-input-widget .monaco-list-row', rows => rows.map(row => row.getAttribute('aria-label') ?? ''));
    }

    /** choose clicks the first row whose label begins with the text. */
    async choose(text, milliseconds = 15_000) {
        const row = await until(`a row ${text}`, async () => {
            for (const candidate of await this.page.$$('.quick-input-widget .monaco-list-row')) {
                const label = await candidate.getAttribute('aria-label').catch(() => null);
                if (label?.startsWith(text)) {
                    return candidate;
                }
            }
            return undefined;
        }, milliseconds);
        await row.click({ timeout: milliseconds });
    }

    /** type replaces what stands in the input. */
    async type(text) {
        await this.page.locator('.quick-input-widget input[type="text"]').first().fill(text);
    }

    /** choosePath takes the file that a dialog offers. */
    async choosePath(name) {
        await until(`the dialog offers ${name}`, async () => (await this.page.locator('.quick-input-widget input[type="text"]').first().inputValue()).endsWith(name));
        await this.page.keyboard.press('Enter');
    }

    /** input waits for the input whose title it is. */
    async input(title) {
        await until(`the input ${title}`, async () => (await this.text('.quick-input-titlebar')).includes(title));
    }

    text(selector) {
        return this.page.$$eval(selector, nodes => nodes.map(node => node.textContent ?? '').join('\n').replaceAll('\u00a0', ' '));
    }

    /** notification waits for a message that matches and returns its text. */
    notification(pattern, milliseconds = 60_000) {
        return until(`a notification ${pattern}`, async () => {
            const texts = await this.page.$$eval('.notifications-toasts .notification-list-item', nodes => nodes.map(n => (n.textContent ?? '').replaceAll('\u00a0', ' ')));
            return texts.find(text => pattern.test(text));
        }, milliseconds);
    }

    async press(button) {
        await this.page.locator('.notifications-toasts .monaco-button', { hasText: button }).first().click();
    }

    async clearNotifications() {
        await this.command('Notifications: Clear All Notifications');
    }

    /** panel waits for text in the panel's editor, such as an output channel. */
    panel(pattern, milliseconds = 30_000) {
        return until(`the panel shows ${pattern}`, async () => {
            const text = await this.text('.part.panel .view-line');
            return pattern.test(text) && text;
        }, milliseconds);
    }

    /** open opens a file of the workspace. */
    async open(path) {
        await this.page.keyboard.press('Escape');
        await this.page.keyboard.press('Control+p');
        await this.page.waitForSelector('.quick-input-widget input');
        await this.page.keyboard.type(path);
        const name = path.slice(path.lastIndexOf('/') + 1);
        await this.choose(name);
        await this.page.waitForSelector('.editor-instance .view-lines');
    }

    /** go puts the cursor at a line and a column, from 1. */
    async go(line, column) {
        await this.page.keyboard.press('Escape');
        await this.page.keyboard.press('Control+g');
        await this.page.waitForSelector('.quick-input-widget input');
        await this.page.keyboard.type(`${line}:${column}`);
        await this.page.keyboard.press('Enter');
        await until(`the cursor is at ${line}:${column}`, async () => new RegExp(`Ln ${line}, Col ${column}\\b`).test(await this.text('.statusbar')));
    }

    /** line is the text of a line of the editor in front, which must be in view. */
    async line(number) {
        return this.page.evaluate(wanted => {
            const margin = [...document.querySelectorAll('.editor-instance .margin-view-overlays > div')].find(n => n.querySelector('.line-numbers')?.textContent?.trim() === String(wanted));
            const top = margin?.style.top;
            const line = [...document.querySelectorAll('.editor-instance .view-line')].find(n => n.style.top === top);
            return (line?.textContent ?? '').replaceAll('\u00a0', ' ');
        }, number);
    }

    /** frame waits for the page of a webview in which the selector is. */
    frame(selector) {
        return until(`a page with ${selector}`, async () => {
            for (const candidate of this.page.frames()) {
                if (await candidate.$(selector).catch(() => null)) {
                    return candidate;
                }
            }
            return undefined;
        });
    }

    lenses() {
        return this.page.$$eval('.codelens-decoration', nodes => nodes.map(n => (n.textContent ?? '').replaceAll('\u00a0', ' ')));
    }

    status() {
        return this.page.$$eval('.statusbar-item[id^="bazelapple.bazel-apple"]', nodes => nodes.map(n => n.getAttribute('aria-label') || n.textContent || ''));
    }

    screenshot(file) {
        return this.page.screenshot({ path: file });
    }
}
