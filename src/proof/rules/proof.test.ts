import { expect, test } from 'vitest';
import { isFileKey } from '../../infrastructure/files/file-key.ts';
import { fileKeyOfProof, kindOfEvidence } from './proof.ts';

test('evidence says what kind of proof it is', () => {
  expect(kindOfEvidence({ outcome: 'DELIVERED', image: 'proofs/a.jpg' })).toBe('photo');
  expect(kindOfEvidence({ outcome: 'DELIVERED' })).toBe('statement');
  expect(kindOfEvidence({ outcome: 'SIGNED', image: 'proofs/a.png' })).toBe('signature');
  expect(kindOfEvidence({ outcome: 'FAILED', reason: 'closed' })).toBe('failure');
});

test('a picture lies in the folder of its month, in UTC, under a name that nobody guesses', () => {
  const random = Buffer.alloc(18, 0xfb);
  const lastMoment = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
  expect(fileKeyOfProof(lastMoment, random, 'jpg')).toMatch(/^proofs\/2026\/11\/[\w-]{24}\.jpg$/);
  expect(fileKeyOfProof(lastMoment + 1, random, 'png')).toMatch(/^proofs\/2026\/12\/[\w-]{24}\.png$/);
  expect(isFileKey(fileKeyOfProof(lastMoment, random, 'jpg'))).toBe(true);
});
