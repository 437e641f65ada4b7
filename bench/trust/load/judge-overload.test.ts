import { expect, test } from 'vitest';
import { boundsOfOverload, type OverloadFigures, summarise } from './judge-overload.ts';

test('answers are taken, refused with a time to come again, or failed', () => {
  const answers = [
    [200, 100, 0],
    [201, 300, 0],
    [503, 10, 1],
    [429, 30, 1],
    [503, 10, 0],
    [500, 10, 0],
    [0, 0, 0],
  ] as const;
  const found = summarise(
    {
      statuses: Uint16Array.from(answers, ([status]) => status),
      milliseconds: Float64Array.from(answers, ([, took]) => took),
      saysWhen: Uint8Array.from(answers, ([, , says]) => says),
      sentPerSecond: 1,
      processorShare: 0,
    },
    2,
  );
  expect(found).toEqual({
    taken: { count: 2, p50Ms: 100, p99Ms: 300 },
    refused: { count: 2, p50Ms: 10, p99Ms: 30 },
    failed: 3,
    takenPerSecond: 1,
  });
});

const GOOD: OverloadFigures = {
  seconds: 30,
  capacity: 1_000,
  offered: 4_500,
  senderShare: 0.5,
  stolenShare: 0.02,
  taken: { count: 12_000, p50Ms: 300, p99Ms: 2_500 },
  refused: { count: 78_000, p50Ms: 5, p99Ms: 2_500 },
  failed: 0,
  takenPerSecond: 500,
  ordersAmiss: 0,
  recoverySeconds: 10,
  capacityAfterwards: 500,
  residentMegabytes: { before: 200, most: 400, after: 400 },
  leastHeapMegabytes: { early: 50, late: 100 },
  databaseConnections: 8,
};
const broken = (found: OverloadFigures) => boundsOfOverload(found).filter(({ holds }) => !holds).length;

test('all holds at the edge of every bound', () => {
  expect(broken(GOOD)).toBe(0);
});

test.each([
  ['too little was offered', { offered: 4_490 }],
  ['nothing was taken', { taken: { count: 0, p50Ms: 0, p99Ms: 2_500 } }],
  ['taken calls waited for long', { taken: { ...GOOD.taken, p99Ms: 2_500.1 } }],
  ['nothing was refused', { refused: { count: 0, p50Ms: 0, p99Ms: 0 } }],
  ['a refusal took longer than an answer', { refused: { ...GOOD.refused, p99Ms: 2_500.1 } }],
  ['one got another answer or none', { failed: 1 }],
  ['an order is amiss', { ordersAmiss: 1 }],
  ['little got done', { takenPerSecond: 490 }],
  ['memory grew', { residentMegabytes: { before: 200, most: 401, after: 400 } }],
  ['memory stayed', { residentMegabytes: { before: 200, most: 400, after: 401 } }],
  ['heap grew', { leastHeapMegabytes: { early: 50, late: 101 } }],
  ['there were more connections than the pool has', { databaseConnections: 9 }],
  ['it recovered late', { recoverySeconds: 10.1 }],
  ['it recovered in part', { capacityAfterwards: 490 }],
] satisfies [string, Partial<OverloadFigures>][])('a bound is broken where %s', (_where, figures) => {
  expect(broken({ ...GOOD, ...figures })).toBe(1);
});
