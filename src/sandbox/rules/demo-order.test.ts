import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInside } from '../../foundation/geo.ts';
import { DEMO_MARKET, demoOrder } from './demo-order.ts';
import { isScenario } from './scenario.ts';

const [city] = JSON.parse(readFileSync(`data/markets/${DEMO_MARKET}.json`, 'utf8')).cities;

test('every order can be delivered: places of the city, a service of it, a contact for each stop', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const { quotation, order } = demoOrder(seed);
      const places = quotation.stops.map(({ coordinates }) => ({
        lat: Number(coordinates.lat),
        lng: Number(coordinates.lng),
      }));
      expect(places.filter((place) => !isInside(place, city.area.coordinates))).toEqual([]);
      expect(new Set(quotation.stops).size).toBe(quotation.stops.length);
      expect(city.services).toContain(quotation.serviceType);
      expect(order.recipients).toHaveLength(quotation.stops.length - 1);
      expect(isScenario(order.metadata.sandboxScenario)).toBe(true);
    }),
  );
});

test('the same seed is the same order, and some have two drop-offs', () => {
  expect(demoOrder(7)).toEqual(demoOrder(7));
  const lengths = Array.from({ length: 50 }, (_, seed) => demoOrder(seed).quotation.stops.length);
  expect(new Set(lengths)).toEqual(new Set([2, 3]));
});
