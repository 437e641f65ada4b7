import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Exact, parseExact } from '../../foundation/money.ts';
import { DAY_MS, SECOND_MS } from '../../foundation/time.ts';
import type { PriceList } from './parcel-price.ts';
import {
  type DeliveredParcel,
  isOfMonth,
  lineOf,
  NO_LINES,
  remarksOn,
  spanAround,
  stateOfMonth,
  withLine,
} from './statement.ts';

const exact = (text: string) => parseExact(text) as Exact;
const HONG_KONG = { name: 'Hong Kong', timeZone: 'Asia/Hong_Kong' };
const LIST = {
  allCities: { perParcel: exact('20'), perKm: exact('1.5'), perKg: exact('1') },
  cities: new Map<string, never>(),
};
/** Midnight between November and December in Hong Kong. */
const MIDNIGHT = Date.UTC(2026, 10, 30, 16);

const parcel = (further: Partial<DeliveredParcel> = {}): DeliveredParcel => ({
  id: '1234567890123456789',
  clientRef: 'PARCEL-1',
  locode: 'HK HKG',
  deliveredAt: MIDNIGHT,
  distanceMeters: 4_000,
  weight: '2.5',
  ...further,
});
const line = (further: Partial<DeliveredParcel> = {}, list: PriceList = LIST) =>
  lineOf(parcel(further), { number: 7, city: HONG_KONG, list, decimals: 0 });

describe('the month of a parcel', () => {
  test('is that of the clock on the wall of its city, to the second', () => {
    expect(isOfMonth(MIDNIGHT - SECOND_MS, 'Asia/Hong_Kong', '2026-11')).toBe(true);
    expect(isOfMonth(MIDNIGHT - 1, 'Asia/Hong_Kong', '2026-11')).toBe(true);
    expect(isOfMonth(MIDNIGHT, 'Asia/Hong_Kong', '2026-11')).toBe(false);
    expect(isOfMonth(MIDNIGHT, 'Asia/Hong_Kong', '2026-12')).toBe(true);
    expect(isOfMonth(MIDNIGHT, 'Asia/Jakarta', '2026-11')).toBe(true);
    expect(isOfMonth(Date.UTC(2026, 11, 31, 16), 'Asia/Hong_Kong', '2027-01')).toBe(true);
  });

  test('lies within the span that is read, whatever the zone', () => {
    const anyZone = fc.constantFrom('Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Hong_Kong', 'UTC', 'Asia/Kathmandu');
    const anyInstant = fc.integer({ min: Date.UTC(2026, 10, 28), max: Date.UTC(2027, 1, 3) });
    fc.assert(
      fc.property(anyZone, anyInstant, fc.constantFrom('2026-12', '2027-01'), (timeZone, instant, month) => {
        const { from, to } = spanAround(month);
        if (isOfMonth(instant, timeZone, month)) expect(instant >= from && instant < to).toBe(true);
      }),
    );
    expect(spanAround('2026-12')).toEqual({ from: Date.UTC(2026, 10, 30), to: Date.UTC(2027, 0, 2) });
  });
});

describe('the state of a month', () => {
  const zones = ['Asia/Hong_Kong', 'Asia/Jakarta'];
  const JAKARTA_MIDNIGHT = MIDNIGHT + DAY_MS / 24;

  test('it lies ahead until it begins in the first of the cities', () => {
    expect(stateOfMonth('2026-12', zones, MIDNIGHT - 1)).toBe('ahead');
    expect(stateOfMonth('2026-12', zones, MIDNIGHT)).toBe('open');
  });

  test('it is final a day after it has ended in the last of them, when no driver can report from it any more', () => {
    expect(stateOfMonth('2026-11', zones, JAKARTA_MIDNIGHT + DAY_MS - 1)).toBe('open');
    expect(stateOfMonth('2026-11', zones, JAKARTA_MIDNIGHT + DAY_MS)).toBe('final');
  });
});

describe('a line', () => {
  test('says what was delivered when, and what that costs', () => {
    expect(line({ deliveredAt: MIDNIGHT - SECOND_MS })).toEqual({
      number: 7,
      deliveredAt: '2026-11-30 23:59:59',
      orderId: '1234567890123456789',
      clientRef: 'PARCEL-1',
      city: 'Hong Kong',
      distanceMeters: 4_000,
      kilograms: exact('2.5'),
      price: { base: exact('20'), distance: exact('6'), weight: exact('2.5'), totalMinor: 29n },
    });
    expect(line().deliveredAt).toBe('2026-12-01 00:00:00');
  });

  test('a city that has prices of its own is billed by them, and each other by those of all cities', () => {
    const cities = new Map([['HK HKG', { perParcel: exact('50'), perKm: exact('2'), perKg: exact('0') }]]);
    const list = { ...LIST, cities };
    expect(line({}, list).price?.totalMinor).toBe(58n);
    expect(line({ locode: 'HK KWN' }, list).price?.totalMinor).toBe(29n);
  });

  test('a weight with a decimal comma is billed like one with a point', () => {
    expect(line({ weight: '2,5' })).toEqual(line({ weight: '2.5' }));
  });

  test('without a weight in numbers the weight costs nothing; without a price list there is no price', () => {
    expect(line({ weight: 'HEAVY' }).price).toMatchObject({ weight: 0n, totalMinor: 26n });
    expect(lineOf(parcel(), { number: 1, city: HONG_KONG, list: undefined, decimals: 0 }).price).toBeUndefined();
  });
});

describe('the totals', () => {
  test('count what has no price apart', () => {
    const unpriced = { ...line({ weight: undefined }), price: undefined };
    expect([line(), unpriced, line()].reduce(withLine, NO_LINES)).toEqual({
      parcels: 3,
      unpriced: 1,
      distanceMeters: 12_000,
      kilograms: exact('5'),
      totalMinor: 58n,
    });
  });

  test('are the sum of the lines, to the last unit', () => {
    const anyLine = fc.integer({ min: 0, max: 100_000 }).map((distanceMeters) => line({ distanceMeters }));
    fc.assert(
      fc.property(fc.array(anyLine), (lines) => {
        const sum = lines.reduce((total, { price }) => total + Number(price?.totalMinor), 0);
        expect(Number(lines.reduce(withLine, NO_LINES).totalMinor)).toBe(sum);
      }),
    );
  });

  test('say what a reader must know', () => {
    const remarks = (unpriced: number, isFinal = true) => remarksOn({ ...NO_LINES, unpriced }, isFinal);
    expect(remarks(0)).toEqual([]);
    expect(remarks(1)).toEqual(['UNPRICED: 1 parcel has no price and is not in the total.']);
    expect(remarks(2, false)).toEqual([
      'UNPRICED: 2 parcels have no price and are not in the total.',
      'PROVISIONAL: deliveries of this month can still come in.',
    ]);
  });
});
