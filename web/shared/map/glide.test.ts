import { expect, test } from 'vitest';
import { between } from './glide.ts';

test('between two places it is evenly from the one to the other, and no further', () => {
  const [from, to] = [
    { lat: 1, lng: 10 },
    { lat: 2, lng: 8 },
  ];
  expect(between(from, to, 0)).toEqual(from);
  expect(between(from, to, 0.5)).toEqual({ lat: 1.5, lng: 9 });
  expect(between(from, to, 1)).toEqual(to);
  expect(between(from, to, 1.2)).toEqual(to);
  expect(between(from, to, -0.1)).toEqual(from);
});
