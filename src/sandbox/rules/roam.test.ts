import { describe, expect, test } from 'vitest';
import { greatCircleMeters } from '../../foundation/geo.ts';
import { MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import { headings, stroll } from './roam.ts';
import { awayFrom, type Place } from './way.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const CENTRAL = { lat: 22.281, lng: 114.158 };
const HERE: Place = { ...CENTRAL, at: NOON };

describe('who has nothing to do', () => {
  const later = (seconds: number) => {
    let place = HERE;
    for (let second = 1; second <= seconds; second++) place = stroll('+85290000001', place, NOON + second * SECOND_MS);
    return place;
  };

  test('walks a way within a minute', () => {
    expect(greatCircleMeters(CENTRAL, later(59))).toBeCloseTo(118, 0);
  });

  test('is back near the start after two, and still after an hour', () => {
    expect(greatCircleMeters(CENTRAL, later(120))).toBeLessThan(10);
    expect(greatCircleMeters(CENTRAL, later(3_600))).toBeLessThan(200);
  });

  test('goes another way than the neighbour, and the same one again in the same minute', () => {
    const [one, other] = ['+85290000001', '+85290000002'].map((phone) => stroll(phone, HERE, NOON + SECOND_MS));
    expect(one).not.toEqual(other);
    expect(stroll('+85290000001', HERE, NOON + SECOND_MS)).toEqual(one);
  });

  test('does not walk the hours away for which nobody looked, nor backwards in time', () => {
    expect(greatCircleMeters(CENTRAL, stroll('+85290000001', HERE, NOON + 600 * MINUTE_MS))).toBeCloseTo(120, 0);
    expect(stroll('+85290000001', HERE, NOON - 1)).toMatchObject(CENTRAL);
  });
});

describe('where an order waits and nobody is near', () => {
  const driver = (id: string, meters: number, further: Partial<{ locode: string; service: string }> = {}) => ({
    id,
    locode: 'HK HKG',
    service: 'VAN',
    place: { ...awayFrom(CENTRAL, meters, 1), at: NOON },
    ...further,
  });
  const wanted = (meters = 0, service = 'VAN') => ({
    locode: 'HK HKG',
    service,
    goodsAt: awayFrom(CENTRAL, meters, 1),
  });

  test('the nearest who can take it goes there', () => {
    const free = [driver('far', 9_000), driver('near', 4_000), driver('other', 3_000, { service: 'TRUCK550' })];
    const going = headings([...free, driver('abroad', 3_000, { locode: 'SG SIN' })], [wanted()]);
    expect([...going]).toEqual([['near', wanted()]]);
  });

  test('nobody goes where somebody is near', () => {
    expect(headings([driver('a', 2_490), driver('b', 4_000)], [wanted()]).size).toBe(0);
    expect(headings([driver('a', 2_510), driver('b', 4_000)], [wanted()]).size).toBe(1);
  });

  test('two places get two drivers, two orders at one place one', () => {
    const free = [driver('a', 9_000), driver('b', 9_500)];
    expect([...headings(free, [wanted(), wanted(100)]).keys()]).toEqual(['a', 'b']);
    expect([...headings(free, [wanted(), wanted()]).keys()]).toEqual(['a']);
  });

  test('without drivers nobody goes', () => {
    expect(headings([], [wanted()]).size).toBe(0);
  });
});
