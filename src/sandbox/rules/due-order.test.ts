import fc from 'fast-check';
import { expect, test } from 'vitest';
import { putInDueOrder } from './due-order.ts';

test('the earliest is taken first, and of those at the same time the one that came first', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 })), (times) => {
      const given = times.map((at, number) => ({ at, number }));
      const due: typeof given = [];
      for (const one of given) putInDueOrder(due, one);
      expect(due.reverse()).toEqual(given.toSorted((a, b) => a.at - b.at || a.number - b.number));
    }),
  );
});
