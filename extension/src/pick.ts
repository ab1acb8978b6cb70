// One step of an input as a list: rows may come late and may change while a person types.
import * as vscode from 'vscode';

export interface Row extends vscode.QuickPickItem {
    value: unknown;
}

export interface Rows {
    rows: Row[];
    live: boolean;
    partial?: boolean;
    note?: string;
}

/** What a step ended with; undefined means that the person gave up. */
export type Step = { value: unknown } | 'back' | 'more' | undefined;

export interface StepFrame {
    title: string;
    step: number;
    total: number;
    prompt: string;
    /** Offers the button that asks for what may be given besides. */
    more: boolean;
}

export const moreButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('settings-gear'), tooltip: 'More Options…' };

export interface PickOptions {
    /** Gives the rows for what was typed; "live" when it has searched by itself, "partial" when more will come. */
    rows(typed: string, cancel: vscode.CancellationToken): Promise<Rows>;
    /** Makes a row of what was typed when no row is it. */
    own?: (typed: string) => Row | undefined;
    many?: boolean;
}

/** pick shows the list until the person chooses, goes back or gives up. */
export function pick(frame: StepFrame, options: PickOptions): Promise<Step> {
    return new Promise(resolve => {
        const list = vscode.window.createQuickPick<Row>();
        list.title = frame.title;
        list.step = frame.step;
        list.totalSteps = frame.total;
        list.placeholder = frame.prompt;
        list.matchOnDescription = true;
        list.canSelectMany = options.many ?? false;
        list.ignoreFocusOut = false;
        list.buttons = buttons(frame);
        let rows: Row[] = [];
        let live = false;
        let pending: vscode.CancellationTokenSource | undefined;
        let timer: NodeJS.Timeout | undefined;
        let done = false;

        const show = (): void => {
            const typed = list.value.trim();
            const own = typed === '' || rows.some(r => r.value === typed) ? undefined : options.own?.(typed);
            list.items = own ? [...rows, own] : rows;
        };
        const load = async (): Promise<void> => {
            pending?.cancel();
            const source = pending = new vscode.CancellationTokenSource();
            list.busy = true;
            try {
                const got = await options.rows(list.value.trim(), source.token);
                if (!source.token.isCancellationRequested) {
                    rows = got.rows;
                    live = got.live;
                    list.placeholder = got.note ?? frame.prompt;
                    if (got.partial === true && !done) {
                        clearTimeout(timer);
                        timer = setTimeout(() => void load(), 1_000);
                    }
                }
            } catch (error) {
                if (!source.token.isCancellationRequested) {
                    rows = [];
                    list.placeholder = error instanceof Error ? error.message : String(error);
                }
            } finally {
                if (pending === source && !done) {
                    list.busy = false;
                    show();
                }
                source.dispose();
            }
        };
        const end = (step: Step): void => {
            if (done) {
                return;
            }
            done = true;
            clearTimeout(timer);
            pending?.cancel();
            resolve(step);
            list.dispose();
        };
        list.onDidChangeValue(() => {
            show();
            if (live) {
                clearTimeout(timer);
                timer = setTimeout(() => void load(), 60);
            }
        });
        list.onDidTriggerButton(button => { end(button === vscode.QuickInputButtons.Back ? 'back' : 'more'); });
        list.onDidAccept(() => {
            const chosen = list.selectedItems;
            if (options.many) {
                end({ value: chosen.map(r => r.value) });
            } else if (chosen[0]) {
                end({ value: chosen[0].value });
            }
        });
        list.onDidHide(() => { end(undefined); });
        list.show();
        void load();
    });
}

/** buttons are those of a step: back where there is a step before, more options where there are any. */
export function buttons(frame: StepFrame): vscode.QuickInputButton[] {
    return [...(frame.step > 1 ? [vscode.QuickInputButtons.Back] : []), ...(frame.more ? [moreButton] : [])];
}
