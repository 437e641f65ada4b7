import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choosePrice } from './placement-price.ts';

test('the price of the placement is taken where it is lower, at equal and higher ones the quoted one stands', () => {
  expect(choosePrice(84n, 83n)).toBe('AT_PLACEMENT');
  expect(choosePrice(84n, 84n)).toBe('QUOTED');
  expect(choosePrice(84n, 85n)).toBe('QUOTED');
});

test('where nothing can be priced at the placement, the quoted one stands', () => {
  expect(choosePrice(84n, undefined)).toBe('QUOTED');
});

test('nobody pays more than the lower of the two', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 50n }), fc.bigInt({ min: 0n, max: 50n }), (quoted, current) => {
      const paid = choosePrice(quoted, current) === 'QUOTED' ? quoted : current;
      expect(paid <= quoted && paid <= current).toBe(true);
    }),
  );
});
