import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Schema, Tool } from '../src/protocol';
import { known, kindOf, options, questions } from '../src/questions';

function tool(title: string, properties: Record<string, Schema>, required: string[] = [], workflow = 'build'): Tool {
    return {
        name: 'a_tool', title, description: '', workflow, startupArgs: false, streaming: false,
        inputSchema: { type: 'object', properties, required },
        annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    };
}

const label: Schema = { type: 'string', format: 'bazel-label' };
const simulator: Schema = { type: 'string', format: 'simulator' };
const device: Schema = { type: 'string', format: 'device' };
const text: Schema = { type: 'string' };

describe('the input that fits a parameter', () => {
    const cases: [Schema, string][] = [
        [label, 'target'], [simulator, 'destination'], [device, 'destination'],
        [{ type: 'string', format: 'file' }, 'file'], [{ type: 'string', format: 'folder' }, 'folder'],
        [{ type: 'string', enum: ['debug', 'release'] }, 'choice'], [{ type: 'boolean' }, 'flag'],
        [{ type: 'array', items: text }, 'list'], [{ type: 'object', additionalProperties: text }, 'map'],
        [{ type: 'integer' }, 'number'], [{ type: 'number', format: 'seconds' }, 'number'],
        [{ type: 'string', format: 'bazel-query' }, 'text'], [text, 'text'],
    ];
    for (const [schema, kind] of cases) {
        it(`${JSON.stringify(schema)} is a ${kind}`, () => { assert.equal(kindOf(schema), kind); });
    }
});

describe('what is asked', () => {
    const run = tool('Run on Simulator…', { buildMode: { type: 'string', enum: ['debug'] }, target: label, simulatorName: text, simulatorId: simulator, deviceId: device, launchArgs: { type: 'array' } });

    it('is the target and one destination when the title ends in …', () => {
        assert.deepEqual(questions(run, {}).map(q => [q.kind, q.simulator, q.device]), [['target', undefined, undefined], ['destination', 'simulatorId', 'deviceId']]);
    });
    it('is nothing that a preset answers', () => {
        assert.deepEqual(questions(run, { target: '//App:App', deviceId: 'D1' }), []);
    });
    it('is nothing but what is required when the title promises no question', () => {
        assert.deepEqual(questions(tool('Take Screenshot', { simulatorId: simulator }), {}), []);
        assert.deepEqual(questions(tool('Take Screenshot', { outputPath: text, simulatorId: simulator }, ['outputPath']), {}).map(q => q.name), ['outputPath']);
    });
    it('starts with the place, then what is required in its order', () => {
        const open = tool('Open URL in Simulator…', { url: text, simulatorId: simulator }, ['url']);
        assert.deepEqual(questions(open, {}).map(q => q.name), ['simulatorId', 'url']);
    });
    it('is no place for tools that change the session', () => {
        const set = tool('Set Defaults…', { target: label, simulatorId: simulator, buildMode: text }, [], 'session');
        assert.deepEqual(questions(set, {}), []);
        assert.deepEqual(options(set, {}).map(q => q.name), ['target', 'simulatorId', 'buildMode']);
    });
    it('leaves the rest as options', () => {
        assert.deepEqual(options(run, {}).map(q => q.name), ['buildMode', 'simulatorName', 'launchArgs']);
    });
});

it('presets that the tool has no parameter for are dropped', () => {
    assert.deepEqual(known(tool('Build', { target: label }), { target: '//a', simulatorId: 'S' }), { target: '//a' });
});
