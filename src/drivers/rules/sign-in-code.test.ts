import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import {
  CODE_LIFE_MS,
  type CodeRequest,
  isCodeAlive,
  isCodeSent,
  judgeSignIn,
  type SignInCode,
} from './sign-in-code.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const hash = (number: number) => Buffer.alloc(32, number);
const [FIRST, OTHER] = [hash(1), hash(2)];
const living: SignInCode = { code: '012345', expiresAt: NOON + CODE_LIFE_MS, attempts: 0, usedBy: undefined };
const judge = (stored: SignInCode, code: string, now = NOON, requestHash = FIRST) =>
  judgeSignIn(stored, { code, requestHash }, now);

describe('an attempt to sign in', () => {
  test('a code lives for ten minutes', () => {
    expect(CODE_LIFE_MS).toBe(10 * MINUTE_MS);
  });

  test('the right code is right until the last moment of its life, and dead exactly at its end', () => {
    expect(judge(living, '012345')).toBe('RIGHT');
    expect(judge(living, '012345', living.expiresAt - 1)).toBe('RIGHT');
    expect(judge(living, '012345', living.expiresAt)).toBe('DEAD');
  });

  test('a code is alive as long as somebody could sign in with it', () => {
    expect(isCodeAlive(living, living.expiresAt - 1)).toBe(true);
    expect(isCodeAlive(living, living.expiresAt)).toBe(false);
    expect(isCodeAlive({ ...living, attempts: 4 }, NOON)).toBe(true);
    expect(isCodeAlive({ ...living, attempts: 5 }, NOON)).toBe(false);
    expect(isCodeAlive({ ...living, usedBy: FIRST }, NOON)).toBe(false);
  });

  test.each(['012346', '12345', '0123456', ' 012345', '', '０12345', '012345\u0000'])('%j is not 012345', (given) => {
    expect(judge(living, given)).toBe('WRONG');
  });

  test('four wrong attempts leave one more, the fifth ends the code, also for whoever knows it', () => {
    expect(judge({ ...living, attempts: 4 }, '012345')).toBe('RIGHT');
    expect(judge({ ...living, attempts: 4 }, '999999')).toBe('WRONG');
    expect(judge({ ...living, attempts: 5 }, '012345')).toBe('DEAD');
  });

  test('an expired code does not tell a right guess from a wrong one', () => {
    for (const given of ['012345', '999999']) expect(judge(living, given, living.expiresAt)).toBe('DEAD');
  });
});

describe('an attempt with a code that was used', () => {
  const used = { ...living, usedBy: FIRST };

  test('is the same call again while the code would live, and not at its end', () => {
    expect(judge(used, '012345')).toBe('AGAIN');
    expect(judge(used, '012345', used.expiresAt - 1)).toBe('AGAIN');
    expect(judge(used, '012345', used.expiresAt)).toBe('DEAD');
  });

  test('is nothing in another call, whatever code it brings', () => {
    for (const given of ['012345', '999999']) expect(judge(used, given, NOON, OTHER)).toBe('DEAD');
  });

  test('who knows the id of the call still has five guesses at the code', () => {
    expect(judge({ ...used, attempts: 4 }, '999999')).toBe('WRONG');
    expect(judge({ ...used, attempts: 5 }, '012345')).toBe('DEAD');
  });
});

describe('requests for a code', () => {
  const asked = (number: number, address = 'home', at = NOON): CodeRequest => ({
    at,
    address,
    requestHash: hash(number),
  });
  const several = (count: number, address: string, from = 0) =>
    Array.from({ length: count }, (_, index) => asked(from + index, address, NOON + (from + index) * SECOND_MS));
  const later = (address: string, at = NOON + MINUTE_MS) => asked(250, address, at);

  test('five within an hour from one address are served, the sixth is not', () => {
    expect(isCodeSent([], asked(0))).toBe(true);
    expect(isCodeSent(several(4, 'home'), later('home'))).toBe(true);
    expect(isCodeSent(several(5, 'home'), later('home'))).toBe(false);
  });

  test('what strangers ask for elsewhere does not use up the driver’s own, up to twenty in all', () => {
    const strangers = several(15, 'elsewhere');
    expect(isCodeSent(strangers, later('home'))).toBe(true);
    expect(isCodeSent([...strangers, ...several(4, 'home', 15)], later('home'))).toBe(true);
    expect(isCodeSent(several(19, 'elsewhere'), later('home'))).toBe(true);
    expect(isCodeSent(several(20, 'elsewhere'), later('home'))).toBe(false);
  });

  test('a call that is repeated is not served again, from wherever it comes', () => {
    expect(isCodeSent([asked(1, 'home')], asked(1, 'home', NOON + SECOND_MS))).toBe(false);
    expect(isCodeSent([asked(1, 'home')], asked(1, 'on the road', NOON + SECOND_MS))).toBe(false);
    expect(isCodeSent([asked(1, 'home')], asked(2, 'home', NOON + SECOND_MS))).toBe(true);
  });

  test('a request counts for an hour, and no longer exactly at its end', () => {
    const five = several(5, 'home');
    expect(isCodeSent(five, later('home', NOON + HOUR_MS - 1))).toBe(false);
    expect(isCodeSent(five, later('home', NOON + HOUR_MS))).toBe(true);
    expect(isCodeSent([asked(1)], asked(1, 'home', NOON + HOUR_MS - 1))).toBe(false);
    expect(isCodeSent([asked(1)], asked(1, 'home', NOON + HOUR_MS))).toBe(true);
  });

  test('no hour, wherever it starts, holds more than five from an address or twenty for a phone', () => {
    const pause = fc.integer({ min: 0, max: 10 * MINUTE_MS });
    const address = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    fc.assert(
      fc.property(fc.array(fc.tuple(pause, address), { maxLength: 120 }), (requests) => {
        let now = NOON;
        const served: CodeRequest[] = [];
        for (const [index, [later, from]] of requests.entries()) {
          now += later;
          const next = asked(index, from, now);
          if (isCodeSent(served, next)) served.push(next);
        }
        for (const { at: start } of served) {
          const hour = served.filter(({ at }) => at >= start && at < start + HOUR_MS);
          expect(hour.length).toBeLessThanOrEqual(20);
          for (const from of 'abcdef') expect(hour.filter((one) => one.address === from).length).toBeLessThanOrEqual(5);
        }
      }),
    );
  });
});
