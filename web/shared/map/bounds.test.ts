import { expect, test } from 'vitest';
import { boundsOf, holds } from './bounds.ts';

test('bounds hold all points up to their edges, and no others', () => {
  const bounds = boundsOf([
    { lat: 1, lng: 10 },
    { lat: 3, lng: 8 },
  ]);
  expect(bounds).toEqual([8, 1, 10, 3]);
  expect(holds([8, 1, 10, 3], { lat: 3, lng: 10 })).toBe(true);
  expect(holds([8, 1, 10, 3], { lat: 3.01, lng: 10 })).toBe(false);
  expect(holds([8, 1, 10, 3], { lat: 3, lng: 7.99 })).toBe(false);
  expect(boundsOf([])).toBeUndefined();
});
