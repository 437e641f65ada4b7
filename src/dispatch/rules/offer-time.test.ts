import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../foundation/time.ts';
import { hasLapsed, isAskedAgain, isOfferable, offerEndsAt, waitedMs } from './offer-time.ts';

const noon = Date.UTC(2026, 10, 16, 12);
const ahead = 30 * MINUTE_MS;
const immediate = { waitingSince: noon, scheduleAt: undefined };
const atThree = { waitingSince: noon, scheduleAt: noon + 180 * MINUTE_MS };
const atTen = { waitingSince: noon, scheduleAt: noon + 10 * MINUTE_MS };

describe('when an order is offered', () => {
  test('an immediate one at once', () => {
    expect(isOfferable(immediate, noon, ahead)).toBe(true);
  });

  test('a scheduled one from 30 minutes before its time on', () => {
    expect(isOfferable(atThree, noon + 150 * MINUTE_MS - 1, ahead)).toBe(false);
    expect(isOfferable(atThree, noon + 150 * MINUTE_MS, ahead)).toBe(true);
    expect(isOfferable(atThree, noon + 500 * MINUTE_MS, ahead)).toBe(true);
  });

  test('one that is scheduled for soon at once', () => {
    expect(isOfferable(atTen, noon, ahead)).toBe(true);
  });
});

test('a scheduled order waits from the time it is offered', () => {
  expect(waitedMs(immediate, noon + 5, ahead)).toBe(5);
  expect(waitedMs(atThree, noon, ahead)).toBe(0);
  expect(waitedMs(atThree, noon + 151 * MINUTE_MS, ahead)).toBe(MINUTE_MS);
  expect(waitedMs(atTen, noon + MINUTE_MS, ahead)).toBe(MINUTE_MS);
});

test('an offer lasts its time, and exactly at the end it has lapsed', () => {
  const end = offerEndsAt(noon, 25_000);
  expect(hasLapsed(end, noon + 24_999)).toBe(false);
  expect(hasLapsed(end, noon + 25_000)).toBe(true);
});

test('who let an offer lapse is asked again after five minutes, who declined is not', () => {
  const lapsed = { state: 'lapsed', answeredAt: noon };
  expect(isAskedAgain(lapsed, noon + 5 * MINUTE_MS - 1)).toBe(false);
  expect(isAskedAgain(lapsed, noon + 5 * MINUTE_MS)).toBe(true);
  expect(isAskedAgain({ state: 'declined', answeredAt: noon }, noon + 60 * MINUTE_MS)).toBe(false);
});
