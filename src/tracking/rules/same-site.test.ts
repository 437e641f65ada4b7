import { expect, test } from 'vitest';
import { isFromOurPage } from './same-site.ts';

test.each([
  [undefined, undefined, true],
  ['same-origin', 'null', true],
  ['none', undefined, true],
  ['same-site', undefined, false],
  ['cross-site', 'https://delivery.example', false],
  [undefined, 'null', true],
  [undefined, 'https://delivery.example', true],
  [undefined, 'https://delivery.example.evil.example', false],
  [undefined, 'http://delivery.example', false],
])('Sec-Fetch-Site %s with Origin %s is our page: %s', (fetchSite, origin, expected) => {
  expect(isFromOurPage({ fetchSite, origin }, 'delivery.example')).toBe(expected);
});
