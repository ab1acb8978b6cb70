// The steps, in the order in which they run.
import { agentInEditor } from './steps/agent-in-editor.mjs';
import { build } from './steps/build.mjs';
import { cancel } from './steps/cancel.mjs';
import { compileError } from './steps/compile-error.mjs';
import { debug } from './steps/debug.mjs';
import { inspector } from './steps/inspector.mjs';
import { language } from './steps/language.mjs';
import { lens } from './steps/lens.mjs';
import { report } from './steps/report.mjs';
import { testExplorer } from './steps/test-explorer.mjs';
import { typescriptClient } from './steps/typescript-client.mjs';
import { untrusted } from './steps/untrusted.mjs';
import { views } from './steps/views.mjs';

export const steps = [build, cancel, compileError, agentInEditor, inspector, lens, language, views, debug, report, testExplorer, typescriptClient, untrusted];
