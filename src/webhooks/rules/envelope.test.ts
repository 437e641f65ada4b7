import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { bodyOf, type Envelope, standardHeaders } from './envelope.ts';

const AT = Date.UTC(2026, 10, 16, 4, 0, 0) + 999;
const SECONDS = Math.floor(AT / 1_000);
const ENVELOPE: Envelope = {
  apiKey: 'pk_test_abc',
  eventId: '3E1B2C4D-0000-8000-8000-000000000001',
  eventType: 'WALLET_BALANCE_CHANGED',
  data: { balance: { currency: 'HKD', amount: '5' }, updatedAt: '2026-11-16T04:00:00.00Z' },
  url: 'https://hooks.example.com/waybill/in?tenant=7',
  at: AT,
};
const signWith = (secret: string) => (timestamp: string, method: string, path: string, body: string) =>
  createHmac('sha256', secret).update(`${timestamp}\r\n${method}\r\n${path}\r\n\r\n${body}`).digest('hex');

test('the body has its keys in the order that receivers know, and data last', () => {
  const body = bodyOf(ENVELOPE, () => 'abc');
  expect(body).toBe(
    `{"apiKey":"pk_test_abc","timestamp":${SECONDS},"signature":"abc","eventId":"3E1B2C4D-0000-8000-8000-000000000001",` +
      '"eventType":"WALLET_BALANCE_CHANGED","eventVersion":"v3",' +
      '"data":{"balance":{"currency":"HKD","amount":"5"},"updatedAt":"2026-11-16T04:00:00.00Z"}}',
  );
});

test('the signature in the body is over seconds, method, path without query, and the very bytes of data', () => {
  const body = bodyOf({ ...ENVELOPE, data: { name: '陳 "大" 文\n', empty: [] } }, signWith('sk_test_x'));
  const dataText = body.slice(body.indexOf('"data":') + 7, -1);
  const { signature, timestamp } = JSON.parse(body);
  expect(signature).toBe(signWith('sk_test_x')(String(timestamp), 'POST', '/waybill/in', dataText));
  expect(signature).toMatch(/^[0-9a-f]{64}$/);
});

test('a URL without a path is signed as the path /', () => {
  let path = '';
  bodyOf({ ...ENVELOPE, url: 'https://hooks.example.com' }, (_timestamp, _method, signed) => {
    path = signed;
    return '';
  });
  expect(path).toBe('/');
});

test('the headers are verified by the official package, with either of two secrets and with no other', () => {
  const [first, second, other] = [1, 2, 3].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
  const body = bodyOf(ENVELOPE, () => 'abc');
  const now = Date.now();
  const headers = standardHeaders(ENVELOPE.eventId, now, body, [first as string, second as string]);
  for (const secret of [first, second]) {
    expect(new Webhook(secret as string).verify(body, headers)).toMatchObject({ eventVersion: 'v3' });
  }
  expect(() => new Webhook(other as string).verify(body, headers)).toThrow();
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
});
