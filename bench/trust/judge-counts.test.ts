import { expect, test } from 'vitest';
import { type Expectation, judgeCounts } from './judge-counts.ts';

const expectation = (acknowledged: number, unknown: number): Expectation => ({
  evidence: { sql: '', values: [] },
  name: 'POST /v3/orders',
  acknowledged,
  unknown,
  numbers: [7],
});
const judge = (acknowledged: number, unknown: number, count: number) =>
  judgeCounts(new Map([['it', expectation(acknowledged, unknown)]]), () => count).map(({ kind, by }) => [kind, by]);

test('what was acknowledged is there exactly once', () => {
  expect(judge(1, 0, 1)).toEqual([]);
  expect(judge(1, 0, 0)).toEqual([['lost', 1]]);
  expect(judge(1, 0, 2)).toEqual([['doubled', 1]]);
});

test('what nobody got an answer to may be there or not, but not twice', () => {
  expect(judge(0, 1, 0)).toEqual([]);
  expect(judge(0, 1, 1)).toEqual([]);
  expect(judge(0, 1, 2)).toEqual([['doubled', 1]]);
  expect(judge(2, 1, 1)).toEqual([['lost', 1]]);
});

test('what was refused is not there', () => {
  expect(judge(0, 0, 0)).toEqual([]);
  expect(judge(0, 0, 1)).toEqual([['doubled', 1]]);
});
