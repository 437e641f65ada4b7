import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInside } from '../../foundation/geo.ts';
import { DEMO_CITY, DEMO_MARKET, demoOrder } from './demo-order.ts';
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
      for (const { name, phone } of [order.sender, ...order.recipients]) {
        expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
        expect(phone).toMatch(/^\+8525\d{7}$/);
      }
      for (const { address } of quotation.stops) expect(address).toMatch(/^\d+ .+, [A-Z]/);
    }),
  );
  expect(DEMO_CITY).toBe(city.locode);
});

test('an order of the demo shop is in English, wants a proof, and can be told from others', () => {
  const { quotation, order } = demoOrder(7);
  expect(quotation.language).toBe('en_HK');
  expect(order).toMatchObject({ sender: { name: 'Demo Shop' }, isPODEnabled: true, metadata: { reference: 'DEMO-7' } });
});

test('the same seed is the same order, and some have two drop-offs', () => {
  expect(demoOrder(7)).toEqual(demoOrder(7));
  const lengths = Array.from({ length: 50 }, (_, seed) => demoOrder(seed).quotation.stops.length);
  expect(new Set(lengths)).toEqual(new Set([2, 3]));
});
