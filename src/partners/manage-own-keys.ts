import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { lockKeysOf } from './api-keys-sql.ts';
import { changeKeyStatus, changeKeyTerms } from './change-key.ts';
import { type IssuedKey, issueKey, type PartnerDeps } from './issue-key.ts';
import { lockPartner } from './partners-sql.ts';
import type { KeyStatus } from './rules/api-key.ts';
import { decideOwnNewKey, decideOwnStatus, decideOwnTerms, type OwnKey, type OwnTerms } from './rules/own-key.ts';

/** A further key at the wish of the partner itself; what is not asked for is as in the newest one. */
export async function issueOwnKey(
  deps: PartnerDeps,
  tx: Transaction,
  partnerId: PartnerId,
  asked: OwnTerms,
): Promise<IssuedKey> {
  const keys = await lockOwnKeys(tx, partnerId);
  orThrow(decideOwnNewKey(keys));
  const [newest] = keys;
  const terms = { markets: newest?.markets, platforms: newest?.platforms, ...orThrow(decideOwnTerms(keys, asked)) };
  return issueKey(deps, tx, partnerId, { limitFactor: newest?.limitFactor ?? 1, ...withoutUndefined(terms) });
}

/** `seen`: the status that the person decided by. */
export async function changeOwnKeyStatus(
  tx: Transaction,
  partnerId: PartnerId,
  publicKey: string,
  { status, seen }: { readonly status: KeyStatus; readonly seen: KeyStatus },
): Promise<void> {
  const key = named(publicKey, await lockOwnKeys(tx, partnerId));
  if (key.status !== seen) throw changedMeanwhile(key);
  await changeKeyStatus(tx, publicKey, orThrow(decideOwnStatus(key, status)), 'partner');
}

/** `seen`: the revision that the person decided by. */
export async function changeOwnKeyTerms(
  deps: Pick<PartnerDeps, 'environment' | 'isFunded'>,
  tx: Transaction,
  partnerId: PartnerId,
  publicKey: string,
  { seen, ...asked }: OwnTerms & { readonly seen: number },
): Promise<void> {
  const keys = await lockOwnKeys(tx, partnerId);
  const key = named(publicKey, keys);
  if (key.revision !== seen || key.status === 'revoked') throw changedMeanwhile(key);
  const terms = orThrow(decideOwnTerms(keys, asked));
  await changeKeyTerms(deps, tx, publicKey, terms);
}

/** All that partners do with their keys waits for one another at the partner, and for operators at the keys. */
async function lockOwnKeys(tx: Transaction, partnerId: PartnerId): Promise<readonly OwnKey[]> {
  await lockPartner(tx, partnerId);
  return lockKeysOf(tx, partnerId);
}

function named(publicKey: string, keys: readonly OwnKey[]): OwnKey {
  const key = keys.find((one) => one.publicKey === publicKey);
  if (key === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such key of yours.');
  return key;
}

function changedMeanwhile({ status, markets }: OwnKey): DeliveryError {
  return new DeliveryError(
    'ERR_CHANGED_MEANWHILE',
    `Somebody changed this key meanwhile: it is ${status} now, for ${markets.join(', ')}. Look again, then decide.`,
  );
}

function withoutUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
