import { pixelsToJpeg } from '../infrastructure/pictures.ts';
import { type Evidence, type EvidenceDeps, prepareEvidence } from '../proof/index.ts';
import { PHOTO_SIZE, photoOfParcel, signature } from './rules/pictures.ts';

/** The body's `data`, whose form the schema has checked. */
export type GivenAction = {
  readonly action: string;
  readonly stopId?: string | number | null;
  readonly proof?: 'PHOTO' | 'SIGNATURE' | 'FAILED';
  readonly reason?: string;
};

const NOBODY = 'Nobody opened the door';

/** A picture that nobody took, through the same hands as one that somebody did. */
export async function prepareProof(
  deps: EvidenceDeps,
  proof: 'PHOTO' | 'SIGNATURE' | 'FAILED' | 'NONE',
  reason: string | undefined,
): Promise<Evidence> {
  const seed = deps.random.bytes(4).readUInt32BE();
  switch (proof) {
    case 'PHOTO': {
      const photo = await pixelsToJpeg(photoOfParcel(seed), PHOTO_SIZE);
      return prepareEvidence(deps, { kind: 'photo', photo });
    }
    case 'SIGNATURE':
      return prepareEvidence(deps, { kind: 'signature', strokes: signature(seed) });
    case 'FAILED':
      return prepareEvidence(deps, { kind: 'failure', reason: reason ?? NOBODY });
    case 'NONE':
      return prepareEvidence(deps, { kind: 'statement' });
  }
}
