import { expect, test } from 'vitest';
import type { Offer } from '../api/types.ts';
import { NEARLY_OVER_MS, SAID_FOR_MS, shownOffers, standingOffers } from './shown-offers.ts';

const NOON = Date.parse('2026-11-16T12:00:00.00Z');
const END = NOON + 25_000;
const offer = { offerId: '1', expiresAt: new Date(END).toISOString() } as Offer;
const other = { offerId: '2', expiresAt: new Date(END).toISOString() } as Offer;
const nobody = new Set<string>();

test('what stands is shown until exactly its end, and then for a moment that it has lapsed', () => {
  const shown = shownOffers([], [offer], nobody, END - 1);
  expect(shown).toEqual([{ offer }]);
  const gone = { offer, gone: { why: 'lapsed', until: END + SAID_FOR_MS } };
  expect(shownOffers(shown, [offer], nobody, END)).toEqual([gone]);
  expect(shownOffers([gone] as never, [], nobody, END + SAID_FOR_MS - 1)).toEqual([gone]);
  expect(shownOffers([gone] as never, [], nobody, END + SAID_FOR_MS)).toEqual([]);
});

test('one that goes before its end was taken by another', () => {
  const nearly = END - NEARLY_OVER_MS;
  expect(shownOffers([{ offer }], [other], nobody, nearly - 1)).toEqual([
    { offer, gone: { why: 'taken', until: nearly - 1 + SAID_FOR_MS } },
    { offer: other },
  ]);
  expect(shownOffers([{ offer }], [], nobody, nearly)).toEqual([
    { offer, gone: { why: 'lapsed', until: nearly + SAID_FOR_MS } },
  ]);
});

test('of one that the driver has answered nothing is said', () => {
  expect(shownOffers([{ offer }], [offer], new Set(['1']), NOON)).toEqual([]);
  expect(shownOffers([{ offer }], [], new Set(['1']), END)).toEqual([]);
});

test('one that was over before it was seen is not shown', () => {
  expect(shownOffers([], [offer], nobody, END)).toEqual([]);
});

test('one that comes back stands again', () => {
  const gone = { offer, gone: { why: 'taken', until: NOON + 1 } } as const;
  expect(shownOffers([gone], [offer], nobody, NOON)).toEqual([{ offer }]);
});

test('an offer can be taken until exactly its end, whether or not the server has taken it back', () => {
  expect(standingOffers([offer], END - 1)).toEqual([offer]);
  expect(standingOffers([offer], END)).toEqual([]);
});
