import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ordered, used } from '../src/order';

const same = (row: string): string => row;

it('rows come last used first, then the default, then as they were', () => {
    assert.deepEqual(ordered(['a', 'b', 'c', 'd', 'e'], same, ['d', 'b'], 'c'), ['d', 'b', 'c', 'a', 'e']);
});

it('a default that was used last is not moved behind', () => {
    assert.deepEqual(ordered(['a', 'b', 'c'], same, ['c'], 'c'), ['c', 'a', 'b']);
});

it('rows without memory stay as they are', () => {
    assert.deepEqual(ordered(['b', 'a'], same, [], undefined), ['b', 'a']);
});

it('what was used moves to the front, once, and the memory stays short', () => {
    assert.deepEqual(used(['a', 'b', 'c', 'd', 'e'], 'c'), ['c', 'a', 'b', 'd', 'e']);
    assert.deepEqual(used(['a', 'b', 'c', 'd', 'e'], 'x'), ['x', 'a', 'b', 'c', 'd']);
});
