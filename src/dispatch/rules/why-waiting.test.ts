import { describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import type { MatchExplanation } from './explain-match.ts';
import { type CityDispatch, OPEN_CITY } from './pause.ts';
import { type SearchSoFar, whyWaiting } from './why-waiting.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const AHEAD_MS = 30 * MINUTE_MS;
const ORDER: SearchSoFar = {
  service: 'VAN',
  waitingSince: NOON - 5 * MINUTE_MS,
  scheduleAt: undefined,
  searchingSince: NOON - 5 * MINUTE_MS,
  asked: 0,
  passed: 0,
  passedAt: undefined,
  isSomebodyOnline: true,
  lastRound: undefined,
};

function round(changes: Partial<MatchExplanation> = {}): MatchExplanation {
  return {
    at: NOON - 3 * SECOND_MS,
    radiusMeters: 5_000,
    considered: 4,
    candidates: [],
    excluded: {},
    outcome: 'NO_CANDIDATE',
    ...changes,
  };
}

const why = (changes: Partial<SearchSoFar>, city: CityDispatch = OPEN_CITY) =>
  whyWaiting({ ...ORDER, ...changes }, city, NOON, AHEAD_MS);
const whyExcluded = (excluded: MatchExplanation['excluded'], considered = 4) =>
  why({ lastRound: round({ excluded, considered }) });

describe('a pause comes before every other reason', () => {
  const note = { reason: 'black rain', by: 'Grace', at: NOON };
  test.each([
    [
      'of the city',
      { ...OPEN_CITY, paused: true, notes: { '': note } },
      'CITY_PAUSED',
      'The city is paused: black rain.',
    ],
    [
      'of the service',
      { ...OPEN_CITY, pausedServices: ['CAR', 'VAN'], notes: { VAN: note } },
      'SERVICE_PAUSED',
      'Van is paused: black rain.',
    ],
    ['without a word', { ...OPEN_CITY, paused: true }, 'CITY_PAUSED', 'The city is paused.'],
  ])('%s', (_, city, code, sentence) => {
    expect(why({ asked: 1 }, city)).toEqual({ code, sentence });
  });
  test('but not that of another service', () => {
    expect(why({}, { ...OPEN_CITY, pausedServices: ['CAR'] }).code).toBe('NOT_LOOKED_AT');
  });
});

test('an order for later waits until drivers are asked, and not a moment longer', () => {
  expect(why({ scheduleAt: NOON + AHEAD_MS + 1 })).toEqual({
    code: 'LATER',
    sentence: 'The pick-up is later. Drivers are asked from 30 minutes before it.',
  });
  expect(why({ scheduleAt: NOON + AHEAD_MS }).code).toBe('NOT_LOOKED_AT');
});

test.each([
  [1, 0, '1 driver is being asked right now.'],
  [3, 0, '3 drivers are being asked right now.'],
  [1, 2, '1 driver is being asked right now, after 2 passed it over.'],
])('%d are being asked, %d have passed', (asked, passed, sentence) => {
  expect(why({ asked, passed, lastRound: round({ outcome: 'OFFERED' }) })).toEqual({ code: 'BEING_ASKED', sentence });
});

test('between two drivers who are asked', () => {
  expect(why({ passed: 3, lastRound: round({ outcome: 'OFFERED' }) })).toEqual({
    code: 'ASKED_IN_VAIN',
    sentence: '3 drivers passed it over. The next one is asked in a moment.',
  });
});

test('a driver who had it is gone again, and nobody has passed it over', () => {
  const before = round({ at: NOON - 40 * MINUTE_MS, outcome: 'OFFERED' });
  expect(why({ searchingSince: NOON - SECOND_MS, lastRound: before })).toEqual({
    code: 'NOT_LOOKED_AT',
    sentence: 'No round has looked at it yet. Rounds are a few seconds apart.',
  });
  expect(why({ lastRound: round({ outcome: 'OFFERED' }) })).toEqual({
    code: 'ASKED_IN_VAIN',
    sentence: 'Whoever was asked cannot take it any more. The next one is asked in a moment.',
  });
});

test('where rounds have stopped after drivers were asked, that is the reason', () => {
  const asked = { passed: 1, lastRound: round({ at: NOON - 2 * MINUTE_MS, outcome: 'OFFERED' }) };
  expect(why({ ...asked, passedAt: NOON - MINUTE_MS }).code).toBe('ASKED_IN_VAIN');
  expect(why({ ...asked, passedAt: NOON - MINUTE_MS - 1 })).toEqual({
    code: 'NOT_LOOKED_AT',
    sentence: 'No round has looked at it for 60 seconds. Is a worker running?',
  });
  expect(why({ searchingSince: NOON - 3 * MINUTE_MS }).sentence).toBe(
    'No round has looked at it for 3 minutes. Is a worker running?',
  );
});

test('where rounds have stopped, that is the reason', () => {
  expect(why({ lastRound: round({ at: NOON - MINUTE_MS, considered: 0 }) }).code).toBe('NOBODY_REACHABLE');
  expect(why({ lastRound: round({ at: NOON - MINUTE_MS - 1, considered: 0 }) })).toEqual({
    code: 'NOT_LOOKED_AT',
    sentence: 'No round has looked at it for 60 seconds. Is a worker running?',
  });
  expect(why({ lastRound: round({ at: NOON - 2 * MINUTE_MS + 1_000 }) }).sentence).toContain('for 119 seconds.');
  expect(why({ lastRound: round({ at: NOON - 2 * MINUTE_MS }) }).sentence).toContain('for 2 minutes.');
  expect(why({ searchingSince: NOON - 6 * MINUTE_MS + 1, waitingSince: NOON - 7 * MINUTE_MS }).sentence).toContain(
    'for 5 minutes.',
  );
});

test('drivers who are of more use elsewhere', () => {
  expect(why({ lastRound: round({ outcome: 'LEFT_WAITING' }) })).toEqual({
    code: 'BETTER_ELSEWHERE',
    sentence: 'The drivers who could take it are asked for other orders first. It is looked at again in a moment.',
  });
});

test('drivers who are online and were not heard of lately are not said to be offline', () => {
  const lastRound = round({ considered: 0 });
  expect(why({ isSomebodyOnline: true, lastRound })).toEqual({
    code: 'NOBODY_REACHABLE',
    sentence: 'No driver who is online in the city has been heard of lately.',
  });
  expect(why({ isSomebodyOnline: false, lastRound })).toEqual({
    code: 'NOBODY_ONLINE',
    sentence: 'No driver is online in the city.',
  });
});

describe('nobody could be asked', () => {
  test.each([
    [{ OTHER_SERVICE: 4 }, 4, 'NOBODY_OF_SERVICE', 'No van driver is reachable; 4 drivers for other services are.'],
    [{ OTHER_SERVICE: 1 }, 1, 'NOBODY_OF_SERVICE', 'No van driver is reachable; 1 driver for other services is.'],
    [{ OTHER_SERVICE: 1, HAS_OFFER_OR_ORDER: 3 }, 4, 'ALL_BUSY', 'All 3 van drivers are busy.'],
    [{ HAS_OFFER_OR_ORDER: 1 }, 1, 'ALL_BUSY', 'The only van driver is busy.'],
    [{ REFUSED: 2, FORMER_DRIVER: 1 }, 3, 'ALL_PASSED', 'All 3 van drivers passed it over.'],
    [{ BLOCKED_FOR_PARTNER: 2 }, 2, 'ALL_KEPT', 'All 2 van drivers are kept from this partner.'],
    [{ TOO_FAR: 1 }, 1, 'ALL_FAR', 'The only van driver is more than 5 km away.'],
    [{ LACKS_THERMAL_BAG_1: 2 }, 2, 'NOBODY_ABLE', 'All 2 van drivers lack thermal bag 1.'],
    [{ LACKS_VALID_DOCUMENTS: 1 }, 1, 'NOBODY_ABLE', 'The only van driver has no valid documents.'],
    [{ LACKS_VALID_DOCUMENTS: 2 }, 2, 'NOBODY_ABLE', 'All 2 van drivers have no valid documents.'],
    [{ LACKS_HELPERS_1: 1 }, 1, 'NOBODY_ABLE', 'The only van driver lacks helpers 1.'],
    [{ BLOCKED_FOR_PARTNER: 1 }, 1, 'ALL_KEPT', 'The only van driver is kept from this partner.'],
    [{ REFUSED: 1 }, 1, 'ALL_PASSED', 'The only van driver passed it over.'],
    [{ LACKS_HUMAN: 1 }, 1, 'NOBODY_ABLE', 'The only van driver is simulated, which this partner does not take.'],
    [{ LACKS_HUMAN: 2 }, 2, 'NOBODY_ABLE', 'All 2 van drivers are simulated, which this partner does not take.'],
    [
      { HAS_OFFER_OR_ORDER: 1, TOO_FAR: 2 },
      3,
      'NOBODY_LEFT',
      'Of 3 van drivers, 1 is busy and 2 are more than 5 km away.',
    ],
    [
      { OTHER_SERVICE: 9, HAS_OFFER_OR_ORDER: 2, REFUSED: 1, TOO_FAR: 3 },
      15,
      'NOBODY_LEFT',
      'Of 6 van drivers, 2 are busy, 1 passed it over and 3 are more than 5 km away.',
    ],
  ])('%j of %d', (excluded, considered, code, sentence) => {
    expect(whyExcluded(excluded, considered)).toEqual({ code, sentence });
  });
});
