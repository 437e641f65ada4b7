import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount, parseAmount } from '../../foundation/money.ts';
import type { City } from '../../markets/index.ts';
import type { Price, RateCardVersion } from '../../pricing/index.ts';
import { explainPrice, explainRoute, pricesOf } from './explanation.ts';

const NAMES = [
  'base',
  'extraMileage',
  'multiStopSurcharge',
  'surcharge',
  'specialRequests',
  'minimumSurcharge',
  'vat',
  'adminFee',
] as const;
const amounts = fc.array(fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 9n })), {
  minLength: 8,
  maxLength: 8,
});

function priceOf(list: readonly bigint[]): Price {
  const items = NAMES.map((item, index) => ({ item, amountMinor: list[index] as bigint, exact: '', inputs: {} }));
  return { items, totalMinor: list.reduce((sum, amount) => sum + amount, 0n), vatMinor: 0n, tollsMinor: 0n };
}

test('the lines that a partner reads add up to the total that a partner reads', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(0, 1), (list, decimals) => {
      const price = priceOf(list);
      const lines = Object.values(pricesOf(price, undefined, (amount) => formatAmount(amount, decimals)));
      const sum = lines.reduce((all, line) => all + (parseAmount(line, decimals) as bigint), 0n);
      expect(formatAmount(sum, decimals)).toBe(formatAmount(price.totalMinor, decimals));
    }),
  );
});

test('an explanation names the card, when it was chosen, and each line with what it was made from', () => {
  const rounding = { step: 500_000_000_000n, mode: 'UP' };
  const card = { locode: 'HK HKG', service: 'VAN', version: 3, card: { rounding } } as RateCardVersion;
  const inputs = { baseFare: '39.5' };
  const items = [
    { item: 'base', amountMinor: 395n, exact: '39.49', inputs },
    { item: 'surcharge', amountMinor: 0n, exact: '0', inputs: {} },
  ] as const;
  const price: Price = { items, totalMinor: 395n, vatMinor: 0n, tollsMinor: 0n };
  const at = Date.UTC(2026, 10, 16, 4);
  expect(explainPrice(card, price, (amount) => formatAmount(amount, 1), at, at + 60_000)).toEqual({
    rateCard: {
      locode: 'HK HKG',
      service: 'VAN',
      version: 3,
      judgedAt: '2026-11-16T04:00:00.00Z',
      rounding: { step: '0.5', mode: 'UP' },
    },
    pickUpAt: '2026-11-16T04:01:00.00Z',
    items: [{ item: 'base', amount: '39.5', beforeRounding: '39.49', inputs }],
    total: '39.5',
  });
});

test('lines that are zero are left out, but the base is always there', () => {
  const printed = pricesOf(
    priceOf([0n, 0n, 5n, 0n, 0n, 0n, 0n, 0n]),
    priceOf([9n, 0n, 0n, 0n, 0n, 0n, 0n, 0n]),
    String,
  );
  expect(printed).toEqual({ base: '0', multiStopSurcharge: '5', totalBeforeOptimization: '9' });
});

describe('the way', () => {
  const city = { roadFactor: 1.4 } as City;
  const effects = { returnsToPickUp: false } as Parameters<typeof explainRoute>[2];
  const driven = { order: [0, 2, 1], meters: 4_000 };

  test('tells by which factor it was estimated, and nothing of it where roads were measured', () => {
    const told = { distanceMeters: 4_000, returnsToPickUp: false };
    expect(explainRoute(city, { meters: [], source: 'estimate' }, effects, driven, undefined)).toEqual({
      ...told,
      measuredBy: 'estimate',
      roadFactor: 1.4,
    });
    expect(explainRoute(city, { meters: [], source: 'osrm' }, effects, driven, undefined)).toEqual({
      ...told,
      measuredBy: 'osrm',
    });
  });

  test('tells what another order of the stops has saved', () => {
    const given = { order: [0, 1, 2], meters: 5_500 };
    expect(explainRoute(city, { meters: [], source: 'osrm' }, effects, driven, given)).toMatchObject({
      optimized: { distanceBeforeMeters: 5_500, savedMeters: 1_500, order: [0, 2, 1] },
    });
  });
});
