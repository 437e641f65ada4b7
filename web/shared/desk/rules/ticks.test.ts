import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticksOf } from './ticks.ts';

test.each([
  [0, 0, [0, 1]],
  [0, 1, [0, 0.5, 1]],
  [0, 4, [0, 1, 2, 3, 4]],
  [0, 4.1, [0, 2, 4, 6]],
  [0, 97, [0, 50, 100]],
  [0, 0.3, [0, 0.1, 0.2, 0.3]],
  [-30, 60, [-50, 0, 50, 100]],
  [-3, -1, [-3, -2, -1, 0]],
])('from %d to %d: %j', (least, greatest, ticks) => {
  expect(ticksOf(least, greatest)).toEqual(ticks);
});

test('whatever is shown lies between the first and the last, zero is among them, and they are not many', () => {
  const value = fc.double({ min: -1e9, max: 1e9, noNaN: true }).filter((each) => each === 0 || Math.abs(each) > 1e-6);
  fc.assert(
    fc.property(value, value, (a, b) => {
      const ticks = ticksOf(Math.min(a, b), Math.max(a, b));
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(a, b));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(a, b) * (1 - 1e-9));
      expect(ticks).toContain(0);
      expect(ticks.length).toBeLessThanOrEqual(7);
    }),
  );
});
