import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spansTo } from './fault-places.ts';

const known = new Map([
  [100, 0],
  [500, 40],
]);

test('what is known is not counted again', () => {
  expect(spansTo([500, 500, 100], known)).toEqual([]);
});

test('each is counted from the nearest before it, whether that was known or is wanted too', () => {
  expect(spansTo([700, 300, 650, 700], known)).toEqual([
    { from: 100, to: 300 },
    { from: 500, to: 650 },
    { from: 650, to: 700 },
  ]);
});

test('counted so, everything has the place that counting from the beginning gives it', () => {
  const position = fc.integer({ min: 1, max: 200 });
  fc.assert(
    fc.property(fc.array(position), fc.array(position), fc.array(position), (log, before, wanted) => {
      const between = (from: number, to: number) => new Set(log.filter((one) => one > from && one <= to)).size;
      const places = new Map([[0, 0], ...before.map((to) => [to, between(0, to)] as const)]);
      for (const { from, to } of spansTo(wanted, places))
        places.set(to, (places.get(from) as number) + between(from, to));
      for (const to of wanted) expect(places.get(to)).toBe(between(0, to));
    }),
  );
});
