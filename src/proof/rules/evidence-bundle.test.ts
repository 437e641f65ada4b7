import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aDelivery, dropOff, NOON, orderIn, PICK_UP } from '../../../test/support/an-order.ts';
import { type BundleParts, bundleOf, type SealedProof, signedText, type UnsignedBundle } from './evidence-bundle.ts';
import type { ProofId } from './proof.ts';

const PHOTO_KEY = 'proofs/2026/11/a.jpg';
const PROOF: SealedProof = {
  id: '3141592653589793238' as ProofId,
  orderId: '3000000000000000000',
  position: 1,
  stopId: dropOff(1).stopId,
  driverId: '100001',
  kind: 'photo',
  fileKey: PHOTO_KEY,
  sha256: Buffer.alloc(32, 0xab),
  reason: undefined,
  takenAt: NOON + 1,
  receivedAt: NOON + 2_002,
  point: { lat: 22.3193, lng: 114.1694 },
  erasedAt: undefined,
  seal: Buffer.alloc(32, 0xcd),
};
const closing = { outcome: 'DELIVERED', at: NOON + 1, image: PHOTO_KEY } as const;
const PARTS: BundleParts = {
  environment: 'sandbox',
  issuer: 'https://delivery.example.com',
  madeAt: NOON,
  order: orderIn('PICKED_UP', { delivery: aDelivery({ stops: [PICK_UP, dropOff(1, { closing }), dropOff(2)] }) }),
  replaces: [],
  proofs: [PROOF],
  pictures: new Map([[PHOTO_KEY, { bytes: Buffer.from('picture'), contentType: 'image/jpeg' }]]),
  publicKey: { kty: 'OKP', crv: 'Ed25519', x: 'x', kid: 'kid' },
};

test('a proof stands in it with its picture, its times to the millisecond, and its seal', () => {
  expect(bundleOf(PARTS).proofs).toEqual([
    {
      position: 1,
      proofId: PROOF.id,
      orderId: PROOF.orderId,
      stopId: PROOF.stopId,
      driverId: '100001',
      kind: 'photo',
      sha256: 'ab'.repeat(32),
      reason: null,
      takenAt: '2026-11-16T04:00:00.001Z',
      receivedAt: '2026-11-16T04:00:02.002Z',
      lat: 22.3193,
      lng: 114.1694,
      imageType: 'image/jpeg',
      imageBase64: Buffer.from('picture').toString('base64'),
      seal: 'cd'.repeat(32),
    },
  ]);
});

test('it says what it is, who made it and when, what was ordered and how each stop ended', () => {
  const { proofs, ...head } = bundleOf(PARTS);
  const stop = (number: number) => ({
    stopId: dropOff(number).stopId,
    address: dropOff(number).address,
    coordinates: dropOff(number).coordinates,
    name: dropOff(number).name,
  });
  expect(head).toEqual({
    format: 'waybill-evidence/1',
    environment: 'sandbox',
    issuer: 'https://delivery.example.com',
    madeAt: '2026-11-16T04:00:00.000Z',
    order: {
      orderId: PARTS.order.id,
      replaces: [],
      market: 'HK',
      locode: 'HK HKG',
      service: 'MOTORCYCLE',
      status: 'PICKED_UP',
      placedAt: '2026-11-16T04:00:00.000Z',
      scheduleAt: null,
      pickedUpAt: '2026-11-16T04:30:00.000Z',
      endedAt: null,
      proofRequired: false,
      stops: [
        {
          stopId: PICK_UP.stopId,
          address: PICK_UP.address,
          coordinates: PICK_UP.coordinates,
          name: PICK_UP.name,
          outcome: null,
        },
        { ...stop(1), outcome: 'DELIVERED' },
        { ...stop(2), outcome: null },
      ],
    },
    publicKey: PARTS.publicKey,
  });
});

test('an order that took the place of others names them, the first of them first', () => {
  const replaces = ['3000000000000000001', '3000000000000000002'];
  expect(bundleOf({ ...PARTS, replaces }).order).toMatchObject({ orderId: PARTS.order.id, replaces });
  expect(bundleOf(PARTS).order.replaces).toEqual([]);
});

test('a failure is told with its reason, and what was not taken with it is nothing', () => {
  const failure: SealedProof = {
    ...PROOF,
    kind: 'failure',
    fileKey: undefined,
    sha256: undefined,
    point: undefined,
    reason: 'Nobody was there',
  };
  expect(bundleOf({ ...PARTS, proofs: [failure] }).proofs[0]).toMatchObject({
    reason: 'Nobody was there',
    sha256: null,
    lat: null,
    lng: null,
    imageBase64: null,
  });
});

test('it says when the order was to be, was picked up and ended, as far as it came', () => {
  const scheduled = { ...orderIn('COMPLETED'), scheduleAt: NOON + 1 };
  expect(bundleOf({ ...PARTS, order: scheduled }).order).toMatchObject({
    scheduleAt: '2026-11-16T04:00:00.001Z',
    pickedUpAt: '2026-11-16T04:30:00.000Z',
    endedAt: '2026-11-16T05:00:00.000Z',
  });
  expect(bundleOf({ ...PARTS, order: orderIn('CANCELED') }).order).toMatchObject({
    scheduleAt: null,
    pickedUpAt: null,
  });
  expect(bundleOf(PARTS).order.endedAt).toBeNull();
});

test('a picture that is lost is missing, not made up', () => {
  expect(bundleOf({ ...PARTS, pictures: new Map() }).proofs[0]).toMatchObject({
    sha256: 'ab'.repeat(32),
    imageType: null,
    imageBase64: null,
  });
});

test('it says how each stop stands, and neither phone numbers nor notes to the driver', () => {
  const { order } = bundleOf(PARTS);
  expect(order.stops.map(({ address, outcome }) => [address, outcome])).toEqual([
    [PICK_UP.address, null],
    ['1 Nathan Road', 'DELIVERED'],
    ['2 Nathan Road', null],
  ]);
  expect(order.endedAt).toBeNull();
  expect(JSON.stringify(order)).not.toContain(PICK_UP.phone);
  expect(JSON.stringify(order)).not.toContain(PICK_UP.remarks);
});

test('what is signed does not depend on the order of names or on spaces', () => {
  fc.assert(
    fc.property(fc.object({ key: fc.string({ minLength: 1 }).filter((name) => name !== '__proto__') }), (value) => {
      const turned = JSON.parse(JSON.stringify(value), (_name, inner) =>
        typeof inner === 'object' && inner !== null && !Array.isArray(inner)
          ? Object.fromEntries(Object.entries(inner).reverse())
          : inner,
      );
      const asRead = JSON.parse(JSON.stringify(value, null, 3));
      expect(signedText(turned as UnsignedBundle)).toBe(signedText(asRead as UnsignedBundle));
    }),
  );
  expect(signedText({ b: [{ d: 1, c: 'x' }], a: null } as unknown as UnsignedBundle)).toBe(
    '{"a":null,"b":[{"c":"x","d":1}]}',
  );
});
