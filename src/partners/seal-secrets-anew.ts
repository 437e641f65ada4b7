import type { Database, Queryable, Transaction } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { ownerOfKeySecret, ownerOfWebhookSecret } from './secrets.ts';
import { replaceSealedSecret, secretsSealedOtherwise } from './secrets-sql.ts';

const BATCH = 500;

/** After a change of the master key: opens a batch of what the previous one sealed and seals it with the current one. */
export async function sealSecretsAnew(
  tx: Transaction,
  secretBox: SecretBox,
): Promise<{ finished: boolean; count: number }> {
  const stale = await secretsSealedOtherwise(tx, secretBox.currentKeyId, BATCH);
  for (const secret of stale) {
    const owner = secret.place === 'key' ? ownerOfKeySecret(secret.ownerId) : ownerOfWebhookSecret(secret.ownerId);
    await replaceSealedSecret(tx, secret, secretBox.seal(secretBox.open(secret.sealed, owner), owner));
  }
  return { finished: stale.length < BATCH, count: stale.length };
}

/** A start with the wrong master key would refuse every partner; better to refuse the start. */
export async function checkMasterKey(sql: Queryable | Database, secretBox: SecretBox): Promise<void> {
  const [foreign] = await secretsSealedOtherwise(sql, secretBox.currentKeyId, 1);
  if (foreign === undefined) return;
  const keyId = foreign.sealed.subarray(0, 8);
  if (secretBox.canOpen(keyId)) return;
  throw new OperatorError(
    `The database holds secrets sealed with another master key (${keyId.toString('hex')}). Set WAYBILL_MASTER_KEY to that key, or give it as WAYBILL_MASTER_KEY_PREVIOUS to change it.`,
  );
}

export async function areSecretsCurrent(sql: Queryable, secretBox: SecretBox): Promise<boolean> {
  return (await secretsSealedOtherwise(sql, secretBox.currentKeyId, 1)).length === 0;
}
