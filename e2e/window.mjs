// A window on a fresh copy of the example, closed and removed whatever happens.
import { join } from 'node:path';
import { artifacts } from './environment.mjs';
import { Editor } from './editor.mjs';
import { Workspace } from './workspace.mjs';

/** withWindow gives body a workbench, its workspace and its editor. A failure leaves a picture of what was seen. */
export async function withWindow(name, body, options) {
    const workspace = new Workspace();
    const editor = new Editor(workspace, options);
    let workbench;
    try {
        workbench = await editor.open();
        await body(workbench, workspace, editor);
    } catch (error) {
        await workbench?.screenshot(join(artifacts, `${name}-failed.png`)).catch(() => undefined);
        throw error;
    } finally {
        await editor.close();
        await workspace.remove();
    }
}
