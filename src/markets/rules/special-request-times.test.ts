import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOnline, isShown, nextChange, timesAhead } from './special-request-times.ts';

const ONLINE = Date.UTC(2026, 2, 1);
const OFFLINE = Date.UTC(2026, 5, 1);
const ALWAYS = { onlineFrom: undefined, offlineFrom: undefined };
const ANNOUNCED = { onlineFrom: ONLINE, offlineFrom: undefined };
const ENDING = { onlineFrom: undefined, offlineFrom: OFFLINE };
const BOTH = { onlineFrom: ONLINE, offlineFrom: OFFLINE };

test('a request without times is online and shown, and has no times to tell', () => {
  expect(isOnline(ALWAYS, ONLINE)).toBe(true);
  expect(isShown(ALWAYS, ONLINE)).toBe(true);
  expect(timesAhead(ALWAYS, ONLINE)).toEqual(ALWAYS);
});

test('a request can be used from the very moment it comes online', () => {
  expect(isOnline(ANNOUNCED, ONLINE - 1)).toBe(false);
  expect(isOnline(ANNOUNCED, ONLINE)).toBe(true);
});

test('a request can be used until the moment it goes offline and not at it', () => {
  expect(isOnline(ENDING, OFFLINE - 1)).toBe(true);
  expect(isOnline(ENDING, OFFLINE)).toBe(false);
});

test('a request with both times can be used between them only', () => {
  const moments = [ONLINE - 1, ONLINE, OFFLINE - 1, OFFLINE];
  expect(moments.map((now) => isOnline(BOTH, now))).toEqual([false, true, true, false]);
});

test('an announced request is shown before it can be used', () => {
  expect(isShown(ANNOUNCED, ONLINE - 1)).toBe(true);
  expect(isShown(BOTH, 0)).toBe(true);
});

test('a request is shown until the moment it goes offline and not at it', () => {
  expect(isShown(ENDING, OFFLINE - 1)).toBe(true);
  expect(isShown(ENDING, OFFLINE)).toBe(false);
});

test('a time is told while it is ahead, and no longer at its moment', () => {
  expect(timesAhead(BOTH, ONLINE - 1)).toEqual({ onlineFrom: ONLINE, offlineFrom: OFFLINE });
  expect(timesAhead(BOTH, ONLINE)).toEqual({ onlineFrom: undefined, offlineFrom: OFFLINE });
  expect(timesAhead(BOTH, OFFLINE - 1)).toEqual({ onlineFrom: undefined, offlineFrom: OFFLINE });
  expect(timesAhead(BOTH, OFFLINE)).toEqual({ onlineFrom: undefined, offlineFrom: undefined });
});

test('a shown request is online exactly when no online time is told, and what is online is shown', () => {
  const moment = fc.nat(20);
  const times = fc.record({
    onlineFrom: fc.option(moment, { nil: undefined }),
    offlineFrom: fc.option(moment, { nil: undefined }),
  });
  fc.assert(
    fc.property(times, moment, (given, now) => {
      const usable = isShown(given, now) && timesAhead(given, now).onlineFrom === undefined;
      expect(isOnline(given, now)).toBe(usable);
    }),
  );
});

test('the next change is the nearest time still ahead, and never comes where none is', () => {
  const requests = [
    { onlineFrom: 100, offlineFrom: 300 },
    { onlineFrom: undefined, offlineFrom: 200 },
  ];
  expect(nextChange(requests, 99)).toBe(100);
  expect(nextChange(requests, 100)).toBe(200);
  expect(nextChange(requests, 200)).toBe(300);
  expect(nextChange(requests, 300)).toBe(Number.POSITIVE_INFINITY);
});
