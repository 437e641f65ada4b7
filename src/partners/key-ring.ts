import { assertPresent } from '../foundation/assert.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { findLivingKey, livingKeys, type StoredKey } from './api-keys-sql.ts';
import type { ApiKey } from './rules/api-key.ts';
import type { KnownSecrets } from './rules/signature-doctor.ts';
import { ownerOfKeySecret, ownerOfWebhookSecret } from './secrets.ts';
import { findWebhookSecret } from './secrets-sql.ts';

const MOST_REMEMBERED = 10_000;

export type OpenKey = ApiKey & { readonly secret: string };

/**
 * Keys with their opened secrets. What is remembered may be old: a caller that lets somebody in confirms the key's
 * revision with the database, and one that turns somebody away asks for the key afresh first.
 */
export type KeyRing = {
  remembered(publicKey: string): OpenKey | undefined;
  fresh(publicKey: string): Promise<OpenKey | undefined>;
  secretsAround(key: OpenKey): Promise<KnownSecrets>;
};

export function createKeyRing(database: Database, secretBox: SecretBox): KeyRing {
  const keys = new Map<string, OpenKey>();
  const decoy = secretBox.seal('', 'decoy');
  const open = ({ sealedSecret, ...key }: StoredKey): OpenKey => ({
    ...key,
    secret: secretBox.open(sealedSecret, ownerOfKeySecret(key.id)),
  });
  return {
    remembered: (publicKey) => keys.get(publicKey),
    async fresh(publicKey) {
      const stored = await findLivingKey(database, publicKey);
      keys.delete(publicKey);
      if (stored === undefined) {
        // So that a key that does not exist costs what any other costs.
        secretBox.open(decoy, 'decoy');
        return undefined;
      }
      const key = open(stored);
      const [oldest] = keys.keys();
      if (keys.size >= MOST_REMEMBERED && oldest !== undefined) keys.delete(oldest);
      keys.set(publicKey, key);
      return key;
    },
    async secretsAround(key) {
      const others = (await livingKeys(database, key.partner.id)).filter(({ id }) => id !== key.id);
      const sealed = assertPresent(await findWebhookSecret(database, key.partner.id), 'every key has a partner');
      return {
        secret: key.secret,
        publicKey: key.publicKey,
        webhookSecret: secretBox.open(sealed, ownerOfWebhookSecret(key.partner.id)),
        otherKeys: others.map(open),
      };
    },
  };
}
