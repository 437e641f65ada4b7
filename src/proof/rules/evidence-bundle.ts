import type { Instant } from '../../foundation/time.ts';
import type { Order } from '../../orders/index.ts';
import type { Proof } from './proof.ts';

export type SealedProof = Proof & {
  readonly seal: Buffer;
  /** From then on the seal cannot be checked any more: what it was made of is gone. */
  readonly erasedAt: Instant | undefined;
};
/** A public key as RFC 8037 writes it. */
export type PublicKey = {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
};
export type Picture = { readonly bytes: Buffer; readonly contentType: string };

export type BundleParts = {
  readonly environment: string;
  readonly issuer: string;
  readonly madeAt: Instant;
  readonly order: Order;
  /** The orders in whose place it stands, the first of them first. */
  readonly replaces: readonly string[];
  /** Those of replaced orders first, in the same order. */
  readonly proofs: readonly SealedProof[];
  /** By file key; a picture that is lost is not among them. */
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly publicKey: PublicKey;
};
export type UnsignedBundle = ReturnType<typeof bundleOf>;
export type EvidenceBundle = UnsignedBundle & { readonly signature: string };

/** Everything that is needed to check the proofs of an order without us. */
export function bundleOf(parts: BundleParts) {
  const { environment, issuer, madeAt, order, replaces, proofs, pictures, publicKey } = parts;
  return {
    format: 'waybill-evidence/1',
    environment,
    issuer,
    madeAt: timeOf(madeAt),
    order: orderFacts(order, replaces),
    proofs: proofs.map((proof) => proofEntry(proof, pictures)),
    publicKey,
  };
}

function orderFacts(order: Order, replaces: readonly string[]) {
  return {
    orderId: order.id,
    replaces,
    market: order.market,
    locode: order.locode,
    service: order.service,
    status: order.status,
    placedAt: timeOf(order.placedAt),
    scheduleAt: order.scheduleAt === undefined ? null : timeOf(order.scheduleAt),
    pickedUpAt: 'pickedUpAt' in order ? timeOf(order.pickedUpAt) : null,
    endedAt: 'endedAt' in order ? timeOf(order.endedAt) : null,
    proofRequired: order.delivery.proofRequired,
    stops: order.delivery.stops.map(({ stopId, address, coordinates, name, closing }) => ({
      stopId,
      address,
      coordinates,
      name,
      outcome: closing?.outcome ?? null,
    })),
  };
}

function proofEntry(proof: SealedProof, pictures: BundleParts['pictures']) {
  const picture = proof.fileKey === undefined ? undefined : pictures.get(proof.fileKey);
  return {
    position: proof.position,
    proofId: proof.id,
    orderId: proof.orderId,
    stopId: proof.stopId,
    driverId: proof.driverId,
    kind: proof.kind,
    sha256: proof.sha256?.toString('hex') ?? null,
    reason: proof.reason ?? null,
    takenAt: timeOf(proof.takenAt),
    receivedAt: timeOf(proof.receivedAt),
    lat: proof.point?.lat ?? null,
    lng: proof.point?.lng ?? null,
    imageType: picture?.contentType ?? null,
    imageBase64: picture?.bytes.toString('base64') ?? null,
    seal: proof.seal.toString('hex'),
  };
}

/** The text that is signed: JSON without spaces, the names of every object in order (RFC 8785). */
export function signedText(bundle: UnsignedBundle): string {
  return JSON.stringify(sorted(bundle));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

function timeOf(instant: Instant): string {
  return new Date(instant).toISOString();
}
