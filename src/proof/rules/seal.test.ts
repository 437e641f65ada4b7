import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Proof, ProofId } from './proof.ts';
import { FIRST_SEAL, sealOf } from './seal.ts';

const PROOF: Proof = {
  id: '3141592653589793238' as ProofId,
  orderId: '3141592653589793000',
  position: 1,
  stopId: '3141592653589793001',
  driverId: '100001',
  kind: 'photo',
  fileKey: 'proofs/2026/11/a.jpg',
  sha256: Buffer.alloc(32, 1),
  reason: undefined,
  takenAt: Date.UTC(2026, 10, 16, 4),
  receivedAt: Date.UTC(2026, 10, 16, 4, 0, 2),
  point: { lat: 22.3193, lng: 114.1694 },
};
const OTHERS: Omit<Proof, 'fileKey'> = {
  id: '3141592653589793239' as ProofId,
  orderId: '3141592653589793002',
  position: 2,
  stopId: '3141592653589793003',
  driverId: '100002',
  kind: 'signature',
  sha256: Buffer.alloc(32, 2),
  reason: 'closed',
  takenAt: PROOF.takenAt + 1,
  receivedAt: PROOF.receivedAt + 1,
  point: { lat: 22.3193, lng: 114.1695 },
};

test('a seal stays the SHA-256 of the seal before and of the proof, for proofs are kept with it', () => {
  const place = '1,"3141592653589793238","3141592653589793000","3141592653589793001","100001"';
  const times = '"2026-11-16T04:00:00.000Z","2026-11-16T04:00:02.000Z"';
  const expectSeal = (proof: Proof, text: string) => {
    const expected = createHash('sha256').update(Buffer.concat([Buffer.alloc(32), Buffer.from(text)]));
    expect(sealOf(FIRST_SEAL, proof).toString('hex')).toBe(expected.digest('hex'));
  };
  expectSeal(PROOF, `[${place},"photo","${'01'.repeat(32)}",null,${times},22.3193,114.1694]`);
  const failed: Proof = { ...PROOF, kind: 'failure', sha256: undefined, reason: 'closed', point: undefined };
  expectSeal(failed, `[${place},"failure",null,"closed",${times},null,null]`);
});

test('the same proof after the same seal has the same seal', () => {
  expect(sealOf(FIRST_SEAL, PROOF)).toEqual(sealOf(FIRST_SEAL, { ...PROOF }));
  expect(sealOf(FIRST_SEAL, PROOF)).toHaveLength(32);
});

test.each(Object.keys(OTHERS) as (keyof typeof OTHERS)[])('another %s gives another seal', (field) => {
  const changed = { ...PROOF, [field]: OTHERS[field] };
  expect(sealOf(FIRST_SEAL, changed).equals(sealOf(FIRST_SEAL, PROOF))).toBe(false);
});

test.each(['lat', 'lng'] as const)('a place with another %s gives another seal', (axis) => {
  const changed = { ...PROOF, point: { lat: 22.3193, lng: 114.1694, [axis]: 22.5 } };
  expect(sealOf(FIRST_SEAL, changed).equals(sealOf(FIRST_SEAL, PROOF))).toBe(false);
});

test('another seal before it gives another seal', () => {
  expect(sealOf(sealOf(FIRST_SEAL, PROOF), PROOF).equals(sealOf(FIRST_SEAL, PROOF))).toBe(false);
});

test('what is absent is not what is empty', () => {
  const bare = { ...PROOF, sha256: undefined, point: undefined };
  expect(sealOf(FIRST_SEAL, bare).equals(sealOf(FIRST_SEAL, { ...bare, reason: '' }))).toBe(false);
});
