import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { setKeyStatus, setKeyTerms } from './api-keys-sql.ts';
import { checkAddresses, checkFunds, type KeyRequest, type PartnerDeps } from './issue-key.ts';
import type { ApiKey, KeyStatus } from './rules/api-key.ts';
import type { KeyKeeper } from './rules/own-key.ts';

/** Takes effect with the next call on every process: each call confirms the revision of the key it was signed with. */
export async function changeKeyStatus(
  sql: Queryable,
  publicKey: string,
  status: KeyStatus,
  by: KeyKeeper = 'operator',
): Promise<ApiKey> {
  return orUnknown(await setKeyStatus(sql, publicKey, status, by), publicKey);
}

export async function changeKeyTerms(
  deps: Pick<PartnerDeps, 'environment' | 'isFunded'>,
  tx: Transaction,
  publicKey: string,
  terms: Partial<KeyRequest>,
): Promise<ApiKey> {
  if (terms.sourceAddresses !== undefined) checkAddresses(terms.sourceAddresses);
  const changed = orUnknown(await setKeyTerms(tx, publicKey, terms), publicKey);
  await checkFunds(deps, tx, changed.partner, changed);
  return changed;
}

function orUnknown(key: ApiKey | undefined, publicKey: string): ApiKey {
  if (key === undefined) throw new OperatorError(`There is no living key ${publicKey}.`, 'See: waybill partner list');
  return key;
}
