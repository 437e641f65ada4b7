import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Exact, formatExact, parseExact } from '../../foundation/money.ts';
import { type ParcelRates, type PricedParcel, priceParcel } from './parcel-price.ts';

const exact = (text: string) => parseExact(text) as Exact;
const rates = (perParcel: string, perKm: string, perKg: string): ParcelRates => ({
  perParcel: exact(perParcel),
  perKm: exact(perKm),
  perKg: exact(perKg),
});
const everywhere = (...amounts: Parameters<typeof rates>) => ({ allCities: rates(...amounts), cities: new Map() });
const parcel = (further: Partial<PricedParcel> = {}): PricedParcel => ({
  locode: 'HK HKG',
  distanceMeters: 0,
  kilograms: undefined,
  ...further,
});

test('a parcel costs its base, and exactly its part of a kilometer and of a kilogram', () => {
  const price = priceParcel(
    everywhere('20', '1.5', '0.8'),
    parcel({ distanceMeters: 6_301, kilograms: exact('2.25') }),
    1,
  );
  expect(price).toEqual({ base: exact('20'), distance: exact('9.4515'), weight: exact('1.8'), totalMinor: 313n });
});

test('only the sum is rounded, half up, to the decimals of the market', () => {
  const total = (perParcel: string, perKg: string, decimals: number) =>
    priceParcel(everywhere(perParcel, '0', perKg), parcel({ kilograms: exact('1') }), decimals)?.totalMinor;
  expect(total('10.4999', '0', 0)).toBe(10n);
  expect(total('10.5', '0', 0)).toBe(11n);
  expect(total('10.25', '0.2', 0)).toBe(10n);
  expect(total('10.25', '0.25', 0)).toBe(11n);
  expect(total('10.4499', '0', 1)).toBe(104n);
  expect(total('10.45', '0', 1)).toBe(105n);
});

test('no distance and no weight cost nothing', () => {
  expect(priceParcel(everywhere('20', '1.5', '0.8'), parcel(), 0)).toEqual({
    base: exact('20'),
    distance: 0n,
    weight: 0n,
    totalMinor: 20n,
  });
});

test("a city's own rates come before those of all cities", () => {
  const list = { allCities: rates('20', '0', '0'), cities: new Map([['TH BKK', rates('35', '0', '0')]]) };
  expect(priceParcel(list, parcel({ locode: 'TH BKK' }), 0)?.totalMinor).toBe(35n);
  expect(priceParcel(list, parcel({ locode: 'TH CNX' }), 0)?.totalMinor).toBe(20n);
});

test('where nothing was agreed on there is no price, not a price of 0', () => {
  expect(priceParcel(undefined, parcel(), 0)).toBeUndefined();
  const list = { allCities: undefined, cities: new Map([['TH BKK', rates('0', '0', '0')]]) };
  expect(priceParcel(list, parcel({ locode: 'TH CNX' }), 0)).toBeUndefined();
  expect(priceParcel(list, parcel({ locode: 'TH BKK' }), 0)?.totalMinor).toBe(0n);
});

const anyAmount = fc
  .tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 9_999 }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(4, '0')}`);
const anyList = fc.tuple(anyAmount, anyAmount, anyAmount).map((amounts) => everywhere(...amounts));
const anyMeters = fc.integer({ min: 0, max: 500_000 });
const anyKilograms = fc.bigInt({ min: 0n, max: exact('1000') });
const anyDecimals = fc.constantFrom(0, 1, 2);

test('more kilometers or kilograms are never cheaper', () => {
  fc.assert(
    fc.property(
      ...[anyList, anyDecimals, anyMeters, anyKilograms, anyMeters, anyKilograms],
      (list, decimals, distanceMeters, kilograms, meters, more) => {
        const near = priceParcel(list, parcel({ distanceMeters, kilograms }), decimals);
        const far = priceParcel(
          list,
          parcel({ distanceMeters: distanceMeters + meters, kilograms: kilograms + more }),
          decimals,
        );
        expect((far?.totalMinor ?? -1n) >= (near?.totalMinor ?? 0n)).toBe(true);
      },
    ),
  );
});

test('the total is at most half a unit away from the sum of its parts', () => {
  fc.assert(
    fc.property(anyList, anyDecimals, anyMeters, anyKilograms, (list, decimals, distanceMeters, kilograms) => {
      const price = priceParcel(list, parcel({ distanceMeters, kilograms }), decimals);
      if (price === undefined) throw new Error('there is a list');
      const unit = exact('1') / 10n ** BigInt(decimals);
      const above = price.totalMinor * unit - (price.base + price.distance + price.weight);
      expect(above * 2n > -unit && above * 2n <= unit, formatExact(price.distance)).toBe(true);
    }),
  );
});
