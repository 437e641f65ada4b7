import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { SignedRequest } from './signature.ts';
import { diagnoseSignature, hintAtBody, type KnownSecrets } from './signature-doctor.ts';

const SECRETS: KnownSecrets = {
  secret: 'sk_test_right',
  webhookSecret: 'whsec_c2VjcmV0',
  publicKey: 'pk_test_own',
  otherKeys: [
    { publicKey: 'pk_test_older', secret: 'sk_test_older' },
    { publicKey: 'pk_test_newer', secret: 'sk_test_newer' },
  ],
};
const TIMESTAMP = '1700000000123';
const COMPACT = '{"data":{"serviceType":"VAN","stops":[1,2]}}';
const SPACED = '{"data": {"serviceType": "VAN", "stops": [1, 2]}}';

const request = (method: string, path: string, body: string): SignedRequest => ({
  method,
  path,
  query: '',
  body: Buffer.from(body),
  bodyMayBeUnsigned: method === 'GET',
});
const POST = request('POST', '/v3/quotations', COMPACT);
const POST_SPACED = request('POST', '/v3/quotations', SPACED);
const GET = request('GET', '/v3/cities', '');

/** What is said to a client that signed this text with this secret, and sent that request. */
function diagnose(sent: SignedRequest, signedText: string, secret = SECRETS.secret): string | undefined {
  const signature = createHmac('sha256', secret).update(signedText).digest('hex');
  return diagnoseSignature(SECRETS, { publicKey: SECRETS.publicKey, timestamp: TIMESTAMP, signature }, sent);
}

const rightText = ({ method, path, body }: SignedRequest) => `${TIMESTAMP}\r\n${method}\r\n${path}\r\n\r\n${body}`;

test('LF line endings are recognised, with and without a body', () => {
  const sentence =
    'The signed text has LF line endings. ' +
    'It must be TIMESTAMP, CRLF, METHOD, CRLF, PATH, CRLF, CRLF, BODY, with CRLF (\\r\\n) line endings.';
  expect(diagnose(POST, `${TIMESTAMP}\nPOST\n/v3/quotations\n\n${COMPACT}`)).toBe(sentence);
  expect(diagnose(GET, `${TIMESTAMP}\nGET\n/v3/cities\n\n`)).toBe(sentence);
});

test('line endings that are spelled out as backslashes and letters are recognised', () => {
  expect(diagnose(POST, `${TIMESTAMP}\\r\\nPOST\\r\\n/v3/quotations\\r\\n\\r\\n${COMPACT}`)).toMatch(
    /^The signed text has the characters \\r\\n spelled out\./,
  );
});

test('a single line ending before the body is recognised', () => {
  expect(diagnose(POST, `${TIMESTAMP}\r\nPOST\r\n/v3/quotations\r\n${COMPACT}`)).toMatch(
    /^There is only one line ending between path and body\./,
  );
});

test('a text without a body that ends with the path is recognised', () => {
  expect(diagnose(GET, `${TIMESTAMP}\r\nGET\r\n/v3/cities`)).toMatch(/^There is no empty line after the path\./);
});

test('a body that was made compact for signing is recognised', () => {
  expect(diagnose(POST_SPACED, rightText(POST))).toMatch(
    /^The body was serialised again after signing: the signed text is the compact form\./,
  );
});

test.each([2, 4])('a body that was indented by %i for signing is recognised', (space) => {
  const indented = JSON.stringify(JSON.parse(COMPACT), null, space);
  const start = `The body was serialised again after signing: the signed text is indented by ${space}.`;
  expect(diagnose(POST, rightText({ ...POST, body: Buffer.from(indented) }))?.startsWith(start)).toBe(true);
});

test.each([
  [20, true],
  [21, false],
])('a body that is nested %i deep is written out anew: %s', (levels, isWritten) => {
  const nested = `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const signed = rightText({ ...POST, body: Buffer.from(JSON.stringify(JSON.parse(nested), null, 4)) });
  expect(diagnose({ ...POST, body: Buffer.from(nested) }, signed) !== undefined).toBe(isWritten);
});

test('a body that would fill the memory when it is indented holds nobody up', () => {
  const body = `${'['.repeat(2_000)}${'0,'.repeat(120_000)}0${']'.repeat(2_000)}`;
  expect(diagnose({ ...POST, body: Buffer.from(body) }, 'something else')).toBeUndefined();
});

const SPELLED = '{"data":{"url":"https://a.example/é?a<b","weights":[1,2]}}';
const ESCAPED = 'with letters beyond ASCII as \\u escapes';

test.each([
  [
    '{"data": {"url": "https://a.example/\\u00e9?a<b", "weights": [1, 2]}}',
    `spaced after commas and colons, ${ESCAPED}`,
  ],
  ['{"data": {"url": "https://a.example/é?a<b", "weights": [1, 2]}}', 'spaced after commas and colons'],
  ['{"data":{"url":"https:\\/\\/a.example\\/é?a<b","weights":[1,2]}}', 'the compact form, with slashes as \\/'],
  [
    '{"data":{"url":"https:\\/\\/a.example\\/\\u00e9?a<b","weights":[1,2]}}',
    `the compact form, with slashes as \\/ and ${ESCAPED.slice('with '.length)}`,
  ],
  [
    '{"data":{"url":"https://a.example/é?a\\u003cb","weights":[1,2]}}',
    'the compact form, with <, > and & as \\u escapes',
  ],
  ['{"data":{"url":"https://a.example/\\u00e9?a<b","weights":[1,2]}}', `the compact form, ${ESCAPED}`],
])('a body that another library has written for signing is recognised: %s', (signed, how) => {
  const sent = { ...POST, body: Buffer.from(SPELLED) };
  expect(diagnose(sent, rightText({ ...POST, body: Buffer.from(signed) }))).toBe(
    `The body was serialised again after signing: the signed text is ${how}. Sign the very bytes that you send.`,
  );
});

test('a body whose keys were sorted for signing is recognised, also in lists and with blanks', () => {
  const sent = { ...POST, body: Buffer.from('{"data":{"stops":[{"b":1,"a":2}],"language":"en_HK"}}') };
  const sorted = '{"data":{"language":"en_HK","stops":[{"a":2,"b":1}]}}';
  const spaced = '{"data": {"language": "en_HK", "stops": [{"a": 2, "b": 1}]}}';
  for (const signed of [sorted, spaced])
    expect(diagnose(sent, rightText({ ...POST, body: Buffer.from(signed) }))).toMatch(
      /^The keys of the signed body are sorted\./,
    );
});

test('a signed body without its "data" around it is recognised', () => {
  const inner = Buffer.from('{"serviceType":"VAN","stops":[1,2]}');
  expect(diagnose(POST, rightText({ ...POST, body: inner }))).toBe(
    'The signed text holds only what is inside "data". Sign the very bytes that you send.',
  );
});

test.each(['\n', '\r\n'])('a line break after the signed text that is not sent is recognised: %j', (end) => {
  const sentence =
    'The signed text ends with a line break that is not sent. In a shell, echo adds one: use printf. Sign the very bytes that you send.';
  expect(diagnose(POST, `${rightText(POST)}${end}`)).toBe(sentence);
  expect(diagnose(GET, `${rightText(GET)}${end}`)).toBe(sentence);
});

test.each(['\n', '\r\n'])('a line break after the sent body that is not signed is recognised: %j', (end) => {
  for (const body of [COMPACT, SPACED]) {
    const sent = request('POST', '/v3/quotations', `${body}${end}`);
    expect(diagnose(sent, rightText({ ...POST, body: Buffer.from(body) }))).toBe(
      'The body ends with a line break that is not signed. Sign the very bytes that you send.',
    );
  }
});

test('a signed path that was decoded is recognised', () => {
  const sent = request('GET', '/v3/orders/ref/A%201%2F%E9%A6%99', '');
  expect(diagnose(sent, `${TIMESTAMP}\r\nGET\r\n/v3/orders/ref/A 1/香\r\n\r\n`)).toBe(
    'The signed path is decoded. Sign the path as it is sent, with its % escapes.',
  );
  expect(diagnose(request('GET', '/v3/orders/%', ''), 'something else')).toBeUndefined();
});

test('a signed timestamp that was taken some milliseconds beside that of the token is recognised', () => {
  const at = Number(TIMESTAMP);
  for (const [signed, which] of [
    [at - 1, '1 ms before'],
    [at - 10, '10 ms before'],
    [at + 3, '3 ms after'],
    [at + 10, '10 ms after'],
  ])
    expect(diagnose(POST, `${signed}\r\nPOST\r\n/v3/quotations\r\n\r\n${COMPACT}`)).toBe(
      `The signed timestamp is ${which} that of the token. Read the clock once, and use that time for both.`,
    );
  expect(diagnose(POST, `${at - 11}\r\nPOST\r\n/v3/quotations\r\n\r\n${COMPACT}`)).toBeUndefined();
  expect(diagnose(POST, `${at + 11}\r\nPOST\r\n/v3/quotations\r\n\r\n${COMPACT}`)).toBeUndefined();
});

test('a body that is not part of the signed text is recognised', () => {
  expect(diagnose(POST, `${TIMESTAMP}\r\nPOST\r\n/v3/quotations\r\n\r\n`)).toMatch(
    /^The body is not part of the signed text\./,
  );
});

test('a signed "{}" where no body is sent is recognised', () => {
  expect(diagnose(GET, `${TIMESTAMP}\r\nGET\r\n/v3/cities\r\n\r\n{}`)).toMatch(/^The signed text has a body, "\{\}",/);
});

test('a signed path without its version is recognised', () => {
  expect(diagnose(POST, `${TIMESTAMP}\r\nPOST\r\n/quotations\r\n\r\n${COMPACT}`)).toMatch(
    /^The signed path has no version\./,
  );
});

test('a signature over the body before it was compressed is recognised, but nothing is unpacked that is larger than a body', () => {
  const compressed = (plain: string): SignedRequest => ({ ...POST, body: gzipSync(plain) });
  expect(diagnose(compressed(COMPACT), rightText(POST))).toBe(
    'The signature is over the body as it was before it was compressed. Send it as it is, without Content-Encoding.',
  );
  const vast = ' '.repeat(256 * 1024 + 1);
  expect(diagnose(compressed(vast), `${TIMESTAMP}\r\nPOST\r\n/v3/quotations\r\n\r\n${vast}`)).toBeUndefined();
});

test('a signed path with a slash too many at its end is recognised', () => {
  expect(diagnose(POST, `${TIMESTAMP}\r\nPOST\r\n/v3/quotations/\r\n\r\n${COMPACT}`)).toMatch(
    /^The signed path ends with a slash and the sent one does not\./,
  );
});

test('a signed path without its leading slash is recognised', () => {
  expect(diagnose(POST, `${TIMESTAMP}\r\nPOST\r\nv3/quotations\r\n\r\n${COMPACT}`)).toMatch(
    /^The signed path has no leading slash\./,
  );
});

test('a signed method in lower case is recognised', () => {
  expect(diagnose(POST, `${TIMESTAMP}\r\npost\r\n/v3/quotations\r\n\r\n${COMPACT}`)).toMatch(
    /^The signed method is in lower case\./,
  );
});

test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('the signed method %s in place of POST is recognised', (method) => {
  expect(diagnose(POST, `${TIMESTAMP}\r\n${method}\r\n/v3/quotations\r\n\r\n${COMPACT}`)).toBe(
    `The signed method is ${method}, which is not the one sent.`,
  );
});

test('the signed method POST in place of GET is recognised', () => {
  expect(diagnose(GET, `${TIMESTAMP}\r\nPOST\r\n/v3/cities\r\n\r\n`)).toBe(
    'The signed method is POST, which is not the one sent.',
  );
});

test('a signed timestamp in seconds beside a token in milliseconds is recognised', () => {
  expect(diagnose(POST, `1700000000\r\nPOST\r\n/v3/quotations\r\n\r\n${COMPACT}`)).toMatch(
    /^The signed timestamp is in seconds and the token holds milliseconds\./,
  );
});

test('a request that is signed with the API key is recognised', () => {
  expect(diagnose(POST, rightText(POST), SECRETS.publicKey)).toBe(
    'The request is signed with the API key. It must be signed with the API secret.',
  );
});

test('a request that is signed with the webhook secret is recognised', () => {
  expect(diagnose(POST, rightText(POST), SECRETS.webhookSecret)).toBe(
    'The request is signed with the webhook secret. It must be signed with the API secret.',
  );
});

test('a secret with a line break at its end is recognised', () => {
  expect(diagnose(POST, rightText(POST), `${SECRETS.secret}\n`)).toBe(
    'The API secret used for signing ends with a line break. Remove it.',
  );
});

test('the secret of another key of the same partner is recognised, and that key is named', () => {
  for (const { publicKey, secret } of SECRETS.otherKeys) {
    expect(diagnose(POST, rightText(POST), secret)).toBe(
      `The request is signed with the secret of another of your keys, ${publicKey}.`,
    );
  }
});

test('a signature that fits no known mistake gets no diagnosis', () => {
  expect(diagnose(POST, 'something else')).toBeUndefined();
  expect(diagnose(POST, rightText(POST), 'sk_test_of_somebody_else')).toBeUndefined();
  expect(diagnose(GET, rightText(GET), 'sk_test_of_somebody_else')).toBeUndefined();
});

test('what is signed rightly has no mistake to tell', () => {
  for (const sent of [POST, POST_SPACED, GET]) expect(diagnose(sent, rightText(sent))).toBeUndefined();
});

test('a body that is no JSON is no reason to fail', () => {
  const broken = request('POST', '/v3/quotations', '{"data":');
  expect(diagnose(broken, 'something else')).toBeUndefined();
  expect(diagnose(broken, `${TIMESTAMP}\nPOST\n/v3/quotations\n\n{"data":`)).toMatch(/LF line endings/);
});

test('mistakes are recognised in bodies beyond ASCII too', () => {
  const sent = request('POST', '/v3/quotations', '{"data": {"address": "香港中環"}}');
  const compact = '{"data":{"address":"香港中環"}}';
  expect(diagnose(sent, `${TIMESTAMP}\r\nPOST\r\n/v3/quotations\r\n\r\n${compact}`)).toMatch(/compact form/);
  expect(diagnose(sent, `${TIMESTAMP}\nPOST\n/v3/quotations\n\n${sent.body}`)).toMatch(/LF line endings/);
});

test.each(['{"data":{"address":"中環"', '{"data":{"address":"中', '{"data":', '['])(
  'a body that breaks off is told with its bytes: %s',
  (text) => {
    const body = Buffer.from(text);
    expect(hintAtBody(body)).toBe(
      ` The body that arrived breaks off after ${body.length} bytes, in the middle of its JSON: Content-Length must count bytes, not characters.`,
    );
  },
);

test.each(['', '{}', '{"data":"中環"}', '{"data":}', 'data=1', '{} {}'])(
  'of any other body nothing is said: "%s"',
  (text) => {
    expect(hintAtBody(Buffer.from(text))).toBe('');
  },
);
