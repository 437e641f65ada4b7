import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyWebhook } from './webhooks.ts';

const NOW = Date.UTC(2026, 10, 16, 4, 0, 0) / 1_000;
const KEY = Buffer.alloc(32, 7);
const webhookSecret = `whsec_${KEY.toString('base64')}`;
const apiSecret = 'sk_test_1';
const url = 'https://shop.example/hooks/waybill?from=waybill';
const EVENT_ID = '0F8FAD5B-D9CB-469F-A165-70867728950E';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW * 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function bodyOf(timestamp = NOW, data = '{"order":{"orderId":"2","note":"陳, \\"data\\":"},"prevOrderId":"1"}') {
  const text = `${timestamp}\r\nPOST\r\n/hooks/waybill\r\n\r\n${data}`;
  const signature = createHmac('sha256', apiSecret).update(text).digest('hex');
  return `{"apiKey":"pk_test_1","timestamp":${timestamp},"signature":"${signature}","eventId":"${EVENT_ID}","eventType":"ORDER_REPLACED","eventVersion":"v3","data":${data}}`;
}

function headersOf(body: string, timestamp = NOW, key = KEY) {
  const signature = createHmac('sha256', key).update(`${EVENT_ID}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': EVENT_ID, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}

const body = bodyOf();
const headers = headersOf(body);
const refusal = { code: 'INVALID_WEBHOOK' };

describe('by its headers, an event', () => {
  test('is given as it was sent, from text and from bytes, whatever kind of headers', async () => {
    const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const kind of [headers, new Headers(headers), capitals])
      for (const form of [body, new TextEncoder().encode(body), Buffer.from(body)])
        expect(await verifyWebhook({ body: form, headers: kind, webhookSecret })).toEqual(JSON.parse(body));
  });

  test('is taken where one of several signatures is right', async () => {
    const other = headersOf(body, NOW, Buffer.alloc(32, 8))['webhook-signature'];
    const both = { ...headers, 'webhook-signature': `v2,x ${other} ${headers['webhook-signature']}` };
    await expect(verifyWebhook({ body, headers: both, webhookSecret })).resolves.toHaveProperty('eventId', EVENT_ID);
  });

  test.each([
    ['another body', { body: body.replace('"1"', '"3"') }],
    ['the same body printed anew', { body: JSON.stringify(JSON.parse(body), null, 1) }],
    ['another id', { headers: { ...headers, 'webhook-id': 'X' } }],
    ['another time', { headers: { ...headers, 'webhook-timestamp': String(NOW - 1) } }],
    ['the key of somebody else', { headers: headersOf(body, NOW, Buffer.alloc(32, 8)) }],
    ['no headers', { headers: {} }],
    ['a signature that is none', { headers: { ...headers, 'webhook-signature': 'v1,*' } }],
    [
      'an unknown version alone',
      { headers: { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1', 'v9') } },
    ],
    ['bytes that are no text', { body: Uint8Array.from([0xff, 0xfe]) }],
    ['no event', { body: 'hello' }],
    ['no event, though signed', { body: 'null', headers: headersOf('null') }],
  ])('is refused with %s', async (_, changed) => {
    await expect(verifyWebhook({ body, headers, webhookSecret, ...changed })).rejects.toMatchObject(refusal);
  });

  test('wants a secret that can be one', async () => {
    for (const wrong of [apiSecret, 'whsec_', 'whsec_*', '', undefined as never])
      await expect(verifyWebhook({ body, headers, webhookSecret: wrong })).rejects.toThrow('must begin with whsec_');
  });
});

describe('by the signature in its body, an event', () => {
  test('is given as it was sent; what the URL asks for is not signed', async () => {
    expect(await verifyWebhook({ body, apiSecret, url })).toEqual(JSON.parse(body));
  });

  test('wants a secret', async () => {
    for (const none of ['', undefined as never])
      await expect(verifyWebhook({ body, apiSecret: none, url })).rejects.toThrow('apiSecret is missing.');
  });

  test.each([
    ['another timestamp', { body: body.replace(`:${NOW},`, `:${NOW + 1},`) }],
    ['other data', { body: body.replace('"1"', '"3"') }],
    ['a second data before it', { body: body.replace('"eventVersion"', '"data":{"x":1},"eventVersion"') }],
    ['a second data after it', { body: body.replace(/\}$/, ',"data":{"x":1}}') }],
    ['another secret', { apiSecret: 'sk_test_2' }],
    ['another path', { url: 'https://shop.example/hooks' }],
    ['a signature that is none', { body: body.replace(/"signature":"../, '"signature":"zz') }],
    ['no signature', { body: body.replace(/"signature":"[^"]*",/, '') }],
  ])('is refused with %s', async (_, changed) => {
    await expect(verifyWebhook({ body, apiSecret, url, ...changed })).rejects.toMatchObject(refusal);
  });
});

describe('an event is taken for five minutes either way, and no longer', () => {
  const checks = [
    [
      'headers',
      (at: number, further = {}) => verifyWebhook({ body, headers: headersOf(body, at), webhookSecret, ...further }),
    ],
    ['body', (at: number, further = {}) => verifyWebhook({ body: bodyOf(at), apiSecret, url, ...further })],
  ] as const;

  test.each(checks)('by its %s', async (_, check) => {
    for (const inTime of [NOW - 300, NOW + 300]) await expect(check(inTime)).resolves.toBeDefined();
    await expect(check(NOW - 301)).rejects.toThrow('It is 301 seconds old; 300 are allowed.');
    await expect(check(NOW + 301)).rejects.toThrow('It is 301 seconds ahead; 300 are allowed.');
    await expect(check(NOW - 301, { toleranceSeconds: 301 })).resolves.toBeDefined();
    await expect(check(NOW - 1, { toleranceSeconds: 0 })).rejects.toMatchObject(refusal);
  });
});

test('a body that was not handed in is no empty one: with a 200 for it every event would be lost', async () => {
  const none = undefined as never;
  await expect(verifyWebhook({ body: none, headers, webhookSecret })).rejects.toThrow('body is missing.');
  await expect(verifyWebhook({ body: none, apiSecret, url })).rejects.toThrow('body is missing.');
});

test('the empty request of a registration is no event and no error', async () => {
  expect(await verifyWebhook({ body: '', headers: {}, webhookSecret })).toBeUndefined();
  expect(await verifyWebhook({ body: new Uint8Array(), apiSecret, url })).toBeUndefined();
});
