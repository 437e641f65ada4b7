import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { maskPlate } from './masked-plate.ts';

test.each([
  ['AB1234', '**123*'],
  ['AB 1234', '** 123*'],
  ['กข1234', '**123*'],
  ['品川 330 あ 12-34', '** 330 あ 12-3*'],
  ['ABCD', '**C*'],
  ['ABC', '***'],
  ['AB', '**'],
  ['A', '*'],
  ['', ''],
])('%s is shown as %s', (plate, shown) => {
  expect(maskPlate(plate)).toBe(shown);
});

test('whatever the plate: as long as it was, its first two and its last character hidden, the rest as it was', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 20 }), (plate) => {
      const [given, shown] = [[...plate], [...maskPlate(plate)]];
      const isHidden = (index: number) => index < 2 || index === given.length - 1;
      expect(shown).toEqual(given.map((character, index) => (isHidden(index) ? '*' : character)));
    }),
  );
});
