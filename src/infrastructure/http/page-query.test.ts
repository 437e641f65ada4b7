import { expect, test } from 'vitest';
import { DeliveryError } from '../../foundation/errors.ts';
import { pageLimitOf } from './page-query.ts';

test('a page holds 1 to 200, and 50 where nothing is said', () => {
  expect([undefined, '1', '007', '200'].map(pageLimitOf)).toEqual([50, 1, 7, 200]);
});

test.each(['0', '201', '', '-1', '1.5', '1e2', ' 5', '0200', ['5', '6'], 5])('%j is no number of a page', (limit) => {
  expect(() => pageLimitOf(limit)).toThrow(DeliveryError);
  expect(() => pageLimitOf(limit)).toThrow('The limit must be a whole number from 1 to 200.');
});
