import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { assertPresent } from '../foundation/assert.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { Random } from '../infrastructure/random.ts';
import { type SecretBox, UnknownMasterKeyError } from '../infrastructure/secret-box.ts';
import { findSealedSeed, insertSealedSeed, replaceSealedSeed } from './proof-sql.ts';
import type { PublicKey } from './rules/evidence-bundle.ts';

/** What this deployment signs evidence with, for as long as its database lives. */
export type EvidenceKey = {
  readonly publicKey: PublicKey;
  /** Ed25519, in base64url. */
  sign(text: string): string;
};
type KeyDeps = {
  readonly database: Queryable;
  readonly secretBox: SecretBox;
  readonly random: Random;
  readonly clock: Clock;
};

const OWNER = 'evidence_key';
const SEED_BYTES = 32;
/** What stands before the seed in a private key of this kind (RFC 8410). */
const PRIVATE_KEY_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Made on first use; sealed anew where the master key has changed since. */
export async function openEvidenceKey({ database, secretBox, random, clock }: KeyDeps): Promise<EvidenceKey> {
  const known = await findSealedSeed(database);
  if (known === undefined) {
    const seed = random.bytes(SEED_BYTES).toString('base64');
    await insertSealedSeed(database, secretBox.seal(seed, OWNER), clock.now());
  }
  const sealed = known ?? assertPresent(await findSealedSeed(database), 'the evidence key was just made');
  const seed = openSeed(secretBox, sealed);
  if (!isSealedCurrently(secretBox, sealed)) await replaceSealedSeed(database, sealed, secretBox.seal(seed, OWNER));
  return keyFrom(Buffer.from(seed, 'base64'));
}

/** Whether the previous master key can go, as far as evidence needs it. */
export async function isEvidenceKeyCurrent(sql: Queryable, secretBox: SecretBox): Promise<boolean> {
  const sealed = await findSealedSeed(sql);
  return sealed === undefined || isSealedCurrently(secretBox, sealed);
}

function isSealedCurrently({ currentKeyId }: SecretBox, sealed: Buffer): boolean {
  return sealed.subarray(0, currentKeyId.length).equals(currentKeyId);
}

function openSeed(secretBox: SecretBox, sealed: Buffer): string {
  try {
    return secretBox.open(sealed, OWNER);
  } catch (error) {
    if (!(error instanceof UnknownMasterKeyError)) throw error;
    throw new OperatorError(
      'The key that signs evidence was sealed with another master key. Set WAYBILL_MASTER_KEY to that key, or give it as WAYBILL_MASTER_KEY_PREVIOUS to change it.',
    );
  }
}

function keyFrom(seed: Buffer): EvidenceKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' }) as { x: string };
  return {
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprintOf(x) },
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}

/** The name of a key, made from the key itself (RFC 7638). */
function thumbprintOf(x: string): string {
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
}
