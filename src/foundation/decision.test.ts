import { expect, test } from 'vitest';
import { accepted, orThrow, refused } from './decision.ts';
import { DeliveryError } from './errors.ts';

test('an accepted decision gives its value', () => {
  expect(orThrow(accepted({ price: 5 }))).toEqual({ price: 5 });
});

test.each([undefined, null, 0, false, ''])('an accepted decision may carry the value %s', (value) => {
  expect(orThrow(accepted(value))).toBe(value);
});

test('a refusal without a sentence or pointer has only its code', () => {
  expect(refused('ERR_INVALID_MARKET')).toStrictEqual({ refused: 'ERR_INVALID_MARKET' });
});

test('a refusal keeps its sentence and pointer, also when they are empty', () => {
  expect(refused('ERR_INVALID_FIELD', '', '')).toStrictEqual({
    refused: 'ERR_INVALID_FIELD',
    sentence: '',
    pointer: '',
  });
});

test('a refusal may point to a field and leave the sentence to its code', () => {
  expect(refused('ERR_MISSING_FIELD', undefined, '/data')).toStrictEqual({
    refused: 'ERR_MISSING_FIELD',
    pointer: '/data',
  });
});

test('a refused decision is thrown with its code, sentence and pointer', () => {
  const decision = refused('ERR_INVALID_FIELD', 'The latitude must be a number.', '/data/stops/0/coordinates/lat');
  const thrown = thrownBy(() => orThrow(decision));
  expect(thrown).toBeInstanceOf(DeliveryError);
  expect((thrown as DeliveryError).faults).toStrictEqual([
    {
      code: 'ERR_INVALID_FIELD',
      sentence: 'The latitude must be a number.',
      pointer: '/data/stops/0/coordinates/lat',
    },
  ]);
});

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
