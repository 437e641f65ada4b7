import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../foundation/time.ts';
import { amountText, barcodeText, handlingOf, type LabelContent, labelContentHash, labelTime } from './label.ts';

describe('the bars hold', () => {
  const orderId = '3460123456789012345';
  test.each([
    ['a short reference', 'SO-2026/000417'],
    ['one with spaces and signs', ' a~b '],
    ['twenty characters', 'A'.repeat(20)],
  ])('%s as it is', (_, clientRef) => {
    expect(barcodeText({ clientRef, orderId })).toBe(clientRef);
  });

  test.each([
    ['twenty-one characters', 'A'.repeat(21)],
    ['an accent', 'Café'],
    ['a control character', 'A\tB'],
    ['the character after the last printable one', 'A\x7f'],
    ['Chinese', '訂單'],
    ['emoji', '😀'],
  ])('the order id instead of %s', (_, clientRef) => {
    expect(barcodeText({ clientRef, orderId })).toBe(orderId);
  });
});

describe('a label is drawn anew', () => {
  const contact = { name: 'Mei', phone: '+6591234567', address: '8 Orchard Road', remarks: 'Ring' };
  const label: LabelContent = {
    orderId: '3460123456789012345',
    clientRef: 'SO-1',
    deliveryStage: 'LAST_MILE',
    locode: 'SG SIN',
    timeZone: 'Asia/Singapore',
    scheduleAt: 0,
    deliveryBy: 4 * HOUR_MS,
    pickUp: contact,
    dropOff: contact,
    item: { quantity: '1', weight: '2', handlingInstructions: ['FRAGILE'] },
  };
  const item = label.item as NonNullable<LabelContent['item']>;
  const changes: readonly Partial<LabelContent>[] = [
    { orderId: '3460123456789012346' },
    { clientRef: 'SO-2' },
    { deliveryStage: 'FIRST_MILE' },
    { locode: 'HK HKG' },
    { timeZone: 'Asia/Bangkok' },
    { scheduleAt: 1 },
    { deliveryBy: 1 },
    ...['name', 'phone', 'address', 'remarks'].flatMap((field) => [
      { pickUp: { ...contact, [field]: 'other' } },
      { dropOff: { ...contact, [field]: 'other' } },
    ]),
    { dropOff: { ...contact, remarks: undefined } },
    { item: undefined },
    { item: { ...item, quantity: '2' } },
    { item: { ...item, weight: '1' } },
    { item: { ...item, handlingInstructions: ['FRAGILE', 'KEEP_UPRIGHT'] } },
  ];

  test('when anything that it shows has changed', () => {
    const hashes = changes.map((change) => labelContentHash({ ...label, ...change }));
    expect(new Set([labelContentHash(label), ...hashes]).size).toBe(changes.length + 1);
  });

  test('and not when its fields merely come in another order', () => {
    const reversed = Object.fromEntries(Object.entries(label).reverse()) as LabelContent;
    expect(labelContentHash(reversed)).toBe(labelContentHash(label));
  });
});

describe('times are those on the wall of the city', () => {
  const lastMinuteOfMarch = Date.parse('2026-03-31T15:59:59.999Z');
  const lastSecond = Date.parse('9999-12-31T23:59:59Z');
  test.each([
    ['Asia/Singapore', lastMinuteOfMarch, { time: '23:59', date: 'Tue 31 Mar 2026', zone: 'UTC+8' }],
    ['Asia/Singapore', lastMinuteOfMarch + 1, { time: '00:00', date: 'Wed 1 Apr 2026', zone: 'UTC+8' }],
    ['Asia/Bangkok', lastMinuteOfMarch, { time: '22:59', date: 'Tue 31 Mar 2026', zone: 'UTC+7' }],
    ['Asia/Kolkata', lastMinuteOfMarch, { time: '21:29', date: 'Tue 31 Mar 2026', zone: 'UTC+5:30' }],
    ['America/Sao_Paulo', lastMinuteOfMarch, { time: '12:59', date: 'Tue 31 Mar 2026', zone: 'UTC-3' }],
    ['Etc/UTC', lastMinuteOfMarch, { time: '15:59', date: 'Tue 31 Mar 2026', zone: 'UTC' }],
    ['Etc/UTC', lastSecond, { time: '23:59', date: 'Fri 31 Dec 9999', zone: 'UTC' }],
    ['America/Sao_Paulo', lastSecond, { time: '20:59', date: 'Fri 31 Dec 9999', zone: 'UTC-3' }],
    ['Asia/Singapore', lastSecond - 8 * HOUR_MS, { time: '23:59', date: 'Fri 31 Dec 9999', zone: 'UTC+8' }],
    ['Asia/Singapore', lastSecond, { time: '07:59', date: 'Sat 1 Jan 10000', zone: 'UTC+8' }],
  ])('%s at %d', (timeZone, instant, expected) => {
    expect(labelTime(instant, timeZone)).toEqual(expected);
  });

  test('every month has its name', () => {
    const dates = Array.from({ length: 12 }, (_, month) => labelTime(Date.UTC(2026, month, 2, 12), 'Etc/UTC').date);
    expect(dates.map((date) => date.split(' ')[2]).join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
  });
});

test.each([
  [[], { isFragile: false, isUpright: false, others: [] }],
  [['FRAGILE'], { isFragile: true, isUpright: false, others: [] }],
  [['keep upright', 'KEEP_UPRIGHT'], { isFragile: false, isUpright: true, others: [] }],
  [
    ['DO_NOT_BEND', 'FRAGILE', '', 'KEEP_COLD'],
    { isFragile: true, isUpright: false, others: ['DO NOT BEND', 'KEEP COLD'] },
  ],
])('handling instructions %j', (instructions, expected) => {
  expect(handlingOf(instructions)).toEqual(expected);
});

test('of more handling instructions than a label can hold the first fifty are taken', () => {
  const instructions = Array.from({ length: 100 }, (_, index) => `RULE_${index}`);
  expect(handlingOf(instructions).others).toEqual(instructions.slice(0, 50).map((code) => code.replace('_', ' ')));
});

test.each([
  ['2', '4.5', 'QTY 2 · 4.5 kg'],
  ['2', undefined, 'QTY 2'],
  [undefined, '4,5', '4,5 kg'],
  [' ', ' 10 ', '10 kg'],
  ['1', 'LESS_THAN_3_KG', 'QTY 1 · LESS THAN 3 KG'],
  ['1', '3kg', 'QTY 1 · 3KG'],
  [undefined, undefined, ''],
  ['1'.repeat(1_000), '2'.repeat(1_000), `QTY ${'1'.repeat(500)} · ${'2'.repeat(500)}`],
])('quantity %s and weight %s', (quantity, weight, expected) => {
  expect(amountText({ quantity, weight })).toBe(expected);
});
