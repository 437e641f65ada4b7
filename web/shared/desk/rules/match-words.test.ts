import { expect, test } from 'vitest';
import { leftOut, type MatchRound, offerWords, roundWords } from './match-words.ts';

const score = { pickUpSeconds: 240, ageBonus: 0, feeBonus: 0, fairnessBonus: 0 };
const round = (fields: Partial<MatchRound>): MatchRound => ({
  at: '2026-11-16T04:00:00.00Z',
  radiusMeters: 3_000,
  considered: 14,
  candidates: [],
  excluded: {},
  outcome: 'NO_CANDIDATE',
  ...fields,
});

test('nobody could be asked, and why the others were left out', () => {
  const excluded = { OTHER_SERVICE: 9, HAS_OFFER_OR_ORDER: 3, LACKS_FOOD_BAG: 2, TOO_FAR: 0, NEWER_REASON: 1 };
  expect(roundWords(round({ excluded }))).toBe(
    '14 drivers reachable, looked for within 3.0 km. Left out: 9 with another vehicle, 3 busy with other orders, 2 without food bag, 1 (NEWER_REASON). Nobody could be asked.',
  );
});

test('every reason to leave somebody out is said in words', () => {
  const excluded = { FORMER_DRIVER: 1, REFUSED: 2, BLOCKED_FOR_PARTNER: 3, TOO_FAR: 4 };
  expect(roundWords(round({ excluded }))).toContain(
    'Left out: 1 who had this order before, 2 who passed it over, 3 kept from your orders, 4 too far away.',
  );
});

test('whoever is kept from an order is kept from those of whoever it is told to, or of the partner it is told about', () => {
  const excluded = { BLOCKED_FOR_PARTNER: 1, TOO_FAR: 2 };
  expect(roundWords(round({ excluded }))).toContain('Left out: 1 kept from your orders, 2 too far away.');
  expect(leftOut(excluded, 'the partner’s')).toBe('1 kept from the partner’s orders, 2 too far away');
});

test('drivers of the sandbox who are not there are called what they are', () => {
  const excluded = { LACKS_HUMAN: 12, LACKS_VALID_DOCUMENTS: 1 };
  expect(roundWords(round({ excluded }))).toContain(
    'Left out: 12 simulated, which this order does not take, 1 without valid documents.',
  );
});

test('whom it was offered to, and what counted', () => {
  const candidates = [
    { driverId: '7', chosen: true, score: { ...score, feeBonus: 10, fairnessBonus: 3 } },
    { driverId: '8', chosen: false, score },
  ];
  expect(roundWords(round({ considered: 1, candidates, outcome: 'OFFERED' }))).toBe(
    '1 driver reachable, looked for within 3.0 km. It was offered to driver 7 (4 min from the pick-up, the priority fee counted, who had earned less than others).',
  );
  const plain = [{ driverId: '8', chosen: true, score: { ...score, pickUpSeconds: 60 } }];
  expect(roundWords(round({ candidates: plain, outcome: 'OFFERED' }))).toMatch(
    /It was offered to driver 8 \(1 min from the pick-up\)\.$/,
  );
  expect(roundWords(round({ outcome: 'OFFERED' }))).toMatch(/It was offered\.$/);
  const near = [{ driverId: '7', chosen: true, score: { ...score, pickUpSeconds: 59 } }];
  expect(roundWords(round({ candidates: near, outcome: 'OFFERED' }))).toMatch(/less than a minute from the pick-up/);
});

test('an order that was offered to several names all of them', () => {
  const candidates = ['7', '8'].map((driverId) => ({ driverId, chosen: true, score }));
  expect(roundWords(round({ candidates, outcome: 'OFFERED' }))).toMatch(
    /offered to driver 7 \(4 min from the pick-up\) and driver 8 \(4 min from the pick-up\)\.$/,
  );
});

test('an order that is better left for the next look', () => {
  expect(roundWords(round({ outcome: 'LEFT_WAITING' }))).toMatch(/of more use to other orders/);
});

test('what became of an offer', () => {
  expect(['OPEN', 'ACCEPTED', 'DECLINED', 'LAPSED', 'WITHDRAWN'].map(offerWords)).toEqual([
    'has not answered yet',
    'took it',
    'passed it over',
    'did not answer in time',
    'was told that it is gone',
  ]);
  expect(offerWords('SOMETHING_NEW')).toBe('something_new');
});
