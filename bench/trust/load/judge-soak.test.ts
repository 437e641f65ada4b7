import { expect, test } from 'vitest';
import { boundsOfSoak, type SoakFigures, summariseSoak } from './judge-soak.ts';

test('the second fifth of the time is compared with the last, each by its median, the heap by its least', () => {
  const seen = Array.from({ length: 15 }, (_, second) => ({
    residentMegabytes: second,
    heapMegabytes: 10 * second,
    files: 20,
    databaseConnections: 8,
  }));
  expect(summariseSoak(15, [100, 200.4], seen)).toEqual({
    seconds: 15,
    calls: 300,
    residentMegabytes: { early: 4, late: 13 },
    heapMegabytes: { early: 30, late: 120 },
    files: { early: 20, late: 20 },
    databaseConnections: { early: 8, late: 8 },
  });
});

const GOOD: SoakFigures = {
  seconds: 600,
  calls: 1,
  residentMegabytes: { early: 200, late: 250 },
  heapMegabytes: { early: 80, late: 100 },
  files: { early: 100, late: 116 },
  databaseConnections: { early: 6, late: 8 },
};
const broken = (found: SoakFigures) => boundsOfSoak(found).filter(({ holds }) => !holds).length;

test('all holds at the edge of every bound', () => {
  expect(broken(GOOD)).toBe(0);
});

test.each([
  ['calls', { calls: 0 }],
  ['memory', { residentMegabytes: { early: 200, late: 251 } }],
  ['heap', { heapMegabytes: { early: 80, late: 101 } }],
  ['files', { files: { early: 100, late: 117 } }],
  ['connections', { databaseConnections: { early: 6, late: 9 } }],
] satisfies [string, Partial<SoakFigures>][])('a bound is broken by its %s', (_what, figures) => {
  expect(broken({ ...GOOD, ...figures })).toBe(1);
});
