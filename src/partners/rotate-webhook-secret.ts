import type { Queryable } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { PartnerDeps } from './issue-key.ts';
import { newWebhookSecret } from './register-partner.ts';
import { ownerOfWebhookSecret } from './secrets.ts';
import { findWebhookSecret, replaceWebhookSecret } from './secrets-sql.ts';

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

/** A new secret; the one before signs beside it for a day. */
export async function rotateWebhookSecret(
  { secretBox, random, clock }: Pick<PartnerDeps, 'secretBox' | 'random' | 'clock'>,
  sql: Queryable,
  partnerId: string,
): Promise<string> {
  const secret = newWebhookSecret(random);
  const sealed = secretBox.seal(secret, ownerOfWebhookSecret(partnerId));
  if (!(await replaceWebhookSecret(sql, partnerId, sealed, clock.now()))) throw unknown(partnerId);
  return secret;
}

function unknown(partnerId: string): OperatorError {
  return new OperatorError(`There is no partner ${partnerId}. See: waybill partner list`);
}
