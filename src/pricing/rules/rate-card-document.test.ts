import { expect, test } from 'vitest';
import {
  cardFrom,
  cardsOf,
  findCardFaults,
  findRequestFaults,
  findShippedFaults,
  type RateCardDocument,
} from './rate-card-document.ts';

const DOCUMENT: RateCardDocument = {
  rounding: { step: '1', mode: 'HALF_UP' },
  vatRate: '0.07',
  baseFare: '39.5',
  includedMeters: 1_000,
  distanceTiers: [{ upToMeters: 5_000, perKm: '6.25' }, { perKm: '5' }],
  extraStop: '10',
  minimumFare: '45',
  surcharges: [
    { name: 'Night', from: '22:00', to: '06:00', share: '0.2' },
    { name: 'Holiday', holidays: true, amount: '15' },
  ],
  specialRequests: { ROUND_TRIP: { share: '0' }, TOLL_FEE_1: { amount: '50' } },
};

const faultsOf = (changes: object) => findCardFaults({ ...DOCUMENT, ...changes }, 0);

test('a good card has no faults and is read exactly', () => {
  expect(findCardFaults(DOCUMENT, 0)).toEqual([]);
  const card = cardFrom(DOCUMENT, 0);
  expect(card.baseFare).toBe(39_500_000_000_000n);
  expect(card.distanceTiers).toEqual([
    { upToMeters: 5_000, perKm: 6_250_000_000_000n },
    { upToMeters: undefined, perKm: 5_000_000_000_000n },
  ]);
  expect(card.surcharges[0]).toMatchObject({ hours: { from: 1_320, to: 360 }, onHolidaysOnly: false });
  expect(card.surcharges[1]).toMatchObject({
    hours: undefined,
    onHolidaysOnly: true,
    fee: { amount: 15_000_000_000_000n },
  });
  expect(card.adminFee).toBe(0n);
});

test.each([
  [{ baseFare: -1 }, '/baseFare'],
  [{ baseFare: '1,5' }, '/baseFare'],
  [{ baseFare: '1.23456' }, '/baseFare'],
  [{ discount: '5' }, '/'],
  [{ distanceTiers: [] }, '/distanceTiers'],
  [{ distanceTiers: [{ upToMeters: 5_000, perKm: '6' }] }, '/distanceTiers/0'],
  [{ distanceTiers: [{ perKm: '6' }, { perKm: '6' }] }, '/distanceTiers/0'],
  [{ distanceTiers: [{ upToMeters: 1_000, perKm: '6' }, { perKm: '6' }] }, '/distanceTiers/0'],
  [{ surcharges: [{ name: 'Night', from: '22:00', share: '0.2' }] }, '/surcharges/0'],
  [{ surcharges: [{ name: 'Night', from: '24:00', to: '06:00', share: '0.2' }] }, '/surcharges/0/from'],
  [{ surcharges: [{ name: 'Both', amount: '1', share: '0.2' }] }, '/surcharges/0'],
  [{ surcharges: [{ name: 'None' }] }, '/surcharges/0'],
  [{ specialRequests: { TOLL: { share: '1.5' } } }, '/specialRequests/TOLL'],
  [{ rounding: { step: '0', mode: 'UP' } }, '/rounding/step'],
  [{ rounding: { step: '0.5', mode: 'UP' } }, '/rounding/step'],
  [{ rounding: { step: '1', mode: 'DOWN' } }, '/rounding/mode'],
  [{ vatRate: 'x' }, '/vatRate'],
  [{ vatRate: '1.0001' }, '/vatRate'],
  [{ driverShare: '1.0001' }, '/driverShare'],
  [{ driverShare: '-0.1' }, '/driverShare'],
  [{ driverShare: '80%' }, '/driverShare'],
  [{ driverShare: 0.8 }, '/driverShare'],
  [{ surcharges: [{ name: 'Never', from: '00:00', to: '00:00', amount: '5' }] }, '/surcharges/0'],
])('%j is refused at %s', (changes, path) => {
  expect(faultsOf(changes).map((fault) => fault.path)).toContain(path);
});

test('a driver gets the share that the card names, and 80 % where it names none', () => {
  const shareOf = (changes: object) => cardFrom({ ...DOCUMENT, ...changes }, 0).driverShare;
  expect(shareOf({})).toBe(800_000_000_000n);
  for (const driverShare of ['0', '0.7525', '1']) expect(faultsOf({ driverShare })).toEqual([]);
  expect(shareOf({ driverShare: '0.7525' })).toBe(752_500_000_000n);
});

test('a shipped service may name a share of its own', () => {
  const { rounding, vatRate, ...rates } = DOCUMENT;
  const cities = { 'HK HKG': { VAN: { ...rates, driverShare: '0.7' }, WALKER: rates } };
  const shipped = { market: 'HK', rounding, vatRate, cities };
  expect(findShippedFaults(shipped)).toEqual([]);
  expect(cardsOf(shipped).map(({ document }) => cardFrom(document, 0).driverShare)).toEqual([
    700_000_000_000n,
    800_000_000_000n,
  ]);
});

test('the step may have the decimals of its market', () => {
  expect(findCardFaults({ ...DOCUMENT, rounding: { step: '0.1', mode: 'HALF_UP' } }, 1)).toEqual([]);
});

test('a card prices exactly what its service offers', () => {
  expect(findRequestFaults(DOCUMENT, ['ROUND_TRIP', 'TOLL_FEE_1'])).toEqual([]);
  expect(findRequestFaults(DOCUMENT, ['ROUND_TRIP', 'GIFT_WRAP'])).toEqual([
    { path: '/specialRequests/GIFT_WRAP', sentence: 'is missing' },
    { path: '/specialRequests/TOLL_FEE_1', sentence: 'is not a special request of this service' },
  ]);
});
