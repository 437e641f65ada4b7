import { assertPresent } from '../foundation/assert.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { type PartnerId, shownId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findPartnerTerms, type PartnerTerms } from '../partners/index.ts';

/** For whom a call at the portal is, and the time on their clock. */
export type Scope = { readonly partner: PartnerTerms; readonly now: Instant };

export async function scopeOf(sql: Queryable, partnerId: PartnerId, ours: Instant): Promise<Scope> {
  const partner = assertPresent(await findPartnerTerms(sql, partnerId), 'people belong to a partner that is there');
  return { partner, now: ours + partner.clockAheadMs };
}

/** What is closed for a partner's own programs is not got around by its people. */
export function insistOnOpen({ partner }: Scope): void {
  if (partner.isClosed)
    throw new DeliveryError('ERR_FORBIDDEN', 'Your keys were suspended by the operator. Ask partner support.');
}

/** The market that the query names; the first one where it names none. */
export function readMarket({ partner }: Scope, query: unknown): string {
  return marketAmong(partner.markets, query);
}

/** The same for new business, for which a key must stand. */
export function readOpenMarket({ partner }: Scope, query: unknown): string {
  return marketAmong(partner.openMarkets, query);
}

function marketAmong(markets: readonly string[], query: unknown): string {
  const { market } = (query ?? {}) as { market?: unknown };
  const wanted = market === undefined ? markets[0] : market;
  if (typeof wanted === 'string' && markets.includes(wanted)) return wanted;
  throw new DeliveryError(
    'ERR_INVALID_MARKET',
    markets.length === 0
      ? 'No market is open for you. Ask partner support.'
      : `Your markets are ${markets.join(', ')}.`,
    '/querystring/market',
  );
}

/** What belongs to another partner is answered like what nobody has. */
export async function asUnknown<T>(orderId: string, reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof DeliveryError) || error.code !== 'ERR_ORDER_OF_ANOTHER_PARTNER') throw error;
    throw new DeliveryError('ERR_ORDER_NOT_FOUND', `There is no order ${shownId(orderId)}.`);
  });
}
