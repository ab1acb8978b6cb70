// One step of an input as typed text, checked while it is typed.
import * as vscode from 'vscode';
import { buttons, type Step, type StepFrame } from './pick';
import type { Parsed } from './value';

/** box shows the input until its text is accepted, or the person goes back or gives up. */
export function box(frame: StepFrame, start: string, parse: (text: string) => Parsed): Promise<Step> {
    return new Promise(resolve => {
        const input = vscode.window.createInputBox();
        input.title = frame.title;
        input.step = frame.step;
        input.totalSteps = frame.total;
        input.prompt = frame.prompt;
        input.value = start;
        input.buttons = buttons(frame);
        let done = false;
        const end = (step: Step): void => {
            if (done) {
                return;
            }
            done = true;
            resolve(step);
            input.dispose();
        };
        const refusal = (): string | undefined => {
            const parsed = parse(input.value);
            return 'refused' in parsed ? parsed.refused : undefined;
        };
        input.onDidChangeValue(() => { input.validationMessage = input.value === '' ? undefined : refusal(); });
        input.onDidTriggerButton(button => { end(button === vscode.QuickInputButtons.Back ? 'back' : 'more'); });
        input.onDidAccept(() => {
            const parsed = parse(input.value);
            if ('refused' in parsed) {
                input.validationMessage = parsed.refused;
            } else {
                end({ value: parsed.value });
            }
        });
        input.onDidHide(() => { end(undefined); });
        input.show();
    });
}
