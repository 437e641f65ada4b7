import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { ApiKeyId } from '../../foundation/ids.ts';
import type { Instant } from '../../foundation/time.ts';
import type { Platform } from '../../infrastructure/http/partner-api.ts';
import type { KeyStatus } from './api-key.ts';

/** Who has a say in what becomes of a key. */
export type KeyKeeper = 'operator' | 'partner';

/** A key as its partner sees it. */
export type OwnKey = {
  readonly id: ApiKeyId;
  readonly publicKey: string;
  readonly markets: readonly string[];
  readonly platforms: readonly Platform[];
  readonly sourceAddresses: readonly string[];
  readonly limitFactor: number;
  readonly status: KeyStatus;
  /** Of a suspended one. */
  readonly suspendedBy: KeyKeeper | undefined;
  readonly revision: number;
  readonly createdAt: Instant;
  /** With a right signature; undefined where it never was. */
  readonly lastUsedAt: Instant | undefined;
};

/** What a partner may ask of a key. Limits are the operator's to set. */
export type OwnTerms = {
  readonly markets?: readonly string[];
  readonly platforms?: readonly Platform[];
  readonly sourceAddresses?: readonly string[];
};

export const MOST_LIVING_KEYS = 2;

/** What a partner can give to its keys: what its living ones have, or else the last one had. */
export function reachOf(keys: readonly OwnKey[]): { readonly markets: string[]; readonly platforms: Platform[] } {
  const living = keys.filter(({ status }) => status !== 'revoked');
  const counting = living.length > 0 ? living : keys.slice(0, 1);
  return {
    markets: [...new Set(counting.flatMap(({ markets }) => markets))].sort(),
    platforms: [...new Set(counting.flatMap(({ platforms }) => platforms))].sort(),
  };
}

/** Whether a partner may give a key these terms; each at least once, and none that it has nowhere. */
export function decideOwnTerms(keys: readonly OwnKey[], asked: OwnTerms): Decision<OwnTerms> {
  const reach = reachOf(keys);
  const fault =
    faultOf('markets', 'market', reach.markets, asked.markets) ??
    faultOf('platforms', 'platform', reach.platforms, asked.platforms);
  if (fault !== undefined) return fault;
  return accepted({
    ...(asked.markets === undefined ? {} : { markets: [...new Set(asked.markets)] }),
    ...(asked.platforms === undefined ? {} : { platforms: [...new Set(asked.platforms)] }),
    ...(asked.sourceAddresses === undefined ? {} : { sourceAddresses: [...new Set(asked.sourceAddresses)] }),
  });
}

function faultOf(
  field: 'markets' | 'platforms',
  name: string,
  reach: readonly string[],
  asked: readonly string[] | undefined,
) {
  if (asked === undefined) return undefined;
  if (asked.length === 0) return refused('ERR_INVALID_FIELD', `A key needs at least one ${name}.`, `/data/${field}`);
  const beyond = asked.filter((one) => !reach.includes(one));
  if (beyond.length === 0) return undefined;
  return refused(
    'ERR_INVALID_FIELD',
    `Your keys are for ${reach.join(', ')}. Ask partner support for ${beyond.join(', ')}.`,
    `/data/${field}`,
  );
}

/** Keys newest first. What an operator has closed is not got around by a further key. */
export function decideOwnNewKey(keys: readonly OwnKey[]): Decision<true> {
  if (keys.some(isClosedByOperator))
    return refused('ERR_FORBIDDEN', 'A key of yours was suspended by the operator. Ask partner support.');
  if (keys.filter(({ status }) => status !== 'revoked').length < MOST_LIVING_KEYS) return accepted(true);
  return refused('ERR_TOO_MANY_KEYS', 'You have two keys already. Revoke one first.');
}

/** Whether a partner may suspend, open again or revoke its key. */
export function decideOwnStatus(key: OwnKey, wanted: KeyStatus): Decision<KeyStatus> {
  if (key.status === 'revoked') return refused('ERR_NOT_FOUND', 'This key was revoked, and that is for good.');
  if (isClosedByOperator(key))
    return refused('ERR_FORBIDDEN', 'This key was suspended by the operator. Ask partner support to open it again.');
  return accepted(wanted);
}

function isClosedByOperator({ suspendedBy }: OwnKey): boolean {
  return suspendedBy === 'operator';
}
