import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { factorsSealedOtherwise, replaceSealedFactor } from './people-sql.ts';
import { ownerOfFactor } from './second-factor.ts';

const BATCH = 500;

/** After a change of the master key: opens a batch of what the previous one sealed and seals it with the current one. */
export async function sealFactorsAnew(
  tx: Transaction,
  secretBox: SecretBox,
): Promise<{ finished: boolean; count: number }> {
  const stale = await factorsSealedOtherwise(tx, secretBox.currentKeyId, BATCH);
  for (const factor of stale) {
    const owner = ownerOfFactor(factor.id);
    await replaceSealedFactor(tx, factor, secretBox.seal(secretBox.open(factor.sealed, owner), owner));
  }
  return { finished: stale.length < BATCH, count: stale.length };
}

export async function areFactorsCurrent(sql: Queryable, secretBox: SecretBox): Promise<boolean> {
  return (await factorsSealedOtherwise(sql, secretBox.currentKeyId, 1)).length === 0;
}
