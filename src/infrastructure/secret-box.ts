import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import type { Random } from './random.ts';

const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DERIVED_KEY_BYTES = 32;

/** A secret as it is stored: key id, nonce, tag, ciphertext. */
export type Sealed = Buffer;

/**
 * Seals secrets with AES-256-GCM under the master key. `owner` names the row that holds the secret, so that a sealed
 * value moved to another row does not open.
 */
export type SecretBox = {
  readonly currentKeyId: Buffer;
  seal(secret: string, owner: string): Sealed;
  open(sealed: Sealed, owner: string): string;
  canOpen(keyId: Buffer): boolean;
  /** Keys for something other than sealing, one from each master key, the current one's first. */
  keysFor(purpose: string): readonly [Buffer, ...Buffer[]];
};

export class UnknownMasterKeyError extends Error {
  constructor(keyId: Buffer) {
    super(`a secret was sealed with master key ${keyId.toString('hex')}, which is not among those set`);
  }
}

export function createSecretBox(keys: { current: Buffer; previous?: Buffer | undefined }, random: Random): SecretBox {
  const currentKeyId = keyIdOf(keys.current);
  const keyById = new Map(
    [keys.current, keys.previous].flatMap((key) => (key ? [[keyIdOf(key).toString('hex'), key]] : [])),
  );
  return {
    currentKeyId,
    canOpen: (keyId) => keyById.has(keyId.toString('hex')),
    keysFor(purpose) {
      const current = derivedKey(keys.current, purpose);
      return keys.previous === undefined ? [current] : [current, derivedKey(keys.previous, purpose)];
    },
    seal(secret, owner) {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys.current, nonce).setAAD(Buffer.from(owner));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([currentKeyId, nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(sealed, owner) {
      const keyId = sealed.subarray(0, KEY_ID_BYTES);
      const key = keyById.get(keyId.toString('hex'));
      if (key === undefined) throw new UnknownMasterKeyError(keyId);
      const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
      const tag = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES, KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const ciphertext = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    },
  };
}

function derivedKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `waybill ${purpose}`, DERIVED_KEY_BYTES));
}

function keyIdOf(key: Buffer): Buffer {
  return createHash('sha256').update('waybill master key id').update(key).digest().subarray(0, KEY_ID_BYTES);
}
