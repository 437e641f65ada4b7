import { expect, test } from 'vitest';
import type { RateCardDocument } from '../../../src/console/rates-wire.ts';
import { cardWords } from './card-words.ts';

const DOCUMENT: RateCardDocument = {
  rounding: { step: '1', mode: 'HALF_UP' },
  vatRate: '0.07',
  baseFare: '48',
  includedMeters: 1_000,
  distanceTiers: [{ upToMeters: 10_000, perKm: '6.5' }, { perKm: '5.5' }],
  extraStop: '20',
  minimumFare: '50',
  surcharges: [
    { name: 'Night', from: '23:00', to: '06:00', share: '0.2' },
    { name: 'Evening', from: '17:00', to: '20:00', days: ['MON', 'TUE'], amount: '8' },
    { name: 'Holiday', holidays: true, share: '0.15' },
    { name: 'Fuel', amount: '2' },
  ],
  specialRequests: { TOLL: { amount: '50' }, ROUND_TRIP: { share: '0' }, GONE: { amount: '1' } },
};
const specialRequests = [
  { name: 'TOLL', description: 'Cross-harbour tunnel' },
  { name: 'ROUND_TRIP', description: 'Round trip' },
  { name: 'NEW', description: 'Thermal bag' },
];
const told = (changes: Partial<RateCardDocument> = {}) =>
  Object.fromEntries(cardWords({ document: { ...DOCUMENT, ...changes }, currency: 'HKD', specialRequests }));

test('a card is told whole, part by part', () => {
  expect(told()).toEqual({
    'Base fare': ['48 HKD with the first 1.0 km'],
    'Per kilometer': ['6.5 HKD up to 10.0 km', '5.5 HKD beyond'],
    'Each further stop': ['20 HKD'],
    'At least': ['50 HKD'],
    Surcharges: [
      'Night: 20 % of the fare, 23:00–06:00',
      'Evening: 8 HKD, 17:00–20:00, Mon, Tue',
      'Holiday: 15 % of the fare, on public holidays',
      'Fuel: 2 HKD',
    ],
    'Special requests': [
      'Cross-harbour tunnel: 50 HKD',
      'Round trip: no fee',
      'Thermal bag: not to be had, as it has no price',
    ],
    VAT: ['7 %'],
    'Admin fee': [],
    'Driver’s share': ['80 %'],
    'Rounded to': ['1 HKD, to the nearest'],
  });
});

test('what a card leaves out or says otherwise is told so', () => {
  const bare = told({
    rounding: { step: '0.5', mode: 'UP' },
    includedMeters: 0,
    distanceTiers: [{ perKm: '8' }],
    adminFee: '3',
    driverShare: '0.75',
  });
  expect(bare).toMatchObject({
    'Base fare': ['48 HKD'],
    'Per kilometer': ['8 HKD'],
    'Admin fee': ['3 HKD'],
    'Driver’s share': ['75 %'],
    'Rounded to': ['0.5 HKD, always up'],
  });
  const included = told({ includedMeters: 500, distanceTiers: [{ perKm: '8' }] });
  expect(included['Per kilometer']).toEqual(['8 HKD beyond']);
});
