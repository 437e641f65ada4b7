import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../foundation/time.ts';
import { type Failure, waitBeforeSignIn } from './sign-in-limit.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const failures = (count: number, address = 'home', at = NOON): Failure[] =>
  Array.from({ length: count }, () => ({ at, address }));

test('the fifth failure from an address closes it for 15 minutes, and for one address only', () => {
  expect(waitBeforeSignIn(failures(4), 'home', NOON)).toBe(0);
  expect(waitBeforeSignIn(failures(5), 'home', NOON)).toBe(15 * MINUTE_MS);
  expect(waitBeforeSignIn(failures(5), 'home', NOON + 15 * MINUTE_MS - 1)).toBe(1);
  expect(waitBeforeSignIn(failures(5), 'home', NOON + 15 * MINUTE_MS)).toBe(0);
  expect(waitBeforeSignIn(failures(5), 'office', NOON)).toBe(0);
});

test('one may try again when the oldest of five stops to count', () => {
  const spread = [0, 1, 2, 3, 4].map((minutes) => ({ at: NOON + minutes * MINUTE_MS, address: 'home' }));
  expect(waitBeforeSignIn(spread, 'home', NOON + 5 * MINUTE_MS)).toBe(10 * MINUTE_MS);
  expect(waitBeforeSignIn(spread, 'home', NOON + 15 * MINUTE_MS)).toBe(0);
});

test('fifty in an hour from anywhere close the email for everybody', () => {
  const everywhere = Array.from({ length: 50 }, (_, index) => ({ at: NOON, address: `address ${index}` }));
  expect(waitBeforeSignIn(everywhere.slice(1), 'home', NOON)).toBe(0);
  expect(waitBeforeSignIn(everywhere, 'home', NOON)).toBe(HOUR_MS);
  expect(waitBeforeSignIn(everywhere, 'home', NOON + HOUR_MS - 1)).toBe(1);
  expect(waitBeforeSignIn(everywhere, 'home', NOON + HOUR_MS)).toBe(0);
  expect(waitBeforeSignIn(failures(50), 'home', NOON + HOUR_MS + 1)).toBe(0);
});

test('no stretch of 15 minutes has more than five failures from an address, and no hour more than fifty', () => {
  const pause = fc.integer({ min: 0, max: 2 * MINUTE_MS });
  fc.assert(
    fc.property(fc.array(fc.tuple(pause, fc.constantFrom(...'abcdefghijkl')), { maxLength: 200 }), (attempts) => {
      let now = NOON;
      const made: Failure[] = [];
      for (const [later, address] of attempts) {
        now += later;
        if (waitBeforeSignIn(made, address, now) === 0) made.push({ at: now, address });
      }
      for (const { at: start, address } of made) {
        const within = (ms: number) => made.filter(({ at }) => at >= start && at < start + ms);
        expect(within(HOUR_MS).length).toBeLessThanOrEqual(50);
        expect(within(15 * MINUTE_MS).filter((one) => one.address === address).length).toBeLessThanOrEqual(5);
      }
    }),
  );
});
