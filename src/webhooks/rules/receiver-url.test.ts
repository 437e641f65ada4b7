import { expect, test } from 'vitest';
import { decideReceiverUrl } from './receiver-url.ts';

const long = (length: number) => `https://example.com/${'a'.repeat(length - 'https://example.com/'.length)}`;

test.each([
  'https://example.com',
  'https://example.com/webhooks?tenant=7&x=%23',
  'https://example.com:65535/a',
  'https://example.com:1/a',
  'https://xn--fsqu00a.xn--0zwm56d/hooks',
  'https://203.0.113.7/hooks',
  'https://[2001:db8::1]:8443/hooks',
  'HTTPS://EXAMPLE.COM/Hooks',
  long(2_000),
])('%s has the form of a receiver', (url) => {
  expect(decideReceiverUrl(url, 'production')).toEqual({ accepted: url });
});

test.each([
  [long(2_001), 'longer'],
  [long(5_000), 'longer'],
  ['example.com', 'cannot be read'],
  ['/webhooks', 'cannot be read'],
  ['https://', 'cannot be read'],
  ['https://example.com:65536/', 'cannot be read'],
  ['https://example.com:-1/', 'cannot be read'],
  ['https://example.com:0/', 'port 0'],
  ['https://user@example.com/', 'user name'],
  ['https://user:password@example.com/', 'user name'],
  ['https://:password@example.com/', 'user name'],
  ['https://example.com/#here', 'fragment'],
  ['https://example.com/#', 'fragment'],
  ['ftp://example.com/', 'must begin with https://'],
  ['file:///etc/passwd', 'must begin with https://'],
  ['javascript:alert(1)', 'must begin with https://'],
  ['gopher://example.com/', 'must begin with https://'],
  ['data:text/plain,x', 'must begin with https://'],
  [' https://example.com/', 'blanks'],
  ['https://exa\tmple.com/', 'blanks'],
  ['https://example.com/a b', 'blanks'],
  ['https://example.com/\r\nX: y', 'blanks'],
  ['https://例え.jp/', 'must be written in ASCII: https://xn--r8jz45g.jp/.'],
  ['https://example.com/café?q=é', 'must be written in ASCII: https://example.com/caf%C3%A9?q=%C3%A9.'],
  ['https://é', 'must be written in ASCII: https://xn--9ca/.'],
  ['//é', 'must be written in ASCII.'],
  ['https://例え.jp/ ', 'blanks'],
])('%s is refused', (url, why) => {
  for (const environment of ['sandbox', 'production'] as const) {
    expect(decideReceiverUrl(url, environment)).toMatchObject({
      refused: 'ERR_INVALID_RESPONSE',
      sentence: expect.stringContaining(why),
      pointer: '/data/url',
    });
  }
});

test('what is wrong with it is said in a sentence', () => {
  const said = (url: string, environment: 'sandbox' | 'production') => {
    const decision = decideReceiverUrl(url, environment);
    return 'refused' in decision ? decision.sentence : undefined;
  };
  expect(said(long(2_001), 'sandbox')).toBe('The URL must not be longer than 2,000 characters.');
  expect(said('ftp://example.com/', 'production')).toBe('The URL must begin with https://.');
  expect(said('ftp://example.com/', 'sandbox')).toBe('The URL must begin with https:// or http://.');
});

test('plain HTTP is for the sandbox only', () => {
  expect(decideReceiverUrl('http://localhost:9000/', 'sandbox')).toMatchObject({ accepted: expect.anything() });
  expect(decideReceiverUrl('http://localhost:9000/', 'production')).toMatchObject({ refused: 'ERR_INVALID_RESPONSE' });
});
