import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { greatCircleMeters } from '../../foundation/geo.ts';
import { SECOND_MS } from '../../foundation/time.ts';
import { arrivalAt, awayFrom, placeAt } from './way.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const CENTRAL = { lat: 22.281, lng: 114.158 };
const from = { ...CENTRAL, at: NOON };
const to = awayFrom(CENTRAL, 1_000, 1);

describe('the arrival', () => {
  test('a kilometre at ten metres a second takes a hundred seconds', () => {
    expect(arrivalAt(from, to, 10)).toBeGreaterThanOrEqual(NOON + 99.9 * SECOND_MS);
    expect(arrivalAt(from, to, 10)).toBeLessThanOrEqual(NOON + 100.1 * SECOND_MS);
  });

  test('who is there has arrived, and all times are whole milliseconds', () => {
    expect(arrivalAt(from, CENTRAL, 10)).toBe(NOON);
    expect(Number.isInteger(arrivalAt(from, to, 7.77))).toBe(true);
  });
});

describe('the place on the way', () => {
  const arrivesAt = NOON + 100 * SECOND_MS;
  const later = (seconds: number) => placeAt(from, to, arrivesAt, NOON + seconds * SECOND_MS);

  test('at the start before anything, half way at half time, there on time and for good', () => {
    expect(later(-1)).toEqual({ ...CENTRAL, at: NOON - SECOND_MS });
    expect(later(0)).toEqual(from);
    expect(greatCircleMeters(CENTRAL, later(50)) / greatCircleMeters(CENTRAL, to)).toBeCloseTo(0.5, 3);
    expect(later(99.999)).not.toMatchObject(to);
    expect(later(100)).toEqual({ ...to, at: arrivesAt });
    expect(later(5_000)).toMatchObject(to);
  });

  test('however often one looks on the way, the arrival stays the same', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 20 }), (seconds) => {
        const expected = arrivalAt(from, to, 10);
        const last = [...seconds]
          .sort((a, b) => a - b)
          .reduce((place, second) => placeAt(place, to, arrivalAt(place, to, 10), NOON + second * SECOND_MS), from);
        expect(Math.abs(arrivalAt(last, to, 10) - expected)).toBeLessThanOrEqual(seconds.length + 1);
      }),
    );
  });
});

test('a direction is counted from the north, by the east', () => {
  const north = awayFrom(CENTRAL, 1_000, 0);
  const east = awayFrom(CENTRAL, 1_000, Math.PI / 2);
  expect([north.lat > CENTRAL.lat, north.lng]).toEqual([true, CENTRAL.lng]);
  expect(east.lng).toBeGreaterThan(CENTRAL.lng);
  expect(east.lat).toBeCloseTo(CENTRAL.lat, 9);
});

test('so many metres away are so many metres away, in every direction', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -60, max: 60, noNaN: true }),
      fc.integer({ min: 1, max: 5_000 }),
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      (lat, meters, bearing) => {
        const start = { lat, lng: 10 };
        expect(Math.abs(greatCircleMeters(start, awayFrom(start, meters, bearing)) / meters - 1)).toBeLessThan(0.005);
      },
    ),
  );
});
