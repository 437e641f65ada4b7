import { describe, expect, test } from 'vitest';
import { decideHandMatch, doubtsOf, type HandDriver, hindranceOf } from './hand-match.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const SILENT_MS = 60_000;
const ADA: HandDriver = {
  name: 'Ada',
  service: 'VAN',
  capabilities: ['HELPERS_2'],
  isSuspended: false,
  isOnline: true,
  hasDocuments: true,
  heardAt: NOON - SILENT_MS,
  hasOrder: false,
};
const NOTHING = { hadItBefore: false, isKeptFromPartner: false };
const ORDER = { service: 'VAN', needs: ['HELPERS_1'] };

describe('what keeps an order from a driver, whoever wishes it', () => {
  test.each([
    [{}, {}, undefined],
    [{ isSuspended: true }, {}, 'is suspended'],
    [{ hasOrder: true }, {}, 'is on another order'],
    [{}, { hadItBefore: true }, 'had this order before'],
    [{}, { isKeptFromPartner: true }, 'is kept from this partner'],
    [{ isOnline: false, heardAt: undefined, service: 'CAR' }, {}, undefined],
  ])('%j %j', (changes, pair, hindrance) => {
    expect(hindranceOf({ ...ADA, ...changes }, { ...NOTHING, ...pair })).toBe(hindrance);
  });

  test('the refusal names the driver', () => {
    expect(decideHandMatch(ADA, NOTHING)).toEqual({ accepted: ADA });
    expect(decideHandMatch({ ...ADA, isSuspended: true }, NOTHING)).toEqual({
      refused: 'ERR_INVALID_ORDER_STATUS',
      sentence: 'Ada is suspended.',
      pointer: '/data/driverId',
    });
  });
});

test.each([
  [{}, []],
  [{ heardAt: NOON - SILENT_MS - 1 }, ['is silent']],
  [{ heardAt: undefined }, ['is silent']],
  [{ isOnline: false, heardAt: undefined }, ['is offline']],
  [{ service: 'CAR' }, ['drives CAR']],
  [{ capabilities: [] }, ['lacks HELPERS_1']],
  [{ hasDocuments: false }, ['has no valid documents']],
  [{ isOnline: false, service: 'CAR', capabilities: [] }, ['is offline', 'drives CAR', 'lacks HELPERS_1']],
])('what to know of a driver: %j', (changes, doubts) => {
  expect(doubtsOf({ ...ADA, ...changes }, ORDER, NOON, SILENT_MS)).toEqual(doubts);
});
