import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import { CODE_LIFE_MS, judgeSignIn, nextCodeRequests } from './sign-in-code.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const living = { code: '012345', expiresAt: NOON + CODE_LIFE_MS, attempts: 0 };

describe('an attempt to sign in', () => {
  test('a code lives for ten minutes', () => {
    expect(CODE_LIFE_MS).toBe(10 * MINUTE_MS);
  });

  test('the right code is right until the last moment of its life, and dead exactly at its end', () => {
    expect(judgeSignIn(living, '012345', NOON)).toBe('RIGHT');
    expect(judgeSignIn(living, '012345', living.expiresAt - 1)).toBe('RIGHT');
    expect(judgeSignIn(living, '012345', living.expiresAt)).toBe('DEAD');
  });

  test.each(['012346', '12345', '0123456', ' 012345', '', '０12345', '012345\u0000'])('%j is not 012345', (given) => {
    expect(judgeSignIn(living, given, NOON)).toBe('WRONG');
  });

  test('four wrong attempts leave one more, the fifth ends the code, also for whoever knows it', () => {
    expect(judgeSignIn({ ...living, attempts: 4 }, '012345', NOON)).toBe('RIGHT');
    expect(judgeSignIn({ ...living, attempts: 4 }, '999999', NOON)).toBe('WRONG');
    expect(judgeSignIn({ ...living, attempts: 5 }, '012345', NOON)).toBe('DEAD');
  });

  test('where there is no code, nothing is right', () => {
    expect(judgeSignIn(undefined, '', NOON)).toBe('DEAD');
    expect(judgeSignIn(undefined, '012345', NOON)).toBe('DEAD');
  });

  test('an expired code does not tell a right guess from a wrong one', () => {
    for (const given of ['012345', '999999']) expect(judgeSignIn(living, given, living.expiresAt)).toBe('DEAD');
  });
});

describe('requests for a code', () => {
  const every = (count: number, stepMs: number) => Array.from({ length: count }, (_, index) => NOON + index * stepMs);

  test('five within an hour are served, the sixth is not', () => {
    expect(nextCodeRequests([], NOON)).toEqual([NOON]);
    expect(nextCodeRequests(every(4, SECOND_MS), NOON + MINUTE_MS)).toHaveLength(5);
    expect(nextCodeRequests(every(5, SECOND_MS), NOON + MINUTE_MS)).toBeUndefined();
  });

  test('a request counts for an hour, and no longer exactly at its end', () => {
    const five = every(5, SECOND_MS);
    expect(nextCodeRequests(five, NOON + HOUR_MS - 1)).toBeUndefined();
    expect(nextCodeRequests(five, NOON + HOUR_MS)).toEqual([...five.slice(1), NOON + HOUR_MS]);
  });

  test('no hour, wherever it starts, holds more than five', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 * MINUTE_MS }), { maxLength: 60 }), (pauses) => {
        let now = NOON;
        let counting: readonly number[] = [];
        const served: number[] = [];
        for (const pause of pauses) {
          now += pause;
          const next = nextCodeRequests(counting, now);
          if (next === undefined) continue;
          counting = next;
          served.push(now);
        }
        for (const start of served) {
          expect(served.filter((at) => at >= start && at < start + HOUR_MS).length).toBeLessThanOrEqual(5);
        }
      }),
    );
  });
});
