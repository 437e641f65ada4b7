import { expect, test } from 'vitest';
import { bodiesOf, headersOf, targetOf } from './pasted-request.ts';

test.each([
  ['https://localhost:8443/v3/cities', '/v3/cities', ''],
  ['HTTPS://Localhost:8443/v3/cities', '/v3/cities', ''],
  ['localhost:8443/v3/cities', '/v3/cities', ''],
  ['https://user:pw@localhost/v3/orders?a=1?b=2', '/v3/orders', '?a=1?b=2'],
  ['/v3/cities?next=https://example.com/x', '/v3/cities', '?next=https://example.com/x'],
  ['https://localhost:8443', '/', ''],
  ['https://localhost:8443?a=1', '/', '?a=1'],
  ['https://localhost:8443/v3/orders?a=1#b?c#d', '/v3/orders', '?a=1'],
  ['/v3/orders/%31%2f?a=%20', '/v3/orders/%31%2f', '?a=%20'],
])('of %s is sent what stands there, but for the server and what stays at home', (url, path, query) => {
  expect(targetOf(url)).toEqual({ path, query });
});

test('of several headers with one name the first counts, however it is written', () => {
  expect(headersOf(['Market: HK', 'market: SG', 'MARKET : TH', 'Platform: PLUS'])).toEqual({
    market: 'HK',
    platform: 'PLUS',
  });
});

test('a header is what stands around its first colon, without blanks, and a line without one is none', () => {
  expect(headersOf([' Host : localhost:8443 ', 'X-Note: two\nlines', 'X-Empty:', '', 'Authorization', ': x'])).toEqual({
    host: 'localhost:8443',
    'x-note': 'two\nlines',
    'x-empty': '',
  });
});

test('a body with line breaks may have had either kind, any other is what it is', () => {
  const texts = (body: string) => bodiesOf(body).map(String);
  expect(texts('a\nb\n')).toEqual(['a\nb\n', 'a\r\nb\r\n']);
  expect([texts('ab'), texts('a\r\nb')]).toEqual([['ab'], ['a\r\nb']]);
});
