import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Announce, createAnnouncer } from './announcer.ts';

let told: string[];
let announce: Announce;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  announce = createAnnouncer(async (channel) => told.push(channel));
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first is told at once, and those of the next 20 ms as one at their end', () => {
  announce('a');
  expect(told).toEqual(['a']);
  announce('a');
  announce('a');
  vi.advanceTimersByTime(19);
  expect(told).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['a', 'a']);
});

test('after a rest in which nothing came the next one is told at once', () => {
  announce('a');
  vi.advanceTimersByTime(20);
  expect(told).toEqual(['a']);
  announce('a');
  expect(told).toEqual(['a', 'a']);
});

test('one channel does not wait for another', () => {
  announce('a');
  announce('b');
  expect(told).toEqual(['a', 'b']);
});

test('a database that cannot be reached is none of the concern of whoever announces', () => {
  const lost = createAnnouncer(() => Promise.reject(new Error('gone')));
  expect(() => lost('a')).not.toThrow();
});
