import { expect, test } from 'vitest';
import { type PriceExplanation, priceLines, priceRemarks } from './price-words.ts';

const EXPLAINED: PriceExplanation = {
  rateCard: { version: 3, rounding: { step: '1' } },
  route: { distanceMeters: 16_107, measuredBy: 'estimate', returnsToPickUp: false, optimized: { savedMeters: 10_064 } },
  items: [
    { item: 'base', amount: '70', beforeRounding: '70', inputs: { baseFare: '70', includedMeters: 2_000 } },
    {
      item: 'extraMileage',
      amount: '123',
      beforeRounding: '122.749',
      inputs: {
        distanceMeters: 16_107,
        tiers: [
          { fromMeters: 0, meters: 10_000, perKm: '8' },
          { fromMeters: 10_000, meters: 6_107, perKm: '7' },
        ],
      },
    },
    { item: 'multiStopSurcharge', amount: '30', beforeRounding: '30', inputs: { extraStops: 1, perStop: '30' } },
    {
      item: 'surcharge',
      amount: '16',
      beforeRounding: '16',
      inputs: {
        pickUp: { date: '2026-11-26', weekday: 'THU', time: '19:30' },
        surcharges: [{ name: 'Evening peak', fixed: '16', amount: '16' }],
      },
    },
    {
      item: 'specialRequests',
      amount: '20',
      beforeRounding: '20',
      inputs: { requests: [{ name: 'Return', share: '0.5', amount: '20' }] },
    },
    { item: 'minimumSurcharge', amount: '5', beforeRounding: '5', inputs: { minimumFare: '45', fare: '40' } },
    { item: 'vat', amount: '8', beforeRounding: '8', inputs: { rate: '0.075', on: '106' } },
    { item: 'adminFee', amount: '2', beforeRounding: '2', inputs: { fixed: '2' } },
  ],
  total: '289',
};

test('every item has its reason in a sentence', () => {
  expect(priceLines(EXPLAINED).map(({ title, why, amount }) => [title, why, amount])).toEqual([
    ['Base fare', 'For every order; the first 2.0 km are in it.', '70'],
    ['Distance', '10.0 km at 8 per km, 6.1 km at 7 per km. 122.749 before rounding.', '123'],
    ['Further stops', '1 more drop-off at 30 each.', '30'],
    ['Surcharges', 'Picked up Thu at 19:30: Evening peak 16.', '16'],
    ['Special requests', 'Return 50 % (20).', '20'],
    ['Up to the minimum fare', 'The way alone comes to 40, and the minimum fare is 45.', '5'],
    ['VAT', '7.5 % on 106.', '8'],
    ['Service fee', '2 for every order.', '2'],
  ]);
});

test('a priority fee stands at the end', () => {
  expect(priceLines({ ...EXPLAINED, priorityFee: '20' })).toEqual([
    ...priceLines(EXPLAINED),
    {
      key: 'priorityFee',
      title: 'Priority fee',
      why: 'Added to have a driver sooner; the driver gets it.',
      amount: '20',
    },
  ]);
});

test('a reason fits one or several, a card that includes no way, and a holiday', () => {
  const whyOf = (item: string, inputs: object, beforeRounding = '1') =>
    priceLines({ ...EXPLAINED, items: [{ item, amount: '1', beforeRounding, inputs } as never] })[0]?.why;
  expect(whyOf('base', { includedMeters: 0 })).toBe('For every order.');
  expect(whyOf('multiStopSurcharge', { extraStops: 2, perStop: '30' })).toBe('2 more drop-offs at 30 each.');
  const pickUp = { weekday: 'FRI', time: '19:30', holiday: 'Christmas Day' };
  const surcharges = [
    { name: 'Evening', fixed: '16', amount: '16' },
    { name: 'Holiday', share: '0.2', amount: '8' },
  ];
  expect(whyOf('surcharge', { pickUp, surcharges })).toBe(
    'Picked up Fri at 19:30, Christmas Day: Evening 16, Holiday 20 % (8).',
  );
  expect(whyOf('moonTax', {}, '0.9')).toBe('0.9 before rounding.');
});

test('an item that nobody knows yet is shown by its name', () => {
  const item = { item: 'moonTax', amount: '1', beforeRounding: '1', inputs: {} };
  expect(priceLines({ ...EXPLAINED, items: [item] })).toEqual([
    { key: 'moonTax', title: 'moonTax', why: '', amount: '1' },
  ]);
});

test('the way, what was saved, the card and what the placement did are said', () => {
  expect(priceRemarks(EXPLAINED)).toEqual([
    'The way is 16.1 km, estimated from the straight line.',
    'Putting the stops in the shortest order saves 10.1 km.',
    'Rate card version 3; each item is rounded to 1.',
  ]);
  const route = { distanceMeters: 900, measuredBy: 'valhalla', returnsToPickUp: true };
  const placement = { quotedTotal: '90', totalAtPlacement: '85', taken: 'AT_PLACEMENT' };
  expect(priceRemarks({ ...EXPLAINED, route, placement, edited: { totalBefore: '80' } })).toEqual([
    'The way is 900 m, measured along the streets, with the way back to the pick-up.',
    'Rate card version 3; each item is rounded to 1.',
    'It was quoted at 90; rates fell before the order was placed, and the lower 85 was taken.',
    'The stops were edited; before that the fare was 80.',
  ]);
  expect(priceRemarks({ ...EXPLAINED, placement: { ...placement, taken: 'QUOTED' } })).toContain(
    'It was quoted at 90, and that is what was taken.',
  );
});
