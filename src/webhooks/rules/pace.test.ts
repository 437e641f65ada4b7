import { expect, test } from 'vitest';
import { FULL_PACE, freePlaces, isWorthLeasing, MOST_AT_ONCE, MOST_OPEN, type Pace, paceAfterSilence } from './pace.ts';

const NOW = 1_000_000;

test('512 receivers that may still answer soon are pushed to at once', () => {
  expect(freePlaces(0, 0).most).toBe(512);
  expect(freePlaces(MOST_AT_ONCE - 1, MOST_AT_ONCE - 1).most).toBe(1);
  expect(freePlaces(MOST_AT_ONCE, MOST_AT_ONCE).most).toBe(0);
});

test('one receiver takes one place from the others, however much is under way to it', () => {
  expect(freePlaces(1, 1).most).toBe(511);
  expect(freePlaces(1, 8).most).toBe(511);
});

test('those that hang take nobody a place, until far too many do', () => {
  expect(freePlaces(0, MOST_OPEN - MOST_AT_ONCE).most).toBe(512);
  expect(freePlaces(0, MOST_OPEN - MOST_AT_ONCE + 1).most).toBe(511);
  expect(freePlaces(0, MOST_OPEN).most).toBe(0);
  expect(freePlaces(1, MOST_OPEN + 1).most).toBe(0);
});

test('a receiver gets eight places, and one when half of all that may be open is', () => {
  expect(freePlaces(0, 0).perReceiver).toBe(8);
  expect(freePlaces(100, MOST_OPEN / 2 - 1).perReceiver).toBe(8);
  expect(freePlaces(100, MOST_OPEN / 2).perReceiver).toBe(1);
});

test('it is worth looking for work when half of what was found has ended, or little is left of it', () => {
  expect(isWorthLeasing(50, 100)).toBe(true);
  expect(isWorthLeasing(51, 100)).toBe(false);
  expect(isWorthLeasing(31, 32)).toBe(true);
  expect(isWorthLeasing(32, 33)).toBe(false);
});

test('one stream that gets no answer, however often, holds back no other', () => {
  let pace: Pace = FULL_PACE;
  for (let tries = 0; tries < 10; tries++) pace = paceAfterSilence(pace, '7', NOW + tries * 60_000);
  expect(pace).toEqual({ failingStreamId: '7', failures: 0, nextTryAt: undefined });
});

test('a pause that was no fault of the receiver is over with the first stream that gets no answer', () => {
  const paused = { ...FULL_PACE, nextTryAt: NOW - 1 };
  expect(paceAfterSilence(paused, '7', NOW)).toEqual({ failingStreamId: '7', failures: 0, nextTryAt: undefined });
});

test('a second stream without an answer makes the receiver pause, longer each time and a minute at most', () => {
  let pace = paceAfterSilence(FULL_PACE, '7', NOW);
  const pauses: number[] = [];
  for (let now = NOW, tries = 0; tries < 7; tries++) {
    pace = paceAfterSilence(pace, '8', now);
    pauses.push((pace.nextTryAt ?? 0) - now);
    now = pace.nextTryAt ?? 0;
  }
  expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
});

test('once it pauses, the first stream counts as well', () => {
  const paused = paceAfterSilence(paceAfterSilence(FULL_PACE, '7', NOW), '8', NOW);
  expect(paceAfterSilence(paused, '7', NOW + 5_000)).toMatchObject({ failures: 2, nextTryAt: NOW + 15_000 });
});

test('what was under way when the pause began does not lengthen it', () => {
  const paused = paceAfterSilence(paceAfterSilence(FULL_PACE, '7', NOW), '8', NOW);
  expect(paceAfterSilence(paused, '9', NOW + 4_999)).toEqual(paused);
});
