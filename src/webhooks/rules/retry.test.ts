import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, formatInstant, HOUR_MS, SECOND_MS } from '../../foundation/time.ts';
import { decideAfterFailure, type Failure } from './retry.ts';

const NOW = Date.UTC(2026, 10, 16, 4);
const DELAYS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800].map((seconds) => seconds * SECOND_MS);
const failure = (changes: Partial<Failure> = {}): Failure => ({
  status: 500,
  retryAfter: undefined,
  error: 'The receiver answered 500.',
  ...changes,
});
const first = { attempts: 0, firstAttemptAt: undefined, silentSince: undefined, now: NOW };
const decide = (situation: Partial<typeof first | object>, changes: Partial<Failure> = {}, chance = 0.5) =>
  decideAfterFailure(failure(changes), { ...first, ...situation }, DELAYS, chance);

describe('trying again', () => {
  test.each(DELAYS.map((delay, attempts) => [attempts + 1, delay / SECOND_MS, delay] as const))(
    'after %i failed attempts the next comes %i seconds later',
    (failed, _seconds, delay) => {
      const situation = { attempts: failed - 1, firstAttemptAt: NOW - 60_000, silentSince: NOW - 60_000 };
      expect(decide(situation)).toEqual({ verdict: 'retry', dueAt: NOW + delay });
    },
  );

  test('waits differ by a tenth either way', () => {
    expect(decide({ attempts: 1 }, {}, 0)).toEqual({ verdict: 'retry', dueAt: NOW + 27_000 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
        const verdict = decide({ attempts }, {}, chance);
        const wait = (verdict as { dueAt: number }).dueAt - NOW;
        expect(Math.abs(wait / (DELAYS[attempts] as number) - 1)).toBeLessThanOrEqual(0.1001);
      }),
    );
  });

  test('ten attempts fit into a day, whatever the chance', () => {
    let now = NOW;
    for (let attempts = 0; attempts < DELAYS.length; attempts++) {
      const verdict = decide({ attempts, firstAttemptAt: NOW, silentSince: NOW, now }, {}, 1);
      expect(verdict.verdict).toBe('retry');
      now = (verdict as { dueAt: number }).dueAt;
    }
    expect(now - NOW).toBeLessThan(DAY_MS);
  });
});

describe('Retry-After', () => {
  test.each([
    ['60', 60],
    [' 60 ', 60],
    [new Date(NOW + 90_000).toUTCString(), 90],
    ['3600', 3_600],
    ['3601', 3_600],
    ['999999999', 3_600],
    [new Date(NOW + DAY_MS).toUTCString(), 3_600],
    ['4', 5],
    ['0', 5],
    ['-7', 5],
    ['soon', 5],
    ['', 5],
    [new Date(NOW - 90_000).toUTCString(), 5],
    ['99999999999999999999', 5],
  ])('"%s" makes the wait %i seconds', (retryAfter, seconds) => {
    expect(decide({}, { status: 503, retryAfter })).toEqual({ verdict: 'retry', dueAt: NOW + seconds * SECOND_MS });
  });
});

describe('the end of trying', () => {
  const tenth = { attempts: 9, firstAttemptAt: NOW - 16 * HOUR_MS };

  test('the tenth failure parks the stream where something else got through meanwhile', () => {
    expect(decide({ ...tenth, silentSince: NOW - HOUR_MS })).toEqual({
      verdict: 'park',
      reason: '10 attempts failed. Last: The receiver answered 500.',
    });
  });

  test('the tenth failure disables the URL where nothing did', () => {
    for (const silentSince of [NOW - 16 * HOUR_MS, NOW - 17 * HOUR_MS]) {
      expect(decide({ ...tenth, silentSince })).toMatchObject({
        verdict: 'disable',
        reason: expect.stringContaining('The receiver answered 500.'),
      });
    }
    expect(decide({ ...tenth, silentSince: NOW - 17 * HOUR_MS })).toHaveProperty(
      'reason',
      `Nothing got through since ${formatInstant(NOW - 17 * HOUR_MS)}. Last: The receiver answered 500.`,
    );
    expect(decide({ ...tenth, silentSince: NOW - 16 * HOUR_MS + 1 })).toMatchObject({ verdict: 'park' });
  });

  test('no attempt comes later than a day after the first', () => {
    const at = (firstAttemptAt: number) => decide({ attempts: 8, firstAttemptAt, silentSince: NOW - 1 }).verdict;
    expect(at(NOW - 16 * HOUR_MS)).toBe('retry');
    expect(at(NOW - 16 * HOUR_MS - 1)).toBe('park');
  });

  test('a receiver that is silent for a day is disabled, however few attempts there were', () => {
    const at = (silentSince: number) => decide({ attempts: 0, silentSince }).verdict;
    expect(at(NOW - DAY_MS + 1)).toBe('retry');
    expect(at(NOW - DAY_MS)).toBe('disable');
  });

  test('410 disables at once', () => {
    expect(decide({}, { status: 410 })).toEqual({
      verdict: 'disable',
      reason: 'The receiver answered 410: it is gone for good.',
    });
  });
});
