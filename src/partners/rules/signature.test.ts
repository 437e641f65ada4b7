import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideTimestamp, decideToken, isSignatureValid, type SignedRequest, signatureOf } from './signature.ts';

const SECRET = 'sk_test_0123456789abcdef';
const TIMESTAMP = '1700000000123';
const NOW = 1_700_000_000_123;
const SKEW_MS = 300_000;
const CURE = "Set your machine's clock, and sign each call when it is sent.";
const HEX = 'a'.repeat(64);

/** Signs a text as a client does, without the code under test. */
const sign = (text: string | Buffer, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex');
const signParts = (method: string, path: string, body: string | Buffer = '') =>
  sign(Buffer.concat([Buffer.from(`${TIMESTAMP}\r\n${method}\r\n${path}\r\n\r\n`), Buffer.from(body)]));

const request = (change: Partial<SignedRequest> = {}): SignedRequest => ({
  method: 'POST',
  path: '/v3/quotations',
  query: '',
  body: Buffer.from('{"data":{}}'),
  bodyMayBeUnsigned: false,
  ...change,
});
const isValid = (signature: string, signed: SignedRequest, secret = SECRET) =>
  isSignatureValid(secret, { publicKey: 'pk_test_abc', timestamp: TIMESTAMP, signature }, signed);

test('the worked example of a POST gives the bytes that openssl gives', () => {
  const body = '{"data": {"serviceType": "VAN", "note": "中環"}}';
  const expected = '3e1228d11b1ebeba4a730b1761dbf0bbc4fc9d32eb42ee1f7d855786eee8ee99';
  expect(sign(`1700000000123\r\nPOST\r\n/v3/quotations\r\n\r\n${body}`)).toBe(expected);
  expect(signatureOf(SECRET, TIMESTAMP, 'POST', '/v3/quotations', body)).toBe(expected);
  expect(signatureOf(SECRET, TIMESTAMP, 'POST', '/v3/quotations', Buffer.from(body))).toBe(expected);
  expect(isValid(expected, request({ body: Buffer.from(body) }))).toBe(true);
});

test('the worked example of a GET ends after the empty line', () => {
  const expected = 'd5a772b568fcfb81fba8faab144ea74ca3b2f99b7171cb8547b688c882d66372';
  expect(sign('1700000000123\r\nGET\r\n/v3/cities\r\n\r\n')).toBe(expected);
  expect(signatureOf(SECRET, TIMESTAMP, 'GET', '/v3/cities', '')).toBe(expected);
});

test.each<[form: string, body: Buffer]>([
  ['with spaces', Buffer.from('{"data": {"language": "en_HK"}}')],
  ['pretty-printed', Buffer.from('{\n  "data": {\n    "language": "en_HK"\n  }\n}\n')],
  ['with CRLF inside', Buffer.from('{\r\n"data":{}\r\n}')],
  ['in raw UTF-8', Buffer.from('{"data":{"address":"香港中環 – São Paulo"}}')],
  ['with escapes', Buffer.from('{"data":{"address":"\\u9999\\u6e2f"}}')],
  ['that is no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])],
  ['that is empty', Buffer.alloc(0)],
])('a body %s is checked over its raw bytes', (_form, body) => {
  expect(isValid(signParts('POST', '/v3/quotations', body), request({ body }))).toBe(true);
});

test('the signature of another spelling of the same JSON is refused', () => {
  const signature = signParts('POST', '/v3/quotations', '{"data":{"language":"en_HK"}}');
  expect(isValid(signature, request({ body: Buffer.from('{"data": {"language": "en_HK"}}') }))).toBe(false);
});

test('bytes that are no UTF-8 are not confused with one another', () => {
  const signature = signParts('POST', '/v3/quotations', Buffer.from([0xff]));
  expect(isValid(signature, request({ body: Buffer.from([0xfe]) }))).toBe(false);
});

test('a call that reads no body takes a signature over the body or over nothing', () => {
  const call = request({ method: 'GET', path: '/v3/cities', body: Buffer.from('{}'), bodyMayBeUnsigned: true });
  expect(isValid(signParts('GET', '/v3/cities', '{}'), call)).toBe(true);
  expect(isValid(signParts('GET', '/v3/cities'), call)).toBe(true);
  expect(isValid(signParts('GET', '/v3/cities', '{"a":1}'), call)).toBe(false);
});

test('the same holds for the cancellation of an order with a stale body', () => {
  const body = Buffer.from('{"data":{"left":"over"}}');
  const call = request({ method: 'DELETE', path: '/v3/orders/1', body, bodyMayBeUnsigned: true });
  expect(isValid(signParts('DELETE', '/v3/orders/1', body), call)).toBe(true);
  expect(isValid(signParts('DELETE', '/v3/orders/1'), call)).toBe(true);
});

test('a call that reads its body must have signed it', () => {
  expect(isValid(signParts('POST', '/v3/quotations'), request())).toBe(false);
  expect(isValid(signParts('POST', '/v3/quotations', '{"data":{}}'), request())).toBe(true);
});

test('a signature over a body that was not sent is refused', () => {
  const call = request({ method: 'GET', path: '/v3/cities', body: Buffer.alloc(0), bodyMayBeUnsigned: true });
  expect(isValid(signParts('GET', '/v3/cities', '{}'), call)).toBe(false);
});

test('the path may be signed with or without its query', () => {
  const call = request({ method: 'GET', path: '/v3/wallet', query: '?limit=5&next=a', body: Buffer.alloc(0) });
  expect(isValid(signParts('GET', '/v3/wallet'), call)).toBe(true);
  expect(isValid(signParts('GET', '/v3/wallet?limit=5&next=a'), call)).toBe(true);
});

test('a query is signed whole and as sent, or not at all', () => {
  const call = request({ method: 'GET', path: '/v3/wallet', query: '?limit=5&next=a', body: Buffer.alloc(0) });
  for (const path of ['/v3/wallet?', '/v3/wallet?limit=5', '/v3/wallet?next=a&limit=5', '/v3/walletlimit=5&next=a']) {
    expect(isValid(signParts('GET', path), call), path).toBe(false);
  }
});

test('a call without a query does not take a signature with one', () => {
  const call = request({ method: 'GET', path: '/v3/cities', body: Buffer.alloc(0) });
  expect(isValid(signParts('GET', '/v3/cities?limit=5'), call)).toBe(false);
});

test('query and unsigned body go together in every combination', () => {
  const call = request({
    method: 'GET',
    path: '/v3/wallet',
    query: '?limit=5',
    body: Buffer.from('{}'),
    bodyMayBeUnsigned: true,
  });
  for (const path of ['/v3/wallet', '/v3/wallet?limit=5']) {
    for (const body of ['', '{}']) expect(isValid(signParts('GET', path, body), call), path + body).toBe(true);
  }
});

test('a signature holds for its own secret, timestamp, method and path only', () => {
  const signature = signParts('POST', '/v3/quotations', '{"data":{}}');
  expect(isValid(signature, request())).toBe(true);
  expect(isValid(signature, request(), `${SECRET}x`)).toBe(false);
  expect(isValid(signature, request({ method: 'PATCH' }))).toBe(false);
  expect(isValid(signature, request({ path: '/v3/orders' }))).toBe(false);
  const later = { publicKey: 'pk_test_abc', timestamp: '1700000000124', signature };
  expect(isSignatureValid(SECRET, later, request())).toBe(false);
});

test('a signature over LF line endings is refused', () => {
  expect(isValid(sign(`${TIMESTAMP}\nPOST\n/v3/quotations\n\n{"data":{}}`), request())).toBe(false);
});

test('whatever is signed as the contract says is valid, and with any one byte changed it is not', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (sent, place, flip) => {
      const body = Buffer.from(sent);
      const signature = signParts('POST', '/v3/quotations', body);
      expect(isValid(signature, request({ body }))).toBe(true);
      const changed = Buffer.from(body);
      const index = place % changed.length;
      changed[index] = (changed[index] as number) ^ flip;
      expect(isValid(signature, request({ body: changed }))).toBe(false);
    }),
  );
});

test.each([
  `hmac pk_test_abc:${TIMESTAMP}:${HEX}`,
  `HMAC pk_test_abc:${TIMESTAMP}:${HEX}`,
  `Hmac   pk_test_abc:${TIMESTAMP}:${HEX}`,
  `  hmac pk_test_abc:${TIMESTAMP}:${HEX}  `,
  `hmac pk_test_abc:${TIMESTAMP}:${HEX.toUpperCase()}`,
])('the token is read from "%s"', (header) => {
  expect(decideToken(header)).toEqual({
    accepted: { publicKey: 'pk_test_abc', timestamp: TIMESTAMP, signature: HEX },
  });
});

test('a signature in upper-case hexadecimal is as good as one in lower case', () => {
  const signature = signParts('POST', '/v3/quotations', '{"data":{}}').toUpperCase();
  const token = decideToken(`hmac pk_test_abc:${TIMESTAMP}:${signature}`);
  expect('accepted' in token && isSignatureValid(SECRET, token.accepted, request())).toBe(true);
});

test('a key of 200 characters is still one, and of 201 no longer', () => {
  expect(decideToken(`hmac ${'k'.repeat(200)}:1:${HEX}`)).toHaveProperty('accepted');
  expect(decideToken(`hmac ${'k'.repeat(201)}:1:${HEX}`)).toHaveProperty('refused', 'ERR_UNAUTHORIZED');
});

test('a timestamp of 16 digits is still one, and of 17 no longer', () => {
  expect(decideToken(`hmac k:${'1'.repeat(16)}:${HEX}`)).toHaveProperty('accepted');
  expect(decideToken(`hmac k:${'1'.repeat(17)}:${HEX}`)).toHaveProperty('refused', 'ERR_UNAUTHORIZED');
});

test('a missing header is told apart from a wrong one', () => {
  expect(decideToken(undefined)).toEqual({
    refused: 'ERR_UNAUTHORIZED',
    sentence: 'The header Authorization is missing. It must be: hmac <API key>:<timestamp>:<signature>.',
  });
});

const PARTS = 'must hold <API key>:<timestamp>:<signature>, three parts with colons between them';
const STAMP = 'must hold a timestamp in Unix milliseconds as its second part';
const DIGITS = 'must hold a signature of 64 hexadecimal digits as its third part';
test.each([
  ['', 'must begin with "hmac " and then the token'],
  ['hmac', 'must begin with "hmac " and then the token'],
  [`Bearer k:1:${HEX}`, 'must begin with "hmac " and then the token'],
  [`hmack:1:${HEX}`, 'must begin with "hmac " and then the token'],
  [`k:1:${HEX}`, 'must begin with "hmac " and then the token'],
  ['hmac k', `${PARTS}, not 1`],
  [`hmac k:${HEX}`, `${PARTS}, not 2`],
  [` hmac k:${HEX} `, `${PARTS}, not 2`],
  [`HMAC k:${HEX}`, `${PARTS}, not 2`],
  [`Basic hmac k:1:${HEX}`, 'must begin with "hmac " and then the token'],
  [`HMAC  :1:${HEX.toUpperCase()}`, 'holds an API key that cannot be one'],
  [`hmac k:1:${HEX}:x`, `${PARTS}, not 4`],
  [`hmac k::${HEX}`, STAMP],
  [`hmac k:now:${HEX}`, STAMP],
  [`hmac k:-1:${HEX}`, STAMP],
  [`hmac k:1700000000.123:${HEX}`, STAMP],
  ['hmac k:1:', DIGITS],
  [`hmac k:1:${'a'.repeat(63)}`, DIGITS],
  [`hmac k:1:${'a'.repeat(65)}`, DIGITS],
  [`hmac k:1:${'g'.repeat(64)}`, DIGITS],
  [`hmac :1:${HEX}`, 'holds an API key that cannot be one'],
  [`hmac k k:1:${HEX}`, 'holds an API key that cannot be one'],
])('the header "%s" is refused because it %s', (header, fault) => {
  expect(decideToken(header)).toEqual({
    refused: 'ERR_UNAUTHORIZED',
    sentence: `The header Authorization ${fault}.`,
  });
});

test.each([`hmac sk_test_abc:1:${HEX}`, `HMAC sk_prod_abc:1:${HEX}`])(
  'an API secret in the place of the key is told so, and not repeated: %s',
  (header) => {
    expect(decideToken(header)).toEqual({
      refused: 'ERR_UNAUTHORIZED',
      sentence:
        'The header Authorization holds an API secret in the place of the API key, which begins with pk_. A secret is for signing alone: whoever reads it can order in your name.',
    });
  },
);

test('a timestamp exactly at the allowed difference is still allowed, on both sides', () => {
  for (const skewMs of [0, SKEW_MS, -SKEW_MS]) {
    expect(decideTimestamp(String(NOW + skewMs), NOW, SKEW_MS)).toEqual({ accepted: true });
  }
});

test('a timestamp one millisecond beyond the allowed difference is refused, on both sides', () => {
  for (const skewMs of [SKEW_MS + 1, -SKEW_MS - 1]) {
    expect(decideTimestamp(String(NOW + skewMs), NOW, SKEW_MS)).toHaveProperty('refused', 'ERR_UNAUTHORIZED');
  }
});

test('the refusal says by how many seconds, in which direction, and what to do', () => {
  expect(decideTimestamp(String(NOW - 425_000), NOW, SKEW_MS)).toEqual({
    refused: 'ERR_UNAUTHORIZED',
    sentence: `The timestamp is 425 seconds behind our clock; 300 are allowed. ${CURE}`,
  });
  expect(decideTimestamp(String(NOW + 425_000), NOW, SKEW_MS)).toEqual({
    refused: 'ERR_UNAUTHORIZED',
    sentence: `The timestamp is 425 seconds ahead of our clock; 300 are allowed. ${CURE}`,
  });
  expect(decideTimestamp(String(NOW + SKEW_MS + 1), NOW, SKEW_MS)).toHaveProperty(
    'sentence',
    `The timestamp is 301 seconds ahead of our clock; 300 are allowed. ${CURE}`,
  );
});

test('the allowed difference is the operator’s choice', () => {
  expect(decideTimestamp(String(NOW - 1_000), NOW, 1_000)).toEqual({ accepted: true });
  expect(decideTimestamp(String(NOW - 9_000), NOW, 1_000)).toMatchObject({
    sentence: `The timestamp is 9 seconds behind our clock; 1 are allowed. ${CURE}`,
  });
});

test('a timestamp in microseconds is recognised as such', () => {
  const now = 1_700_000_000_000;
  const year = 365 * 24 * 3_600 * 1_000_000;
  for (const off of [-year, 0, year])
    expect(decideTimestamp(String(1_700_000_000_000_000 + off), now, SKEW_MS)).toEqual({
      refused: 'ERR_UNAUTHORIZED',
      sentence: 'The timestamp is in microseconds. It must be in milliseconds.',
    });
  for (const off of [-year - 1_000, year + 1_000])
    expect(decideTimestamp(String(1_700_000_000_000_000 + off), now, SKEW_MS)).toMatchObject({
      sentence: expect.stringContaining('ahead'),
    });
});

test('a timestamp in seconds is recognised as such', () => {
  const inSeconds = {
    refused: 'ERR_UNAUTHORIZED',
    sentence: 'The timestamp is in seconds. It must be in milliseconds.',
  };
  const now = 1_700_000_000_000;
  expect(decideTimestamp('1700000000', now, SKEW_MS)).toEqual(inSeconds);
  const year = 365 * 24 * 3_600;
  for (const off of [-year, -301, 301, year])
    expect(decideTimestamp(String(1_700_000_000 + off), now, SKEW_MS)).toEqual(inSeconds);
  for (const off of [-year - 1, year + 1])
    expect(decideTimestamp(String(1_700_000_000 + off), now, SKEW_MS)).toMatchObject({
      sentence: expect.stringContaining('behind'),
    });
});
