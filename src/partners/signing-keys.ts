import type { PartnerId } from '../foundation/ids.ts';
import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { ownerOfKeySecret, ownerOfWebhookSecret } from './secrets.ts';
import { findSigningKeys } from './secrets-sql.ts';

/** How long a webhook secret signs beside its successor. */
export const OVERLAP_MS = DAY_MS;

export type SigningKeys = {
  /** The newest active key; undefined where the partner has none. */
  readonly key: { readonly apiKey: string; readonly secret: string } | undefined;
  /** The current one first, then those that were replaced within the last day, a few at most. */
  readonly webhookSecrets: readonly string[];
};

/** What is sent to these partners is signed with these. */
export async function signingKeysOf(
  sql: Queryable,
  secretBox: SecretBox,
  partnerIds: readonly PartnerId[],
  now: Instant,
): Promise<ReadonlyMap<PartnerId, SigningKeys>> {
  const found = await findSigningKeys(sql, partnerIds, now - OVERLAP_MS);
  return new Map(
    found.map(({ partnerId, key, sealedWebhookSecrets }) => [
      partnerId,
      {
        key: key && { apiKey: key.publicKey, secret: secretBox.open(key.sealedSecret, ownerOfKeySecret(key.id)) },
        webhookSecrets: sealedWebhookSecrets.map((sealed) => secretBox.open(sealed, ownerOfWebhookSecret(partnerId))),
      },
    ]),
  );
}
