import { DeliveryError } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import type { PartnerDeps } from './issue-key.ts';
import { newWebhookSecret } from './register-partner.ts';
import { ownerOfWebhookSecret } from './secrets.ts';
import { findRotation, findWebhookSecret, replaceWebhookSecret } from './secrets-sql.ts';
import { OVERLAP_MS } from './signing-keys.ts';

/** The secret that verifies the Standard Webhooks headers of what this partner gets. */
export async function readWebhookSecret(
  { secretBox }: Pick<PartnerDeps, 'secretBox'>,
  sql: Queryable,
  partnerId: string,
): Promise<string> {
  const sealed = await findWebhookSecret(sql, partnerId);
  if (sealed === undefined) throw unknown(partnerId);
  return secretBox.open(sealed, ownerOfWebhookSecret(partnerId));
}

/** A new secret; each that was replaced signs beside it until its day is over. */
export async function rotateWebhookSecret(
  { secretBox, random, clock }: Pick<PartnerDeps, 'secretBox' | 'random' | 'clock'>,
  sql: Queryable,
  partnerId: string,
): Promise<string> {
  const secret = newWebhookSecret(random);
  const sealed = secretBox.seal(secret, ownerOfWebhookSecret(partnerId));
  const now = clock.now();
  if (!(await replaceWebhookSecret(sql, partnerId, sealed, now, now - OVERLAP_MS))) throw unknown(partnerId);
  return secret;
}

/** Undefined where only one secret signs. */
export async function secretRotatedAt(sql: Queryable, partnerId: string, now: Instant): Promise<Instant | undefined> {
  const at = await findRotation(sql, partnerId);
  return at !== undefined && at > now - OVERLAP_MS ? at : undefined;
}

function unknown(partnerId: string): DeliveryError {
  return new DeliveryError('ERR_NOT_FOUND', `There is no partner ${partnerId}.`);
}
