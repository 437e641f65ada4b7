import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import { judgePosition, type TimedPoint } from './position.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const CENTRAL = { lat: 22.281, lng: 114.158 };
/** A degree along a meridian. */
const DEGREE_METERS = (6_371_008.8 * Math.PI) / 180;

const at = (ms: number, point: { lat: number; lng: number } = CENTRAL): TimedPoint => ({ ...point, at: NOON + ms });
const north = (meters: number) => ({ ...CENTRAL, lat: CENTRAL.lat + meters / DEGREE_METERS });
const judge = (next: TimedPoint, previous?: TimedPoint) => judgePosition(previous, next, NOON);

const LATEST = { use: 'LATEST', isJump: false };
const none = (reason: string) => ({ use: 'NONE', reason });

test('a first position is the latest', () => {
  expect(judge(at(0))).toEqual(LATEST);
});

describe('where on earth', () => {
  test.each([
    [90, 180],
    [-90, -180],
    [0, 0],
  ])('%d, %d is a place', (lat, lng) => {
    expect(judge(at(0, { lat, lng }))).toEqual(LATEST);
  });

  test.each([
    [90.000001, 0],
    [-90.000001, 0],
    [0, 180.000001],
    [0, -180.000001],
    [Number.NaN, 0],
    [0, Number.NaN],
    [Number.POSITIVE_INFINITY, 0],
  ])('%d, %d is out of range', (lat, lng) => {
    expect(judge(at(0, { lat, lng }))).toEqual(none('OUT_OF_RANGE'));
  });
});

describe('when', () => {
  test('a clock may run a minute ahead, and no more', () => {
    expect(judge(at(MINUTE_MS))).toEqual(LATEST);
    expect(judge(at(MINUTE_MS + 1))).toEqual(none('FROM_THE_FUTURE'));
  });

  test('what waited for a day is still taken, and nothing older', () => {
    expect(judge(at(-DAY_MS))).toEqual(LATEST);
    expect(judge(at(-DAY_MS - 1))).toEqual(none('TOO_OLD'));
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%d is no time', (time) => {
    expect(judge({ ...CENTRAL, at: time })).toEqual(none('OUT_OF_RANGE'));
  });

  test('an older one than the latest belongs on the track only', () => {
    expect(judge(at(-1), at(0))).toEqual({ use: 'TRACK_ONLY', isJump: false });
    expect(judge(at(-1, { lat: 0, lng: 0 }), at(0))).toEqual({ use: 'TRACK_ONLY', isJump: false });
  });

  test('one a second, and not one more', () => {
    expect(judge(at(0), at(0))).toEqual(none('TOO_FREQUENT'));
    expect(judge(at(0), at(-SECOND_MS + 1))).toEqual(none('TOO_FREQUENT'));
    expect(judge(at(0), at(-SECOND_MS))).toEqual(LATEST);
  });
});

describe('how fast', () => {
  // A thousand kilometres an hour are 2,777.8 metres in ten seconds.
  test('up to 1,000 km/h a driver is believed, beyond it is a jump, kept and marked but not the latest', () => {
    expect(judge(at(0, north(2_777)), at(-10 * SECOND_MS))).toEqual(LATEST);
    expect(judge(at(0, north(2_779)), at(-10 * SECOND_MS))).toEqual({ use: 'TRACK_ONLY', isJump: true });
  });

  test('after two minutes a jump is believed, and marked: the first position may have been the wrong one', () => {
    const equator = { lat: 0, lng: 0 };
    expect(judge(at(0), at(-2 * MINUTE_MS + 1, equator))).toEqual({ use: 'TRACK_ONLY', isJump: true });
    expect(judge(at(0), at(-2 * MINUTE_MS, equator))).toEqual({ use: 'LATEST', isJump: true });
  });

  test('over the date line it is a step, not a jump', () => {
    expect(judge(at(0, { lat: 0, lng: -179.999 }), at(-10 * SECOND_MS, { lat: 0, lng: 179.999 }))).toEqual(LATEST);
  });

  test('at the pole every longitude is the same place', () => {
    expect(judge(at(0, { lat: 90, lng: 0 }), at(-SECOND_MS, { lat: 90, lng: 179 }))).toEqual(LATEST);
  });
});

test('whatever a device says, there is one answer, and no place beyond the map is kept', () => {
  const number = fc.oneof(fc.double(), fc.double({ min: -200, max: 200 }));
  const time = fc.oneof(fc.double(), fc.integer({ min: -2 * DAY_MS, max: DAY_MS }));
  const reported = fc.record({ lat: number, lng: number, at: time.map((ms) => NOON + ms) });
  fc.assert(
    fc.property(fc.option(reported, { nil: undefined }), reported, (previous, next) => {
      const verdict = judgePosition(previous, next, NOON);
      if (verdict.use === 'NONE') return;
      expect(Math.abs(next.lat)).toBeLessThanOrEqual(90);
      expect(Math.abs(next.lng)).toBeLessThanOrEqual(180);
      expect(next.at).toBeLessThanOrEqual(NOON + MINUTE_MS);
      if (verdict.use === 'LATEST' && previous !== undefined) expect(next.at).not.toBeLessThan(previous.at + SECOND_MS);
    }),
  );
});
