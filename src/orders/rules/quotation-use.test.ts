import { expect, test } from 'vitest';
import { NOON, orderIn } from '../../../test/support/an-order.ts';
import type { PartnerId } from '../../foundation/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../foundation/time.ts';
import type { Quotation } from '../../quotations/index.ts';
import { decideQuotationUse } from './quotation-use.ts';

const partnerId = '1000000000000000002' as PartnerId;
const quotation: Quotation = {
  id: '1000000000000000003' as Quotation['id'],
  partnerId,
  market: 'HK',
  locode: 'HK HKG',
  service: 'MOTORCYCLE',
  createdAt: NOON,
  expiresAt: NOON + 5 * MINUTE_MS,
  document: {
    language: 'en_HK',
    scheduleAt: undefined,
    specialRequests: [],
    stops: [],
    isRouteOptimized: false,
    item: undefined,
    distanceMeters: 1,
    currency: 'HKD',
    prices: { base: '84' },
    total: '84',
  },
  totalMinor: 84n,
};
const asked = { quotationId: quotation.id, partnerId, market: 'HK', requestHash: Buffer.alloc(32, 1) };
const bought = orderIn('ASSIGNING_DRIVER', { requestHash: Buffer.alloc(32, 1) });
const no = (sentence: string) => ({
  refused: 'ERR_INVALID_QUOTATION_ID',
  sentence,
  pointer: '/data/quotationId',
});
const EXPIRED = no('The quotation is 5 minutes old or more and has expired. Ask for a new one.');
const USED = no(`The quotation has been used for order ${bought.id}. Ask for a new one.`);
const FOREIGN = no(`Quotation ${quotation.id} is not one of yours.`);
const UNKNOWN = no(`There is no quotation ${quotation.id}.`);

test('a quotation is alive until 5 minutes less 1 ms, and dead at exactly 5 minutes', () => {
  const use = (now: number) => decideQuotationUse(quotation, undefined, asked, now);
  expect(use(NOON)).toEqual({ accepted: { buy: quotation } });
  expect(use(NOON + 5 * MINUTE_MS - 1)).toEqual({ accepted: { buy: quotation } });
  expect(use(NOON + 5 * MINUTE_MS)).toEqual(EXPIRED);
  expect(use(NOON + DAY_MS)).toEqual(EXPIRED);
});

test('a quotation of a future that a clock was put back from is dead, what processes differ by is not', () => {
  const use = (now: number) => decideQuotationUse(quotation, undefined, asked, now);
  expect(use(NOON - 5 * MINUTE_MS)).toEqual({ accepted: { buy: quotation } });
  expect(use(NOON - 5 * MINUTE_MS - 1)).toEqual(
    no('The quotation was made at a time that your clock, reset since, has yet to reach. Ask for a new one.'),
  );
});

test('the same request for a used quotation gets the order it has bought, however old the quotation is', () => {
  for (const now of [NOON, NOON + 5 * MINUTE_MS, NOON + DAY_MS]) {
    const decision = decideQuotationUse(quotation, bought, { ...asked, requestHash: Buffer.alloc(32, 1) }, now);
    expect(decision).toEqual({ accepted: { bought } });
  }
});

test('another request for a used quotation is told so, also when the quotation has expired', () => {
  const other = { ...asked, requestHash: Buffer.alloc(32, 2) };
  expect(decideQuotationUse(quotation, bought, other, NOON)).toEqual(USED);
  expect(decideQuotationUse(quotation, bought, other, NOON + DAY_MS)).toEqual(USED);
});

test('what a quotation has bought is known when the quotation itself has been forgotten', () => {
  const long = NOON + 400 * DAY_MS;
  expect(decideQuotationUse(undefined, bought, asked, long)).toEqual({ accepted: { bought } });
  const other = { ...asked, requestHash: Buffer.alloc(32, 2) };
  expect(decideQuotationUse(undefined, bought, other, long)).toEqual(USED);
  const stranger = { ...asked, partnerId: '1000000000000000009' as PartnerId };
  expect(decideQuotationUse(undefined, bought, stranger, long)).toEqual(FOREIGN);
  const elsewhere = no('The quotation is for the market HK, not SG.');
  expect(decideQuotationUse(undefined, bought, { ...asked, market: 'SG' }, long)).toEqual(elsewhere);
});

test('whoever comes with a scheduled quotation is told which header to send', () => {
  expect(decideQuotationUse(undefined, undefined, { ...asked, isScheduled: true }, NOON)).toEqual(
    no(`Quotation ${quotation.id} is a scheduled one. Send the header Platform: PLUS.`),
  );
  expect(decideQuotationUse(undefined, undefined, { ...asked, isScheduled: false }, NOON)).toEqual(UNKNOWN);
});

test('an order that has ended has used its quotation all the same', () => {
  const ended = orderIn('CANCELED', { requestHash: Buffer.alloc(32, 1) });
  expect(decideQuotationUse(quotation, ended, asked, NOON)).toEqual({ accepted: { bought: ended } });
  expect(decideQuotationUse(quotation, ended, { ...asked, requestHash: Buffer.alloc(32, 2) }, NOON)).toEqual(USED);
});

test('an unknown quotation and another partner’s have one code, and the sentence says which it is', () => {
  const foreign = { ...quotation, partnerId: '1000000000000000009' as PartnerId };
  expect(decideQuotationUse(undefined, undefined, asked, NOON)).toEqual(UNKNOWN);
  expect(decideQuotationUse(foreign, undefined, asked, NOON)).toEqual(FOREIGN);
  expect(decideQuotationUse(foreign, bought, asked, NOON)).toEqual(FOREIGN);
  expect(decideQuotationUse(foreign, undefined, asked, NOON + DAY_MS)).toEqual(FOREIGN);
});

test('a quotation of another market is told with both, also where it was used', () => {
  const sentence = no('The quotation is for the market HK, not SG.');
  expect(decideQuotationUse(quotation, undefined, { ...asked, market: 'SG' }, NOON)).toEqual(sentence);
  expect(decideQuotationUse(quotation, bought, { ...asked, market: 'SG' }, NOON)).toEqual(sentence);
});
