import { createHash } from 'node:crypto';
import { orThrow } from '../foundation/decision.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import type { Random } from '../infrastructure/random.ts';
import { readPhoto, readSignaturePicture, readSignatureStrokes } from './read-picture.ts';
import { decideFailureReason } from './rules/failure-reason.ts';
import { type Evidence, fileKeyOfProof, type GivenProof } from './rules/proof.ts';
import { leaveSweep } from './sweep-file.ts';

export type EvidenceDeps = {
  readonly clock: Clock;
  readonly database: Database;
  readonly files: FileStore;
  readonly random: Random;
};

const FILE_NAME_BYTES = 18;
const ENDINGS = { photo: 'jpg', signature: 'png' } as const;
const CONTENT_TYPES = { photo: 'image/jpeg', signature: 'image/png' } as const;

/** Checks what a driver sent and stores its picture, before and outside the transaction that closes the drop-off. */
export async function prepareEvidence(deps: EvidenceDeps, given: GivenProof): Promise<Evidence> {
  switch (given.kind) {
    case 'statement':
      return { outcome: 'DELIVERED' };
    case 'failure':
      return { outcome: 'FAILED', reason: orThrow(decideFailureReason(given.reason)) };
    case 'photo':
      return { outcome: 'DELIVERED', ...(await keep(deps, 'photo', await readPhoto(given.photo))) };
    case 'signature': {
      const picture =
        'picture' in given ? await readSignaturePicture(given.picture) : await readSignatureStrokes(given.strokes);
      return { outcome: 'SIGNED', ...(await keep(deps, 'signature', picture)) };
    }
  }
}

async function keep(
  { clock, database, files, random }: EvidenceDeps,
  kind: keyof typeof ENDINGS,
  bytes: Buffer,
): Promise<{ readonly image: string; readonly sha256: Buffer }> {
  // By the clock on the wall, whatever time the proof is given: from then on it has a day to be named by one.
  const storedAt = clock.now();
  const image = fileKeyOfProof(storedAt, random.bytes(FILE_NAME_BYTES), ENDINGS[kind]);
  await database.inTransaction((tx) => leaveSweep(tx, image, storedAt));
  await files.put(image, bytes, CONTENT_TYPES[kind]);
  return { image, sha256: createHash('sha256').update(bytes).digest() };
}
