import { expect, test } from 'vitest';
import { greatCircleMeters } from '../../foundation/geo.ts';
import { flattenAround } from './flat-city.ts';

const places = {
  manila: { lat: 14.6, lng: 121 },
  hongKong: { lat: 22.3, lng: 114.2 },
  tokyo: { lat: 35.7, lng: 139.7 },
};

test.each(Object.entries(places))('around %s distances are true to 1 in 200', (_, middle) => {
  const flatten = flattenAround(middle);
  for (const north of [-0.3, 0.3]) {
    for (const east of [-0.3, 0.3]) {
      const from = { lat: middle.lat + north, lng: middle.lng + east };
      for (const to of [
        { ...from, lat: from.lat + 0.1 },
        { ...from, lng: from.lng - 0.1 },
      ]) {
        const [a, b] = [flatten(from), flatten(to)];
        const ratio = Math.hypot(a.x - b.x, a.y - b.y) / greatCircleMeters(from, to);
        expect(Math.abs(ratio - 1)).toBeLessThan(0.005);
      }
    }
  }
});

test('the date line runs through no city', () => {
  const { x, y } = flattenAround({ lat: 0, lng: 179.99 })({ lat: 0, lng: -179.99 });
  expect(x).toBeCloseTo(0.02 * 111_195, -1);
  expect(y).toBe(0);
});
