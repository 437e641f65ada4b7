import { expect, test } from 'vitest';
import { aQuotation, PICK_UP_AT, parcelIn } from '../../../test/support/a-parcel.ts';
import { NOON } from '../../../test/support/an-order.ts';
import { accepted, refused } from '../../foundation/decision.ts';
import type { PartnerId } from '../../foundation/ids.ts';
import { DAY_MS } from '../../foundation/time.ts';
import type { PlusQuotationId } from './parcel.ts';
import { decidePlacement } from './placement.ts';

const quotation = aQuotation();
const asked = {
  quotationId: quotation.id as string,
  clientRef: 'BOX-1',
  partnerId: quotation.partnerId,
  market: 'HK',
  requestHash: Buffer.alloc(32, 1),
};
const otherHash = Buffer.alloc(32, 2);
const bought = parcelIn('AWAIT_DRIVER');
const namesake = parcelIn('AWAIT_DRIVER', { quotationId: '1000000000000000009' as PlusQuotationId });
const wrong = (sentence: string) => refused('ERR_INVALID_QUOTATION_ID', sentence, '/data/quotationId');
const taken = refused(
  'ERR_INVALID_FIELD',
  `clientRef must be unique, and order ${namesake.id} has it already.`,
  '/data/clientRef',
);

test('a quotation that is alive and unused buys, until just before it expires', () => {
  const fresh = { quotation, rivals: [] };
  expect(decidePlacement(fresh, asked, NOON)).toEqual(accepted({ buy: quotation }));
  expect(decidePlacement(fresh, asked, PICK_UP_AT - 1)).toEqual(accepted({ buy: quotation }));
  expect(decidePlacement(fresh, asked, PICK_UP_AT)).toEqual(
    wrong(`Quotation ${quotation.id} has expired. Ask for a new one.`),
  );
});

test('whoever comes with a quotation for an order is told which header to leave out', () => {
  expect(decidePlacement({ quotation: undefined, rivals: [], isOnDemand: true }, asked, NOON)).toEqual(
    wrong(`Quotation ${quotation.id} is not a scheduled one. Leave out the header Platform.`),
  );
});

test('an unknown quotation and another partner’s have one code, and the sentence says which it is', () => {
  const none = wrong(`There is no scheduled quotation ${quotation.id}.`);
  expect(decidePlacement({ quotation: undefined, rivals: [] }, asked, NOON)).toEqual(none);
  const foreign = aQuotation({ partnerId: '1000000000000000077' as PartnerId });
  const notTheirs = wrong(`Quotation ${quotation.id} is not one of yours.`);
  expect(decidePlacement({ quotation: foreign, rivals: [bought] }, asked, NOON)).toEqual(notTheirs);
});

test('a quotation is for one market', () => {
  expect(decidePlacement({ quotation, rivals: [] }, { ...asked, market: 'SG' }, NOON)).toEqual(
    wrong(`Quotation ${quotation.id} is for the market HK, not SG.`),
  );
});

test('the same request again gets what it bought, also after the quotation has expired', () => {
  for (const now of [NOON, PICK_UP_AT, PICK_UP_AT + 1])
    expect(decidePlacement({ quotation, rivals: [bought] }, asked, now)).toEqual(accepted({ bought }));
});

test('what a quotation has bought is known when the quotation itself has been forgotten', () => {
  const forgotten = { quotation: undefined, rivals: [namesake, bought] };
  const long = NOON + 400 * DAY_MS;
  expect(decidePlacement(forgotten, asked, long)).toEqual(accepted({ bought }));
  expect(decidePlacement(forgotten, { ...asked, requestHash: otherHash }, long)).toEqual(
    wrong(`Quotation ${quotation.id} has been used for order ${bought.id}. Ask for a new one.`),
  );
  const none = wrong(`There is no scheduled quotation ${quotation.id}.`);
  const stranger = { ...asked, partnerId: '1000000000000000077' as PartnerId };
  expect(decidePlacement(forgotten, stranger, long)).toEqual(wrong(`Quotation ${quotation.id} is not one of yours.`));
  expect(decidePlacement({ ...forgotten, rivals: [namesake] }, asked, long)).toEqual(none);
});

test('another request with a used quotation is told what it bought', () => {
  expect(decidePlacement({ quotation, rivals: [bought] }, { ...asked, requestHash: otherHash }, NOON)).toEqual(
    wrong(`Quotation ${quotation.id} has been used for order ${bought.id}. Ask for a new one.`),
  );
});

test('a reference that another parcel has is refused, whatever the rest of the request says', () => {
  for (const requestHash of [asked.requestHash, otherHash])
    expect(decidePlacement({ quotation, rivals: [namesake] }, { ...asked, requestHash }, NOON)).toEqual(taken);
  expect(decidePlacement({ quotation, rivals: [namesake] }, { ...asked, clientRef: 'BOX-2' }, NOON)).toEqual(
    accepted({ buy: quotation }),
  );
});

test('the same request again gets its parcel though another has its reference by now', () => {
  for (const rivals of [
    [bought, namesake],
    [namesake, bought],
  ])
    expect(decidePlacement({ quotation, rivals }, asked, NOON)).toEqual(accepted({ bought }));
});
