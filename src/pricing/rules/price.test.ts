import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Exact, formatAmount, parseExact, type RoundingMode } from '../../foundation/money.ts';
import { priceTrip, type Trip } from './price.ts';
import type { RateCard } from './rate-card.ts';

const exact = (text: string) => parseExact(text) as Exact;

const card = (changes: Partial<RateCard> = {}): RateCard => ({
  decimals: 0,
  rounding: { step: exact('1'), mode: 'HALF_UP' },
  baseFare: exact('60'),
  includedMeters: 2_000,
  distanceTiers: [
    { upToMeters: 5_000, perKm: exact('8') },
    { upToMeters: undefined, perKm: exact('5') },
  ],
  extraStop: exact('20'),
  minimumFare: exact('0'),
  surcharges: [],
  specialRequests: {},
  vatRate: exact('0'),
  adminFee: exact('0'),
  driverShare: exact('0.8'),
  ...changes,
});

const trip = (changes: Partial<Trip> = {}): Trip => ({
  distanceMeters: 1_500,
  dropOffs: 1,
  pickUp: { date: '2026-11-16', weekday: 'MON', minuteOfDay: 12 * 60, holiday: undefined },
  specialRequests: [],
  ...changes,
});

function priced(rates: Partial<RateCard>, way: Partial<Trip>): Record<string, string> {
  const { items, totalMinor } = priceTrip(card(rates), trip(way));
  const decimals = rates.decimals ?? 0;
  const shown = items
    .filter(({ amountMinor }) => amountMinor > 0n)
    .map(({ item, amountMinor }) => [item, formatAmount(amountMinor, decimals)]);
  return { ...Object.fromEntries(shown), total: formatAmount(totalMinor, decimals) };
}

test('the base fare includes its distance, to the metre', () => {
  expect(priced({}, { distanceMeters: 2_000 })).toEqual({ base: '60', total: '60' });
  expect(
    priced({ distanceTiers: [{ upToMeters: undefined, perKm: exact('500') }] }, { distanceMeters: 2_001 }),
  ).toEqual({
    base: '60',
    extraMileage: '1',
    total: '61',
  });
});

test('each tier prices its own metres', () => {
  // 3 km at 8, then 2 km at 5.
  expect(priced({}, { distanceMeters: 7_000 })).toEqual({ base: '60', extraMileage: '34', total: '94' });
  expect(priced({}, { distanceMeters: 5_000 }).extraMileage).toBe('24');
});

test('the first drop-off is in the base fare, each further one costs', () => {
  expect(priced({}, { dropOffs: 1 }).multiStopSurcharge).toBeUndefined();
  expect(priced({}, { dropOffs: 3 }).multiStopSurcharge).toBe('40');
});

test('surcharges that apply are added, as an amount or as a share of base, mileage and stops', () => {
  const night = { name: 'Night', hours: { from: 22 * 60, to: 6 * 60 }, days: undefined, onHolidaysOnly: false };
  const surcharges = [
    { ...night, fee: { share: exact('0.2') } },
    { ...night, name: 'Late', fee: { amount: exact('7') } },
  ];
  const at = (minuteOfDay: number) =>
    priced({ surcharges }, { dropOffs: 2, pickUp: { ...trip().pickUp, minuteOfDay } }).surcharge;
  expect(at(22 * 60 - 1)).toBeUndefined();
  expect(at(22 * 60)).toBe('23');
  expect(at(6 * 60 - 1)).toBe('23');
  expect(at(6 * 60)).toBeUndefined();
});

test('special requests cost what the card says', () => {
  const specialRequests = { BAG: { amount: exact('5') }, RETURN: { share: exact('0.5') } };
  expect(priced({ specialRequests }, { specialRequests: ['BAG', 'RETURN'] }).specialRequests).toBe('35');
});

test('the tolls among the special requests are told apart, rounded as the item is', () => {
  const specialRequests = {
    TOLL_FEE_1: { amount: exact('8.25') },
    TOLL_FEE_10: { amount: exact('8.25') },
    HELPER: { amount: exact('5') },
  };
  const tollsOf = (...names: string[]) =>
    priceTrip(card({ specialRequests }), trip({ specialRequests: names })).tollsMinor;
  expect(tollsOf()).toBe(0n);
  expect(tollsOf('HELPER')).toBe(0n);
  expect(tollsOf('TOLL_FEE_1', 'HELPER')).toBe(8n);
  expect(tollsOf('TOLL_FEE_1', 'TOLL_FEE_10')).toBe(17n);
});

test('a fare below the minimum is lifted to it, and no further', () => {
  expect(priced({ minimumFare: exact('75') }, {})).toEqual({ base: '60', minimumSurcharge: '15', total: '75' });
  expect(priced({ minimumFare: exact('60') }, {}).minimumSurcharge).toBeUndefined();
});

test('what is asked for beside the way is paid in full on top of the minimum', () => {
  const specialRequests = { TOLL: { amount: exact('8') } };
  const surcharges = [
    { name: 'Night', hours: undefined, days: undefined, onHolidaysOnly: false, fee: { amount: exact('5') } },
  ];
  expect(priced({ minimumFare: exact('75'), specialRequests, surcharges }, { specialRequests: ['TOLL'] })).toEqual({
    base: '60',
    surcharge: '5',
    specialRequests: '8',
    minimumSurcharge: '15',
    total: '88',
  });
});

test('a toll larger than what is missing does not stand in for the minimum', () => {
  const specialRequests = { TOLL: { amount: exact('40') } };
  expect(priced({ minimumFare: exact('75'), specialRequests }, { specialRequests: ['TOLL'] })).toEqual({
    base: '60',
    specialRequests: '40',
    minimumSurcharge: '15',
    total: '115',
  });
});

test('VAT is on what lifts a fare to the minimum too', () => {
  expect(priced({ minimumFare: exact('100'), vatRate: exact('0.1') }, {})).toMatchObject({ vat: '10', total: '110' });
});

test('VAT is on everything but the admin fee', () => {
  expect(priced({ vatRate: exact('0.12'), adminFee: exact('5') }, { dropOffs: 2 })).toEqual({
    base: '60',
    multiStopSurcharge: '20',
    vat: '10',
    adminFee: '5',
    total: '95',
  });
});

test('each item is rounded on its own, by step and mode', () => {
  const baseFare = exact('60.5');
  expect(priced({ baseFare }, {}).total).toBe('61');
  expect(priced({ baseFare: exact('60.4999') }, {}).total).toBe('60');
  expect(priced({ baseFare: exact('60.0001'), rounding: { step: exact('1'), mode: 'UP' } }, {}).total).toBe('61');
  expect(
    priced({ baseFare: exact('60.25'), decimals: 1, rounding: { step: exact('0.1'), mode: 'HALF_UP' } }, {}).total,
  ).toBe('60.3');
  expect(priced({ baseFare: exact('12340'), rounding: { step: exact('100'), mode: 'HALF_UP' } }, {}).total).toBe(
    '12300',
  );
});

test('an item says what it was made from', () => {
  const { items } = priceTrip(card(), trip({ distanceMeters: 7_300 }));
  expect(items.find(({ item }) => item === 'extraMileage')).toEqual({
    item: 'extraMileage',
    amountMinor: 36n,
    exact: '35.5',
    inputs: {
      distanceMeters: 7_300,
      tiers: [
        { fromMeters: 2_000, meters: 3_000, perKm: '8' },
        { fromMeters: 5_000, meters: 2_300, perKm: '5' },
      ],
    },
  });
});

test('fixed amounts, the minimum and VAT say what they were made from', () => {
  const rates = { minimumFare: exact('110.5'), vatRate: exact('0.07'), adminFee: exact('2.5') };
  const { items } = priceTrip(card(rates), trip({ dropOffs: 3 }));
  const inputs = Object.fromEntries(items.map((item) => [item.item, item.inputs]));
  expect(inputs).toMatchObject({
    base: { baseFare: '60', includedMeters: 2_000 },
    multiStopSurcharge: { extraStops: 2, perStop: '20' },
    minimumSurcharge: { minimumFare: '110.5', fare: '100' },
    vat: { rate: '0.07', on: '111' },
    adminFee: { fixed: '2.5' },
  });
});

test('a tier that the way only touches is not named', () => {
  const { items } = priceTrip(card(), trip({ distanceMeters: 5_000 }));
  expect(items.find(({ item }) => item === 'extraMileage')?.inputs.tiers).toEqual([
    { fromMeters: 2_000, meters: 3_000, perKm: '8' },
  ]);
});

test('surcharges and special requests are named with their fee and what it comes to', () => {
  const always = { hours: undefined, days: undefined, onHolidaysOnly: false };
  const surcharges = [
    { ...always, name: 'Rain', fee: { share: exact('0.2') } },
    { ...always, name: 'Late', fee: { amount: exact('7') } },
  ];
  const specialRequests = { BAG: { amount: exact('5') }, RETURN: { share: exact('0.5') } };
  const { items } = priceTrip(card({ surcharges, specialRequests }), trip({ specialRequests: ['BAG', 'RETURN'] }));
  expect(items.find(({ item }) => item === 'surcharge')?.inputs.surcharges).toEqual([
    { name: 'Rain', share: '0.2', amount: '12' },
    { name: 'Late', fixed: '7', amount: '7' },
  ]);
  expect(items.find(({ item }) => item === 'specialRequests')?.inputs.requests).toEqual([
    { name: 'BAG', fixed: '5', amount: '5' },
    { name: 'RETURN', share: '0.5', amount: '30' },
  ]);
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 9n }).map((tenThousandths) => tenThousandths * 10n ** 8n);
const share = fc.bigInt({ min: 0n, max: 10_000n }).map((tenThousandths) => tenThousandths * 10n ** 8n);
const fee = fc.oneof(
  amount.map((value) => ({ amount: value })),
  share.map((value) => ({ share: value })),
);
const anyCard = fc
  .record({
    decimals: fc.constantFrom(0, 1),
    stepInMinor: fc.constantFrom(1n, 10n, 100n),
    mode: fc.constantFrom<RoundingMode>('HALF_UP', 'UP'),
    baseFare: amount,
    includedMeters: fc.integer({ min: 0, max: 5_000 }),
    tierEnds: fc.uniqueArray(fc.integer({ min: 5_001, max: 60_000 }), { maxLength: 3 }),
    perKm: fc.array(amount, { minLength: 4, maxLength: 4 }),
    extraStop: amount,
    minimumFare: amount,
    surchargeFees: fc.array(fee, { maxLength: 3 }),
    requestFee: fee,
    vatRate: share,
    adminFee: amount,
    driverShare: share,
  })
  .map(
    ({ decimals, stepInMinor, mode, tierEnds, perKm, surchargeFees, requestFee, ...rest }): RateCard => ({
      ...rest,
      decimals,
      rounding: { step: stepInMinor * 10n ** BigInt(12 - decimals), mode },
      distanceTiers: [...tierEnds.sort((a, b) => a - b), undefined].map((upToMeters, index) => ({
        upToMeters,
        perKm: perKm[index] as bigint,
      })),
      surcharges: surchargeFees.map((given, index) => ({
        name: `s${index}`,
        hours: undefined,
        days: undefined,
        onHolidaysOnly: false,
        fee: given,
      })),
      specialRequests: { REQUEST: requestFee },
    }),
  );
const anyTrip = fc.record({
  distanceMeters: fc.integer({ min: 0, max: 300_000 }),
  dropOffs: fc.integer({ min: 1, max: 15 }),
  pickUp: fc.constant(trip().pickUp),
  specialRequests: fc.constantFrom<string[]>([], ['REQUEST']),
});

test('every breakdown adds up to its total to the last digit, and every item is a multiple of the step', () => {
  fc.assert(
    fc.property(anyCard, anyTrip, (rates, way) => {
      const { items, totalMinor } = priceTrip(rates, way);
      expect(items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(totalMinor);
      const stepMinor = rates.rounding.step / 10n ** BigInt(12 - rates.decimals);
      expect(items.every(({ amountMinor }) => amountMinor >= 0n && amountMinor % stepMinor === 0n)).toBe(true);
      expect(totalMinor * 10n ** BigInt(12 - rates.decimals)).toBeGreaterThanOrEqual(
        rates.minimumFare - rates.rounding.step,
      );
    }),
  );
});

test('a longer way never costs less, and neither does one more stop', () => {
  fc.assert(
    fc.property(anyCard, anyTrip, fc.integer({ min: 0, max: 20_000 }), (rates, way, more) => {
      const total = priceTrip(rates, way).totalMinor;
      expect(priceTrip(rates, { ...way, distanceMeters: way.distanceMeters + more }).totalMinor).toBeGreaterThanOrEqual(
        total,
      );
      expect(priceTrip(rates, { ...way, dropOffs: way.dropOffs + 1 }).totalMinor).toBeGreaterThanOrEqual(total);
    }),
  );
});

test('the surcharge says at what time it was judged, in the city', () => {
  const { items } = priceTrip(
    card(),
    trip({ pickUp: { ...trip().pickUp, minuteOfDay: 9 * 60 + 5, holiday: 'New Year' } }),
  );
  expect(items.find(({ item }) => item === 'surcharge')?.inputs.pickUp).toEqual({
    date: '2026-11-16',
    weekday: 'MON',
    time: '09:05',
    holiday: 'New Year',
  });
});
