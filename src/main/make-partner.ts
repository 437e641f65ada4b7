import type { Transaction } from '../infrastructure/database/database.ts';
import type { Market } from '../markets/index.ts';
import {
  type IssuedKey,
  issueKey,
  type KeyRequest,
  type PartnerDeps,
  type RegisteredPartner,
  registerPartner,
} from '../partners/index.ts';
import { hasFundedWallet, topUp } from '../wallet/index.ts';
import type { Foundations } from './foundations.ts';

/** What the partners' room needs, with the wallet's answer to its question. */
export function partnerDeps(foundations: Foundations, markets: readonly Market[]): PartnerDeps {
  const currencyOf = (code: string) => markets.find(({ market }) => market === code)?.currency ?? '';
  return {
    ...foundations,
    environment: foundations.settings.environment,
    isFunded: (tx, partnerId, codes) => hasFundedWallet(tx, partnerId, codes.map(currencyOf)),
  };
}

export type MadePartner = RegisteredPartner & IssuedKey;
type Credit = { readonly market: Market; readonly amountMinor: bigint };

/** A partner, its money and its first key, in this order. */
export async function makePartner(
  foundations: Foundations,
  tx: Transaction,
  markets: readonly Market[],
  request: KeyRequest & { readonly name: string },
  credits: readonly Credit[],
): Promise<MadePartner> {
  const deps = partnerDeps(foundations, markets);
  const partner = await registerPartner(deps, tx, request.name);
  for (const { market, amountMinor } of credits) {
    const { currency, decimals } = market;
    if (amountMinor > 0n)
      await topUp(foundations, tx, { partnerId: partner.partnerId, currency, decimals }, amountMinor);
  }
  return { ...partner, ...(await issueKey(deps, tx, partner.partnerId, request)) };
}
