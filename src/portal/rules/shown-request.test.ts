import { expect, test } from 'vitest';
import { readPastedRequest } from './read-pasted-request.ts';
import { shownRequest } from './shown-request.ts';

const refused = {
  method: 'POST',
  path: '/v3/orders?a=1',
  authorization: 'hmac pk_test_1:1700000000000:00',
  market: 'HK',
  platform: undefined,
  requestId: 'abc',
  requestBody: '{"data":{}}',
};

test('a logged call is shown in a form that the signature doctor reads', () => {
  const read = readPastedRequest(shownRequest(refused) ?? '');
  expect(read).toEqual({
    accepted: {
      method: 'POST',
      path: '/v3/orders',
      query: '?a=1',
      headers: { authorization: refused.authorization, market: 'HK', 'request-id': 'abc' },
      bodies: [Buffer.from('{"data":{}}')],
    },
  });
});

test('as it went over the wire, with its platform where it named one', () => {
  expect(shownRequest({ ...refused, platform: 'PLUS' })?.split('\n')).toEqual([
    'POST /v3/orders?a=1 HTTP/1.1',
    'Authorization: hmac pk_test_1:1700000000000:00',
    'Market: HK',
    'Platform: PLUS',
    'Request-ID: abc',
    '',
    '{"data":{}}',
  ]);
});

test('one whose signature was right is not', () => {
  expect(shownRequest({ ...refused, authorization: undefined })).toBeUndefined();
});
