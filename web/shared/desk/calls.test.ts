import { expect, test } from 'vitest';
import { addressOf, faultAt, faultBeside, Refusal, refusalFrom } from './calls.ts';

test('a query goes without what is not chosen', () => {
  expect(
    addressOf('portal', '/orders', { status: '', market: undefined, search: 'a&b=ç', after: 12, open: false }),
  ).toBe('/portal/v1/orders?search=a%26b%3D%C3%A7&after=12&open=false');
  expect(addressOf('console', '/queue')).toBe('/console/v1/queue');
});

const refusal = new Refusal(422, [
  { code: 'ERR_INVALID_FIELD', sentence: 'Not an address.', pointer: '/data/stops/0/address' },
  { code: 'ERR_INVALID_FIELD', sentence: 'Not a phone.', pointer: '/data/phone' },
  { code: 'ERR_MISSING_FIELD', sentence: 'A name is missing.', pointer: '/data/name' },
]);

test('each field shows its own fault', () => {
  expect(faultAt(refusal, 'phone')?.sentence).toBe('Not a phone.');
  expect(faultAt(refusal, 'stops/0/address')?.sentence).toBe('Not an address.');
  expect(faultAt(refusal, 'email')).toBeUndefined();
  expect(faultAt(undefined, 'phone')).toBeUndefined();
});

test('what no field shows stands beside them, and nothing else does', () => {
  expect(faultBeside(refusal, ['stops/0/address', 'phone'])).toBe('A name is missing.');
  expect(faultBeside(refusal, ['stops/0/address', 'phone', 'name'])).toBeUndefined();
  const whole = new Refusal(409, [
    { code: 'ERR_CHANGED_MEANWHILE', sentence: 'It was cancelled.', pointer: undefined },
  ]);
  expect(faultBeside(whole, ['phone'])).toBe('It was cancelled.');
});

test('a refusal says what its first fault says', () => {
  const { code, sentence, pointer } = refusal;
  expect({ code, sentence, pointer }).toEqual(refusal.faults[0]);
});

test.each([
  [413, 'This is larger than a proxy on the way lets through. Send less at once, or have it let more.'],
  [502, 'The server answered with 502. Try again in a moment.'],
])('where something on the way answers with %i, it is said what that means', async (status, sentence) => {
  const refused = await refusalFrom(new Response('<html><h1>No</h1></html>', { status }));
  expect([refused.status, refused.code, refused.sentence]).toEqual([status, '', sentence]);
});

test('what the server says of a body that is too large stands as it is', async () => {
  const errors = [{ id: 'ERR_PAYLOAD_TOO_LARGE', message: 'The body must not be larger than 4096 KiB.' }];
  const refused = await refusalFrom(Response.json({ errors }, { status: 413 }));
  expect(refused.sentence).toBe('The body must not be larger than 4096 KiB.');
});
