import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { greatCircleMeters, isInside } from '../../foundation/geo.ts';
import { beginsAt, FLEET_SIZE, fleetNumber, habitsOf, proofOf } from './fleet.ts';

const CENTRAL = { lat: 22.281, lng: 114.158 };
const square = (half: number) => {
  const { lat, lng } = CENTRAL;
  const corners = [
    [lng - half, lat - half],
    [lng + half, lat - half],
    [lng + half, lat + half],
    [lng - half, lat + half],
    [lng - half, lat - half],
  ] as const;
  return [[corners]];
};

describe('the fleet', () => {
  const numbers = (locode: string, service: string) =>
    Array.from({ length: FLEET_SIZE }, (_, nth) => fleetNumber(locode, service, nth));

  test('is the same every time, each of it somebody else', () => {
    expect(numbers('HK HKG', 'VAN')).toEqual(numbers('HK HKG', 'VAN'));
    expect(new Set(numbers('HK HKG', 'VAN')).size).toBe(FLEET_SIZE);
  });

  test('of another city or service is another', () => {
    const all = [...numbers('HK HKG', 'VAN'), ...numbers('HK HKG', 'MOTORCYCLE'), ...numbers('SG SIN', 'VAN')];
    expect(new Set(all).size).toBe(3 * FLEET_SIZE);
  });

  test('begins within the first circle of an order’s search, but not on top of it', () => {
    fc.assert(
      fc.property(fc.nat(), (number) => {
        const meters = greatCircleMeters(CENTRAL, beginsAt(number, CENTRAL, square(1)));
        expect(meters).toBeGreaterThan(290);
        expect(meters).toBeLessThan(2_600);
      }),
    );
  });

  test('begins where the city is served, if need be where it is wanted', () => {
    fc.assert(
      fc.property(fc.nat(), (number) => {
        expect(isInside(beginsAt(number, CENTRAL, square(0.01)), square(0.01))).toBe(true);
      }),
    );
    expect(beginsAt(1, CENTRAL, square(1e-6))).toEqual(CENTRAL);
  });
});

test('every driver answers well before an offer lapses, and takes one to three minutes at a door', () => {
  fc.assert(
    fc.property(fc.string(), (phone) => {
      const { thinkMs, handlingMs } = habitsOf(phone);
      expect(thinkMs).toBeGreaterThanOrEqual(2_000);
      expect(thinkMs).toBeLessThanOrEqual(8_000);
      expect(handlingMs).toBeGreaterThanOrEqual(60_000);
      expect(handlingMs).toBeLessThanOrEqual(180_000);
      expect(habitsOf(phone)).toEqual(habitsOf(phone));
    }),
  );
});

test('both kinds of proof are given, more photos than signatures', () => {
  const given = Array.from({ length: 200 }, (_, n) => proofOf(`+8529${n}`, n % 3));
  const photos = given.filter((proof) => proof === 'PHOTO').length;
  expect(photos).toBeGreaterThan(100);
  expect(photos).toBeLessThan(180);
});
