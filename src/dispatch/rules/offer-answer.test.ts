import { expect, test } from 'vitest';
import { decideAnswer } from './offer-answer.ts';

const noon = Date.UTC(2026, 10, 16, 4);
const expiresAt = noon + 25_000;
const offerIn = (state: string) => ({ id: '1', driverId: '7', state, expiresAt });
const answer = (offer: ReturnType<typeof offerIn> | undefined, at = noon, driverId = '7') =>
  decideAnswer(offer, driverId, at);

test('one’s own open offer is answered until its end, and not at it', () => {
  const open = offerIn('open');
  expect(answer(open, expiresAt - 1)).toEqual({ accepted: open });
  expect(answer(open, expiresAt)).toEqual({ refused: 'ERR_OFFER_GONE', sentence: 'The time to answer is over.' });
});

test('another driver’s offer is as unknown as one that never was, whatever became of it', () => {
  const unknown = { refused: 'ERR_OFFER_NOT_FOUND' };
  expect(answer(undefined)).toEqual(unknown);
  for (const state of ['open', 'accepted', 'declined', 'lapsed', 'withdrawn'])
    expect(answer(offerIn(state), noon, '8')).toEqual(unknown);
});

test.each([
  ['withdrawn', 'Another driver took the order, or it was withdrawn.'],
  ['lapsed', 'The time to answer is over.'],
  ['accepted', 'The offer has been accepted already.'],
  ['declined', 'The offer has been declined already.'],
])('one that was %s is gone, and it is said why', (state, sentence) => {
  expect(answer(offerIn(state))).toEqual({ refused: 'ERR_OFFER_GONE', sentence });
});

test('of one that was withdrawn, that is said also after its time', () => {
  expect(answer(offerIn('withdrawn'), expiresAt + 1)).toMatchObject({
    sentence: 'Another driver took the order, or it was withdrawn.',
  });
});
