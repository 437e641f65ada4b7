import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import { isAddressOrRange } from '../infrastructure/config/readings.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Platform } from '../infrastructure/http/partner-api.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { Random } from '../infrastructure/random.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { insertKey, livingKeys } from './api-keys-sql.ts';
import { lockPartner } from './partners-sql.ts';
import { publicKeyPrefix, secretPrefix } from './rules/api-key.ts';
import { ownerOfKeySecret } from './secrets.ts';

export type PartnerDeps = {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly secretBox: SecretBox;
  /** Whether the partner has money in one of these markets; the wallet's business, so it is handed in. */
  readonly isFunded: IsFunded;
};

type IsFunded = (tx: Transaction, partnerId: PartnerId, markets: readonly string[]) => Promise<boolean>;

export type KeyRequest = {
  readonly markets: readonly string[];
  readonly platforms: readonly Platform[];
  readonly sourceAddresses: readonly string[];
  readonly limitFactor: number;
};

/** The only moment at which the secret can be read. */
export type IssuedKey = {
  readonly markets: readonly string[];
  readonly platforms: readonly Platform[];
  readonly apiKey: string;
  readonly apiSecret: string;
};

/** A further key of the partner; what is not asked for is as in the newest key. */
export async function issueKey(
  deps: PartnerDeps,
  tx: Transaction,
  partnerId: string,
  request: Partial<KeyRequest>,
): Promise<IssuedKey> {
  const partner = await lockPartner(tx, partnerId);
  if (partner === undefined) throw new OperatorError(`There is no partner ${partnerId}.`, 'See: waybill partner list');
  const living = await livingKeys(tx, partner.id);
  const slot = ([1, 2] as const).find((candidate) => living.every((key) => key.slot !== candidate));
  if (slot === undefined) {
    const names = living.map(({ publicKey }) => publicKey).join(' and ');
    throw new OperatorError(
      `${partner.name} has two keys already, ${names}. Revoke one first.`,
      'Use: waybill partner key --revoke <key>',
    );
  }
  const terms = { sourceAddresses: [], limitFactor: 1, ...(living[0] ?? {}), ...request };
  checkAddresses(terms.sourceAddresses);
  const id = deps.ids.next<'apiKey'>();
  const apiKey = publicKeyPrefix(deps.environment) + deps.random.bytes(16).toString('hex');
  const apiSecret = secretPrefix(deps.environment) + deps.random.bytes(32).toString('base64url');
  const { markets, platforms } = terms;
  if (markets === undefined || platforms === undefined) {
    throw new OperatorError('A partner without a living key needs the markets of the new one.', 'Give: --market HK,SG');
  }
  await checkFunds(deps, tx, partner, { markets, platforms });
  await insertKey(tx, {
    id,
    partner,
    publicKey: apiKey,
    sealedSecret: deps.secretBox.seal(apiSecret, ownerOfKeySecret(id)),
    markets,
    platforms,
    sourceAddresses: terms.sourceAddresses,
    limitFactor: terms.limitFactor,
    slot,
    createdAt: deps.clock.now(),
  });
  return { markets, platforms, apiKey, apiSecret };
}

/** In production an on-demand key is worth something only with money behind it; Plus clients are invoiced. */
export async function checkFunds(
  { environment, isFunded }: Pick<PartnerDeps, 'environment' | 'isFunded'>,
  tx: Transaction,
  partner: { readonly id: PartnerId; readonly name: string },
  { markets, platforms }: Pick<KeyRequest, 'markets' | 'platforms'>,
): Promise<void> {
  if (environment !== 'production' || !platforms.includes('ON_DEMAND')) return;
  if (await isFunded(tx, partner.id, markets)) return;
  throw new DeliveryError(
    'ERR_INSUFFICIENT_CREDIT',
    `${partner.name} has no money in ${markets.join(' or ')}, and a production key needs a funded wallet. Top it up first.`,
  );
}

export function checkAddresses(addresses: readonly string[]): void {
  const wrong = addresses.find((address) => !isAddressOrRange(address));
  if (wrong === undefined) return;
  throw new DeliveryError(
    'ERR_INVALID_FIELD',
    `"${wrong}" is not an address or a range such as 203.0.113.7 or 203.0.113.0/24.`,
    '/data/sourceAddresses',
  );
}
