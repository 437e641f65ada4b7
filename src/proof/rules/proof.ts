import type { Point } from '../../foundation/geo.ts';
import type { Id } from '../../foundation/ids.ts';
import type { Instant } from '../../foundation/time.ts';

export type ProofId = Id<'proof'>;
/** A statement is the driver's word alone, where no proof was asked for. */
export type ProofKind = 'photo' | 'signature' | 'failure' | 'statement';

/** What the driver sends when a drop-off is closed, as it came. */
export type GivenProof =
  | { readonly kind: 'photo'; readonly photo: Buffer }
  | { readonly kind: 'signature'; readonly strokes: unknown }
  | { readonly kind: 'signature'; readonly picture: Buffer }
  | { readonly kind: 'failure'; readonly reason: unknown }
  | { readonly kind: 'statement' };

/** What it comes to once it was checked and its picture stored. */
export type Evidence = {
  readonly outcome: 'DELIVERED' | 'SIGNED' | 'FAILED';
  /** Key of the stored file. */
  readonly image?: string;
  /** Of the stored bytes. */
  readonly sha256?: Buffer;
  readonly reason?: string;
};

/** How one drop-off was closed, as it was recorded. It never changes. */
export type Proof = {
  readonly id: ProofId;
  readonly orderId: string;
  /** Counted from 1 within the order. */
  readonly position: number;
  readonly stopId: string;
  readonly driverId: string;
  readonly kind: ProofKind;
  readonly fileKey: string | undefined;
  readonly sha256: Buffer | undefined;
  readonly reason: string | undefined;
  /** On the driver's device. */
  readonly takenAt: Instant;
  /** On our clock. */
  readonly receivedAt: Instant;
  /** Undefined where the device did not know. */
  readonly point: Point | undefined;
};

export function kindOfEvidence({ outcome, image }: Evidence): ProofKind {
  if (outcome === 'FAILED') return 'failure';
  if (outcome === 'SIGNED') return 'signature';
  return image === undefined ? 'statement' : 'photo';
}

/** A key that nobody can guess, in a folder of its month. */
export function fileKeyOfProof(storedAt: Instant, random: Buffer, ending: 'jpg' | 'png'): string {
  const [year, month] = new Date(storedAt).toISOString().split('-');
  return `proofs/${year}/${month}/${random.toString('base64url')}.${ending}`;
}
