import { expect, test } from 'vitest';
import { isNews } from './places.ts';

const here = { lat: 22.3, lng: 114.2, at: 1_000 };

test('the first place is news', () => {
  expect(isNews(undefined, here)).toBe(true);
});

test('five seconds later is news, however near', () => {
  expect(isNews(here, { ...here, at: 5_999 })).toBe(false);
  expect(isNews(here, { ...here, at: 6_000 })).toBe(true);
});

test('25 metres off is news, however soon', () => {
  const metres = 1 / 111_195;
  expect(isNews(here, { ...here, lat: here.lat + 24.9 * metres })).toBe(false);
  expect(isNews(here, { ...here, lat: here.lat + 25.1 * metres })).toBe(true);
  const eastwards = metres / Math.cos((here.lat * Math.PI) / 180);
  expect(isNews(here, { ...here, lng: here.lng - 24.9 * eastwards })).toBe(false);
  expect(isNews(here, { ...here, lng: here.lng - 25.1 * eastwards })).toBe(true);
});

test('a clock that was set back does not silence the device', () => {
  expect(isNews(here, { ...here, at: here.at - 5_000 })).toBe(true);
});
