import { expect, test } from 'vitest';
import { formatId, looksRounded } from '../foundation/ids.ts';
import type { Clock } from './clock.ts';
import { createIds } from './ids.ts';

const NODE = 7;
const NOW = Date.UTC(2026, 5, 1);

function idsAt(now: number) {
  const clock: Clock = { now: () => now };
  return createIds(clock, () => NODE);
}

test('no id looks as if a number had taken its last digits, and all of them rise', () => {
  const ids = idsAt(NOW);
  const made = Array.from({ length: 10_000 }, () => ids.next());
  expect(made.filter(looksRounded)).toEqual([]);
  expect([...new Set(made)].sort()).toEqual(made);
});

test('one that would is left out, and the next one taken', () => {
  const firstAt = (millisecond: number) => formatId({ millisecond, sequence: 0 }, NODE);
  const unlucky = Array.from({ length: 10_000 }, (_, later) => NOW + later).find((at) => looksRounded(firstAt(at)));
  expect(unlucky).toBeDefined();
  const millisecond = Number(unlucky);
  expect(idsAt(millisecond).next()).toBe(formatId({ millisecond, sequence: 1 }, NODE));
  expect(idsAt(millisecond - 1).next()).toBe(firstAt(millisecond - 1));
});

test('without a node number there are none', () => {
  expect(() => createIds({ now: () => NOW }, () => undefined).next()).toThrow('not available');
});
