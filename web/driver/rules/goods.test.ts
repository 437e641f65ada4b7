import { expect, test } from 'vitest';
import { goodsOf } from './goods.ts';

const NOTHING = { quantity: undefined, weight: undefined, handling: [] };

test('what a sender says is shown in words', () => {
  expect(
    goodsOf({ quantity: 3, weight: '2.5', handlingInstructions: ['KEEP_UPRIGHT', 'FRAGILE', 'FRAGILE', '易碎'] }),
  ).toEqual({ quantity: '3', weight: '2.5 kg', handling: ['Keep upright', 'Fragile', '易碎'] });
});

test.each([
  ['LESS_THAN_3_KG', 'Less than 3 kg'],
  ['12', '12 kg'],
  [0.5, '0.5 kg'],
  ['2,5', '2,5 kg'],
  ['about 3', 'about 3'],
  ['3 boxes', '3 boxes'],
])('the weight %j is %j', (weight, said) => {
  expect(goodsOf({ weight }).weight).toBe(said);
});

test.each([
  undefined,
  null,
  7,
  'a box',
  [],
  {},
  { weight: {}, quantity: [], handlingInstructions: 'FRAGILE' },
  { weight: ' ', quantity: '', handlingInstructions: [''] },
])('of %j nothing is shown', (item) => {
  expect(goodsOf(item)).toEqual(NOTHING);
});

test('a list as long as a novel is cut', () => {
  const handlingInstructions = Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(999)}`);
  const { handling } = goodsOf({ handlingInstructions });
  expect([handling.length, handling[0]?.length]).toEqual([20, 200]);
});
