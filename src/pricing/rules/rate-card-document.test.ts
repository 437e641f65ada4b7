import fc from 'fast-check';
import { expect, test } from 'vitest';
import { driverFare } from './driver-fare.ts';
import { priceTrip } from './price.ts';
import {
  blankCard,
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
  expect(card.rounding).toEqual({ step: 1_000_000_000_000n, mode: 'HALF_UP' });
  expect(card.adminFee).toBe(0n);
  expect(card.specialRequests).toEqual({ ROUND_TRIP: { share: 0n }, TOLL_FEE_1: { amount: 50_000_000_000_000n } });
});

test('a surcharge is read to its minute, with its days and the share that it names', () => {
  const surcharges: RateCardDocument['surcharges'] = [
    { name: 'x'.repeat(80), from: '16:30', to: '19:15', days: ['FRI'], share: '0.25' },
  ];
  expect(faultsOf({ surcharges })).toEqual([]);
  expect(cardFrom({ ...DOCUMENT, surcharges }, 0).surcharges).toEqual([
    {
      name: 'x'.repeat(80),
      hours: { from: 16 * 60 + 30, to: 19 * 60 + 15 },
      days: ['FRI'],
      onHolidaysOnly: false,
      fee: { share: 250_000_000_000n },
    },
  ]);
});

test('the step of rounding fits the currency, whatever zeros are written behind it', () => {
  const stepFaults = (step: string) => findCardFaults({ ...DOCUMENT, rounding: { step, mode: 'UP' } }, 1);
  expect(stepFaults('0.50')).toEqual([]);
  expect(stepFaults('0.05')).toEqual([
    { path: '/rounding/step', sentence: 'must be more than 0 with at most 1 decimals' },
  ]);
});

test('of what is no card at all is said so, at its root', () => {
  expect(findCardFaults('free', 0)).toEqual([{ path: '/', sentence: 'must be object' }]);
});

test.each([
  [{ baseFare: -1 }, '/baseFare'],
  [{ baseFare: '1,5' }, '/baseFare'],
  [{ baseFare: '1.23456' }, '/baseFare'],
  [{ discount: '5' }, '/discount'],
  [{ vatRate: undefined }, '/vatRate'],
  [{ distanceTiers: [] }, '/distanceTiers'],
  [{ distanceTiers: [{ upToMeters: 5_000, perKm: '6' }] }, '/distanceTiers/0/upToMeters'],
  [{ distanceTiers: [{ perKm: '6' }, { perKm: '6' }] }, '/distanceTiers/0/upToMeters'],
  [{ distanceTiers: [{ upToMeters: 1_000, perKm: '6' }, { perKm: '6' }] }, '/distanceTiers/0/upToMeters'],
  [{ surcharges: [{ name: 'Night', from: '22:00', share: '0.2' }] }, '/surcharges/0/from'],
  [{ surcharges: [{ name: 'Night', to: '06:00', share: '0.2' }] }, '/surcharges/0/from'],
  [{ surcharges: [{ name: 'Weekend', days: ['SAT', 'SAT'], share: '0.2' }] }, '/surcharges/0/days'],
  [{ surcharges: [{ name: 'Weekend', days: [], share: '0.2' }] }, '/surcharges/0/days'],
  [{ surcharges: [{ name: 'x'.repeat(81), share: '0.2' }] }, '/surcharges/0/name'],
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
  [{ surcharges: [{ name: 'Never', from: '00:00', to: '00:00', amount: '5' }] }, '/surcharges/0/to'],
])('%j is refused at %s', (changes, path) => {
  expect(faultsOf(changes).map((fault) => fault.path)).toContain(path);
});

test.each([
  [{ baseFare: '-1' }, 'must be an amount such as "12.5", not below zero, with at most four decimals'],
  [{ vatRate: '-0.1' }, 'must be a share such as "0.25", from 0 to 1'],
  [{ includedMeters: -1 }, 'must be at least 0'],
  [{ includedMeters: 1_000_001 }, 'must be at most 1000000'],
  [{ distanceTiers: [] }, 'must not be empty'],
  [{ surcharges: [{ name: '', amount: '5' }] }, 'must not be empty'],
  [{ rounding: { mode: 'UP' } }, 'is missing'],
  [{ rounding: { step: '1', mode: 'DOWN' } }, 'must be one of HALF_UP, UP'],
  [{ discount: '5' }, 'is not a key that is known here'],
  [
    { distanceTiers: [{ upToMeters: 3_000, perKm: '6' }, { upToMeters: 3_000, perKm: '5' }, { perKm: '4' }] },
    'must reach beyond 3000 m, where the one before it ends',
  ],
  [{ distanceTiers: [{ upToMeters: 5_000, perKm: '6' }] }, 'must be left out: the last tier has no end'],
  [{ distanceTiers: [{ perKm: '6' }, { perKm: '5' }] }, 'is missing: only the last tier has no end'],
  [{ vatRate: '1.0001' }, 'must be a share from 0 to 1'],
  [{ surcharges: [{ name: 'None' }] }, 'must have an amount or a share'],
  [{ surcharges: [{ name: 'N', from: '22:00', amount: '5' }] }, 'must have an end beside it, or neither be there'],
  [{ surcharges: [{ name: 'N', from: '24:00', to: '06:00', amount: '5' }] }, 'must be a time of day such as "22:00"'],
  [
    { surcharges: [{ name: 'N', from: '22:00', to: '22:00', amount: '5' }] },
    'must end at another time than it begins; leave both out for the whole day',
  ],
  [{ specialRequests: { 'toll fee': { amount: '5' } } }, 'is not a key that is known here'],
])('of %j is said: %s', (changes, sentence) => {
  expect(faultsOf(changes).map((fault) => fault.sentence)).toEqual([sentence]);
});

const anyAmount = fc.oneof(
  { arbitrary: fc.constantFrom('-1', '-0.5', '1e3'), weight: 1 },
  { arbitrary: fc.constantFrom('0', '12.5', '0.0001', '999999999999'), weight: 20 },
  { arbitrary: fc.nat({ max: 5_000 }).map((value) => (value / 10).toString()), weight: 20 },
);
const anyShare = fc.oneof(
  { arbitrary: fc.constantFrom('1.1', '-0.2'), weight: 1 },
  { arbitrary: fc.constantFrom('0', '0.2', '1'), weight: 30 },
);
const anyFee = fc.oneof(fc.record({ amount: anyAmount }), fc.record({ share: anyShare }));
const anyTiers = fc
  .array(fc.record({ upToMeters: fc.integer({ min: -10, max: 20_000 }), perKm: anyAmount }), { maxLength: 4 })
  .chain((tiers) =>
    fc.tuple(
      fc.boolean().map((sorts) => (sorts ? tiers.toSorted((a, b) => a.upToMeters - b.upToMeters) : tiers)),
      anyAmount.map((perKm) => [{ perKm }]),
    ),
  )
  .map(([tiers, last]) => [...tiers, ...last]);
const anyDocument = fc.record({
  rounding: fc.record({ step: fc.constantFrom('1', '0.1', '5'), mode: fc.constantFrom('HALF_UP', 'UP') }),
  vatRate: anyShare,
  adminFee: anyAmount,
  baseFare: anyAmount,
  includedMeters: fc.integer({ min: -1, max: 100 }),
  distanceTiers: anyTiers,
  extraStop: anyAmount,
  minimumFare: anyAmount,
  surcharges: fc.array(
    fc.tuple(fc.record({ name: fc.constant('Night') }), anyFee).map(([name, fee]) => ({ ...name, ...fee })),
    {
      maxLength: 2,
    },
  ),
  specialRequests: fc.dictionary(fc.constantFrom('ROUND_TRIP', 'TOLL_FEE_1'), anyFee),
  driverShare: anyShare,
});
const anyTrip = fc.record({
  distanceMeters: fc.nat({ max: 200_000 }),
  dropOffs: fc.integer({ min: 1, max: 15 }),
  pickUp: fc.constant({ date: '2026-11-18', weekday: 'WED', minuteOfDay: 660, holiday: undefined } as const),
  specialRequests: fc.subarray(['ROUND_TRIP', 'TOLL_FEE_1']),
});

test('no card that has no faults prices any trip below zero, or pays its driver more than it costs', () => {
  let priced = 0;
  fc.assert(
    fc.property(anyDocument, anyTrip, (document, trip) => {
      if (findCardFaults(document, 1).length > 0) return;
      priced++;
      const card = cardFrom(document as RateCardDocument, 1);
      const price = priceTrip(card, trip);
      for (const { amountMinor } of price.items) expect(amountMinor).toBeGreaterThanOrEqual(0n);
      expect(driverFare(card, price)).toBeGreaterThanOrEqual(0n);
      expect(driverFare(card, price)).toBeLessThanOrEqual(price.totalMinor);
    }),
    { numRuns: 300 },
  );
  expect(priced).toBeGreaterThan(30);
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

test('what is wrong with a shipped file is told with its path', () => {
  const { rounding, vatRate, ...rates } = DOCUMENT;
  const cities = { 'HK HKG': { VAN: { ...rates, baseFare: 'free' } } };
  expect(findShippedFaults({ market: 'hk', rounding, vatRate, cities })).toEqual([
    { path: '/market', sentence: 'must match pattern "^[A-Z]{2}$"' },
    { path: '/cities/HK HKG/VAN/baseFare', sentence: expect.stringContaining('must be an amount such as "12.5"') },
  ]);
});

test('each card of a shipped file knows its city and its service, and has no admin fee that nobody wrote', () => {
  const { rounding, vatRate, ...rates } = DOCUMENT;
  const cities = { 'HK HKG': { VAN: rates, CAR: rates }, 'HK KLN': { VAN: rates } };
  const document = { rounding, vatRate, ...rates };
  const cards = cardsOf({ market: 'HK', rounding, vatRate, cities });
  expect(cards).toEqual([
    { locode: 'HK HKG', service: 'VAN', document },
    { locode: 'HK HKG', service: 'CAR', document },
    { locode: 'HK KLN', service: 'VAN', document },
  ]);
  for (const card of cards) expect(Object.keys(card.document)).not.toContain('adminFee');
});

test('the admin fee of a market is on each of its cards', () => {
  const { rounding, vatRate, ...rates } = DOCUMENT;
  const shipped = { market: 'HK', rounding, vatRate, adminFee: '2.5', cities: { 'HK HKG': { VAN: rates } } };
  expect(cardsOf(shipped).map(({ document }) => cardFrom(document, 1).adminFee)).toEqual([2_500_000_000_000n]);
});

test.each([
  [0, '1'],
  [1, '0.1'],
  [2, '0.01'],
])(
  'a blank card of a currency with %i decimals is rounded to %s, and lacks only what has to be filled in',
  (decimals, step) => {
    const blank = blankCard(decimals, ['TOLL_FEE_1']);
    expect(blank).toEqual({
      rounding: { step, mode: 'HALF_UP' },
      ...{ vatRate: '', baseFare: '', includedMeters: 0, distanceTiers: [{ perKm: '' }] },
      ...{ extraStop: '', minimumFare: '', surcharges: [], specialRequests: { TOLL_FEE_1: { amount: '' } } },
    });
    expect(
      findCardFaults(blank, decimals)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([
      '/baseFare',
      '/distanceTiers/0/perKm',
      '/extraStop',
      '/minimumFare',
      '/specialRequests/TOLL_FEE_1/amount',
      '/vatRate',
    ]);
  },
);

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
