import { expect, test } from 'vitest';
import { changedMeanwhile, entryInWords } from './history-words.ts';
import type { HistoryEntry } from './order.ts';
import { ORDER_EVENTS, ORDER_STATUSES } from './order-transitions.ts';

const entry = (event: HistoryEntry['event'], further: Partial<HistoryEntry> = {}): HistoryEntry => ({
  at: 0,
  event,
  status: 'ON_GOING',
  ...further,
});

test.each([
  [entry('driverAccepted', { driverId: '100001' }), 'Driver 100001 took the order'],
  [entry('driverGaveBack', { driverId: '100001' }), 'Driver 100001 gave the order back'],
  [entry('driverGaveBack', { driverId: '7', by: 'support' }), 'Customer support took driver 7 off, as let down'],
  [entry('driverChanged', { driverId: '7', by: 'support' }), 'Customer support took driver 7 off'],
  [entry('driverChanged', { driverId: '7', by: 'partner' }), 'The partner asked for another driver than driver 7'],
  [entry('driverAccepted'), 'A driver took the order'],
  [entry('driverChanged', { by: 'support' }), 'Customer support took a driver off'],
  [entry('dropOffsEdited', { by: 'support' }), 'Customer support edited the drop-offs'],
  [entry('dropOffsEdited', { by: 'partner' }), 'The partner edited the drop-offs'],
])('%j', (given, words) => {
  expect(entryInWords(given)).toBe(words);
});

test('a driver whose name is known is called by it', () => {
  const names = new Map([
    ['100001', 'Mei Ling'],
    ['8', ''],
  ]);
  expect(entryInWords(entry('driverAccepted', { driverId: '100001' }), names)).toBe('Driver Mei Ling took the order');
  const given = entry('driverChanged', { driverId: '100001', by: 'support' });
  expect(entryInWords(given, names)).toBe('Customer support took driver Mei Ling off');
  for (const driverId of ['7', '8'])
    expect(entryInWords(entry('driverGaveBack', { driverId }), names)).toBe(`Driver ${driverId} gave the order back`);
});

test('everything that can happen has its words, which are a sentence without its end', () => {
  for (const event of [...ORDER_EVENTS, 'placed', 'tookPlaceOf'] as const)
    expect(entryInWords(entry(event))).toMatch(/^[A-Z].*[^.]$/);
});

test('whoever comes second hears what happened last and how the order stands', () => {
  const history = [entry('placed'), entry('supportCancelled')];
  expect(changedMeanwhile({ history, status: 'CANCELED' })).toBe(
    'Customer support cancelled the order since you looked. It is cancelled now.',
  );
});

test('where nothing is known of what happened, it is said that something did', () => {
  expect(changedMeanwhile({ history: [], status: 'EXPIRED' })).toBe(
    'The order has changed since you looked. It is expired now.',
  );
});

test('at a desk every status is said in words, not by its name in the API', () => {
  for (const status of ORDER_STATUSES) {
    const said = changedMeanwhile({ history: [entry('placed')], status });
    expect(said).toMatch(/^The partner placed the order since you looked\. It(s driver)? is [a-z -]+ now\.$/);
  }
});
