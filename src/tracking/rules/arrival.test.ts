import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import { arrivalsOf, expectedAt } from './arrival.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
/** A kilometre and some metres to the north of one another. */
const [HERE, THERE, BEYOND] = [0, 0.01, 0.02].map((lat) => ({ lat: 22.28 + lat, lng: 114.15 }));
const KILOMETRE_AND_SOME = 1_111.95;
const start = { point: HERE as { lat: number; lng: number }, at: NOON, metersPerSecond: 10 };
const visit = (point: typeof HERE, notBefore?: number) => ({ point: point as { lat: number; lng: number }, notBefore });

test('the way takes its time, and what is done at each stop three minutes', () => {
  const legMs = (KILOMETRE_AND_SOME / 10) * SECOND_MS;
  const [first, second] = arrivalsOf(start, [visit(THERE), visit(BEYOND)]) as [number, number];
  expect(first - NOON).toBeCloseTo(legMs, -2);
  expect(second - NOON).toBeCloseTo(2 * legMs + 3 * MINUTE_MS, -2);
});

test('goods that are not ready are waited for', () => {
  const ready = NOON + HOUR_MS;
  const [pickUp, dropOff] = arrivalsOf(start, [visit(HERE, ready), visit(HERE)]);
  expect([pickUp, dropOff]).toEqual([ready, ready + 3 * MINUTE_MS]);
  expect(arrivalsOf(start, [visit(HERE, NOON - 1)])).toEqual([NOON]);
});

test('nowhere to go, nothing to expect', () => {
  expect(arrivalsOf(start, [])).toEqual([]);
});

test('five minutes and less are soon; what is later is rounded up to five minutes', () => {
  expect(expectedAt(NOON - MINUTE_MS, NOON)).toEqual({ when: 'soon' });
  expect(expectedAt(NOON + 5 * MINUTE_MS, NOON)).toEqual({ when: 'soon' });
  expect(expectedAt(NOON + 5 * MINUTE_MS + 1, NOON)).toEqual({ when: 'about', at: NOON + 10 * MINUTE_MS });
  expect(expectedAt(NOON + 10 * MINUTE_MS, NOON)).toEqual({ when: 'about', at: NOON + 10 * MINUTE_MS });
  expect(expectedAt(NOON + 10 * MINUTE_MS + 1, NOON)).toEqual({ when: 'about', at: NOON + 15 * MINUTE_MS });
});
