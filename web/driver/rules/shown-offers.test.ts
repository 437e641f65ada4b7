import { expect, test } from 'vitest';
import type { Offer } from '../api/types.ts';
import { NEARLY_OVER_MS, SAID_FOR_MS, shownOffers, standingOffers } from './shown-offers.ts';

const NOON = Date.parse('2026-11-16T12:00:00.00Z');
const END = NOON + 25_000;
const offer = { offerId: '1', expiresAt: new Date(END).toISOString() } as Offer;
const other = { offerId: '2', expiresAt: new Date(END).toISOString() } as Offer;
const nobody = new Set<string>();
const STARTED = NOON - 3_600_000;
/** On a phone that was started an hour before noon. */
const at = (now: number) => ({ now, elapsed: now - STARTED });

test('what stands is shown until exactly its end, and then for a moment that it has lapsed', () => {
  const shown = shownOffers([], [offer], nobody, at(END - 1));
  expect(shown).toEqual([{ offer }]);
  const gone = { offer, gone: { why: 'lapsed', until: at(END).elapsed + SAID_FOR_MS } };
  expect(shownOffers(shown, [offer], nobody, at(END))).toEqual([gone]);
  expect(shownOffers([gone] as never, [], nobody, at(END + SAID_FOR_MS - 1))).toEqual([gone]);
  expect(shownOffers([gone] as never, [], nobody, at(END + SAID_FOR_MS))).toEqual([]);
});

test('it is said for as long when the phone learns meanwhile that its clock was fast, or slow', () => {
  const gone = { offer, gone: { why: 'lapsed', until: at(END).elapsed + SAID_FOR_MS } } as const;
  for (const putRightBy of [-3_600_000, 3_600_000]) {
    const after = (ms: number) => ({ now: END + putRightBy + ms, elapsed: at(END + ms).elapsed });
    expect(shownOffers([gone], [], nobody, after(SAID_FOR_MS - 1))).toEqual([gone]);
    expect(shownOffers([gone], [], nobody, after(SAID_FOR_MS))).toEqual([]);
  }
});

test('one that goes before its end was taken by another', () => {
  const nearly = END - NEARLY_OVER_MS;
  expect(shownOffers([{ offer }], [other], nobody, at(nearly - 1))).toEqual([
    { offer, gone: { why: 'taken', until: at(nearly - 1).elapsed + SAID_FOR_MS } },
    { offer: other },
  ]);
  expect(shownOffers([{ offer }], [], nobody, at(nearly))).toEqual([
    { offer, gone: { why: 'lapsed', until: at(nearly).elapsed + SAID_FOR_MS } },
  ]);
});

test('of one that the driver has answered nothing is said', () => {
  expect(shownOffers([{ offer }], [offer], new Set(['1']), at(NOON))).toEqual([]);
  expect(shownOffers([{ offer }], [], new Set(['1']), at(END))).toEqual([]);
});

test('one that was over before it was seen is not shown', () => {
  expect(shownOffers([], [offer], nobody, at(END))).toEqual([]);
});

test('one that comes back stands again', () => {
  const gone = { offer, gone: { why: 'taken', until: at(NOON + 1).elapsed } } as const;
  expect(shownOffers([gone], [offer], nobody, at(NOON))).toEqual([{ offer }]);
});

test('an offer can be taken until exactly its end, whether or not the server has taken it back', () => {
  expect(standingOffers([offer], END - 1)).toEqual([offer]);
  expect(standingOffers([offer], END)).toEqual([]);
});
