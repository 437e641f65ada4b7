import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CallIdentity, fingerprintOf } from './safe-retry.ts';

const CALL: CallIdentity = {
  keyId: '1000000000000000001',
  requestId: 'b7f3',
  method: 'POST',
  path: '/v3/orders',
  body: Buffer.from('{"data":{"quotationId":"1"}}'),
};
const fingerprint = (change: Partial<CallIdentity> = {}) => fingerprintOf({ ...CALL, ...change }).toString('hex');

test('the same call has the same fingerprint, of 32 bytes', () => {
  expect(fingerprint({ body: Buffer.from(CALL.body) })).toBe(fingerprint());
  expect(fingerprintOf(CALL)).toHaveLength(32);
});

test.each<[part: string, change: Partial<CallIdentity>]>([
  ['key', { keyId: '1000000000000000002' }],
  ['Request-ID', { requestId: 'b7f4' }],
  ['case of the Request-ID', { requestId: 'B7F3' }],
  ['method', { method: 'PATCH' }],
  ['path', { path: '/v3/orders/1' }],
  ['query', { path: '/v3/orders?x=1' }],
  ['body', { body: Buffer.from('{"data":{"quotationId":"2"}}') }],
  ['spacing of the body', { body: Buffer.from('{"data": {"quotationId":"1"}}') }],
  ['presence of the body', { body: Buffer.alloc(0) }],
])('another %s makes it another call', (_part, change) => {
  expect(fingerprint(change)).not.toBe(fingerprint());
});

test('a body is told apart by its bytes, also where they are no text', () => {
  expect(fingerprint({ body: Buffer.from([0xff]) })).not.toBe(fingerprint({ body: Buffer.from([0xfe]) }));
});

test('no part can slide into the next, wherever the same text is cut', () => {
  const text = fc.string({ unit: fc.constantFrom('1', '2', ':', '/', 'a', 'é'), maxLength: 12 });
  const cuts = fc.tuple(fc.nat(12), fc.nat(12), fc.nat(12), fc.nat(12));
  const cutUp = (whole: string, places: readonly number[]): CallIdentity => {
    const [a = 0, b = 0, c = 0, d = 0] = places.map((place) => Math.min(place, whole.length)).sort((x, y) => x - y);
    return {
      keyId: whole.slice(0, a),
      requestId: whole.slice(a, b),
      method: whole.slice(b, c),
      path: whole.slice(c, d),
      body: Buffer.from(whole.slice(d)),
    };
  };
  const partsOf = ({ body, ...parts }: CallIdentity) => [...Object.values(parts), body.toString()];
  fc.assert(
    fc.property(text, cuts, cuts, (whole, first, second) => {
      const [one, other] = [cutUp(whole, first), cutUp(whole, second)];
      const same = partsOf(one).every((part, index) => part === partsOf(other)[index]);
      expect(fingerprintOf(one).equals(fingerprintOf(other))).toBe(same);
    }),
    { numRuns: 1_000 },
  );
});

test('a part that looks like the lengths and marks of other parts is still itself', () => {
  const empty: CallIdentity = { keyId: '', requestId: '', method: '', path: '', body: Buffer.alloc(0) };
  const variants: CallIdentity[] = [
    empty,
    { ...empty, keyId: '0:' },
    { ...empty, requestId: '0:' },
    { ...empty, path: '0:' },
    { ...empty, body: Buffer.from('0:') },
    { ...empty, keyId: '0:0:' },
    { ...empty, keyId: '0:', requestId: '0:' },
    // These two would be the same text if the lengths were not marked off from what follows them.
    { ...empty, keyId: '1', requestId: '0000000000' },
    { ...empty, keyId: '10000000000' },
  ];
  const fingerprints = variants.map((variant) => fingerprintOf(variant).toString('hex'));
  expect(new Set(fingerprints).size).toBe(variants.length);
});
