import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Exact, parseExact } from '../../foundation/money.ts';
import { driverFare } from './driver-fare.ts';
import { priceTrip } from './price.ts';
import type { RateCard } from './rate-card.ts';

const exact = (text: string) => parseExact(text) as Exact;

const card = (changes: Partial<RateCard> = {}): RateCard => ({
  decimals: 0,
  rounding: { step: exact('1'), mode: 'HALF_UP' },
  baseFare: exact('100'),
  includedMeters: 2_000,
  distanceTiers: [{ upToMeters: undefined, perKm: exact('5') }],
  extraStop: exact('20'),
  minimumFare: exact('0'),
  surcharges: [],
  specialRequests: {
    HELPER: { amount: exact('30') },
    TOLL_FEE_1: { amount: exact('50') },
    TOLL_FEE_10: { amount: exact('8') },
    NO_TOLL_FEE_1: { amount: exact('10') },
  },
  vatRate: exact('0'),
  adminFee: exact('0'),
  driverShare: exact('0.8'),
  ...changes,
});

function earned(rates: Partial<RateCard>, ...specialRequests: string[]): bigint {
  const pickUp = { date: '2026-11-16', weekday: 'MON', minuteOfDay: 720, holiday: undefined } as const;
  const trip = { distanceMeters: 1_500, dropOffs: 1, pickUp, specialRequests };
  return driverFare(card(rates), priceTrip(card(rates), trip));
}

test('a driver earns the share that the card names', () => {
  expect(earned({})).toBe(80n);
  expect(earned({ driverShare: exact('0.755') })).toBe(75n);
  expect(earned({ driverShare: exact('0') })).toBe(0n);
  expect(earned({ driverShare: exact('1') })).toBe(100n);
});

test('tolls are passed on in full, other special requests are shared', () => {
  expect(earned({}, 'HELPER')).toBe(104n);
  expect(earned({}, 'TOLL_FEE_1')).toBe(130n);
  expect(earned({}, 'TOLL_FEE_1', 'TOLL_FEE_10', 'HELPER')).toBe(162n);
  expect(earned({}, 'NO_TOLL_FEE_1')).toBe(88n);
  expect(earned({ driverShare: exact('0') }, 'TOLL_FEE_10', 'HELPER')).toBe(8n);
});

test('VAT is left out, an admin fee is not', () => {
  expect(earned({ vatRate: exact('0.1') })).toBe(80n);
  expect(earned({ vatRate: exact('0.1') }, 'TOLL_FEE_1')).toBe(130n);
  expect(earned({ adminFee: exact('5') })).toBe(84n);
});

test('what is less than the smallest unit stays with the house', () => {
  expect(earned({ baseFare: exact('99') })).toBe(79n);
  expect(earned({ baseFare: exact('101') })).toBe(80n);
  const tenths = { decimals: 1, rounding: { step: exact('0.1'), mode: 'HALF_UP' } } as const;
  expect(earned({ ...tenths, baseFare: exact('9.9') })).toBe(79n);
  expect(earned({ ...tenths, baseFare: exact('10') })).toBe(80n);
});

test('a toll is passed on as the partner pays it', () => {
  const toll = (amount: string) => earned({ specialRequests: { TOLL_FEE_1: { amount: exact(amount) } } }, 'TOLL_FEE_1');
  expect(toll('8.49')).toBe(88n);
  expect(toll('8.5')).toBe(89n);
});

test('a driver never earns less than the tolls nor more than the price without VAT', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 8n }).map((tenThousandths) => tenThousandths * 10n ** 8n);
  const share = fc.bigInt({ min: 0n, max: 10_000n }).map((tenThousandths) => tenThousandths * 10n ** 8n);
  const rates = fc
    .record({
      mode: fc.constantFrom<RateCard['rounding']['mode']>('HALF_UP', 'UP'),
      step: fc.constantFrom('1', '10', '1000'),
      toll: fc.oneof(
        amount.map((value) => ({ amount: value })),
        share.map((value) => ({ share: value })),
      ),
      helper: amount,
      baseFare: amount,
      minimumFare: amount,
      vatRate: share,
      adminFee: amount,
      driverShare: share,
    })
    .map(({ mode, step, toll, helper, ...rest }) =>
      card({
        ...rest,
        rounding: { step: exact(step), mode },
        specialRequests: { TOLL_FEE_1: toll, HELPER: { amount: helper } },
      }),
    );
  const trips = fc.record({
    distanceMeters: fc.integer({ min: 0, max: 300_000 }),
    dropOffs: fc.integer({ min: 1, max: 15 }),
    pickUp: fc.constant({ date: '2026-11-16', weekday: 'MON', minuteOfDay: 720, holiday: undefined } as const),
    specialRequests: fc.subarray(['TOLL_FEE_1', 'HELPER']),
  });
  fc.assert(
    fc.property(rates, trips, (given, trip) => {
      const price = priceTrip(given, trip);
      const fare = driverFare(given, price);
      expect(fare).toBeGreaterThanOrEqual(price.tollsMinor);
      expect(fare).toBeLessThanOrEqual(price.totalMinor - price.vatMinor);
      expect(price.tollsMinor).toBeGreaterThanOrEqual(0n);
    }),
  );
});
