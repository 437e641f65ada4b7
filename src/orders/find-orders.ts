import { DeliveryError } from '../foundation/errors.ts';
import { idFloorAt, LARGEST_ID, type PartnerId } from '../foundation/ids.ts';
import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import type { Database, Queryable } from '../infrastructure/database/database.ts';
import { wrongQuery } from '../infrastructure/http/page-query.ts';
import type { Sequence } from '../webhooks/index.ts';
import { catchUpWithTerms } from './keep-terms.ts';
import { listAmong, listEnded, listOpen, listPlaced, type OrderFilter } from './lists-sql.ts';
import { orderAt } from './rules/expiry.ts';
import type { Order, OrderStatus } from './rules/order.ts';
import { OPEN_STATUSES, ORDER_STATUSES } from './rules/order-transitions.ts';
import { readSearch, type Search } from './rules/search.ts';
import { findByTerms, MOST_FOUND } from './search-sql.ts';

export type FindingDeps = {
  readonly environment: Environment;
  readonly database: Database;
  readonly sequence: Sequence;
};
/** With the database as the partner may see it. */
type OwnFindingDeps = FindingDeps & { readonly seen: Queryable };

type Wanted = Pick<OrderFilter, 'partnerId' | 'markets' | 'placedFrom' | 'placedUntil'> & {
  /** All where it is undefined; OPEN for those that are not over. */
  readonly status: OrderStatus | 'OPEN' | undefined;
  readonly search: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
};

type OrderPage = { readonly orders: readonly Order[]; readonly next: string | null };

/** A page of a partner's orders, newest first: all, those in a status, or those that something is remembered of. */
export async function findOrdersOf(deps: OwnFindingDeps, wanted: Wanted, now: Instant): Promise<OrderPage> {
  const filter = { ...wanted, ...idsBetween(deps.environment, wanted), limit: wanted.limit + 1 };
  const statuses = statusesOf(wanted.status);
  if (wanted.search !== undefined) return search(deps, filter, statuses, wanted.search, now);
  return pageOf(await list(deps.seen, filter, wanted.status), wanted.limit, now);
}

/**
 * Ids rise with the time of the placement on our clock, which no partner's is behind. Where partners' clocks may be ahead, an order
 * that was placed after a time by the one may be older by the other.
 */
function idsBetween(
  environment: Environment,
  { placedFrom, placedUntil, after }: Wanted,
): Pick<OrderFilter, 'before' | 'notBefore'> {
  const until = placedUntil === undefined ? LARGEST_ID : idFloorAt(placedUntil + MINUTE_MS);
  const before = after === undefined || BigInt(until) < BigInt(after) ? until : after;
  const isExact = environment === 'production';
  return { before, notBefore: isExact && placedFrom !== undefined ? idFloorAt(placedFrom - MINUTE_MS) : '0' };
}

function statusesOf(status: Wanted['status']): readonly OrderStatus[] {
  if (status === undefined) return ORDER_STATUSES;
  return status === 'OPEN' ? OPEN_STATUSES : [status];
}

function list(seen: Queryable, filter: OrderFilter, status: Wanted['status']): Promise<readonly Order[]> {
  if (status === undefined) return listPlaced(seen, filter);
  if (status === 'OPEN' || OPEN_STATUSES.includes(status)) return listOpen(seen, filter, statusesOf(status));
  return listEnded(seen, filter, status);
}

function pageOf(found: readonly Order[], limit: number, now: Instant): OrderPage {
  const shown = found.slice(0, limit);
  return {
    orders: shown.map((order) => orderAt(order, now)),
    next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

async function search(
  deps: OwnFindingDeps,
  filter: OrderFilter,
  statuses: readonly OrderStatus[],
  text: string,
  now: Instant,
): Promise<OrderPage> {
  const { ids, goesOnAt } = await searchOrders(deps, deps.seen, filter.partnerId, text, filter.before);
  const page = pageOf(await listAmong(deps.seen, filter, ids, statuses), filter.limit - 1, now);
  return { ...page, next: page.next ?? goesOnAt };
}

type FoundIds = { readonly ids: readonly string[]; readonly goesOnAt: string | null };

/** Orders that something is remembered of: a partner's, or everybody's. */
export async function searchOrders(
  { database, sequence }: Pick<FindingDeps, 'database' | 'sequence'>,
  seen: Queryable,
  partnerId: PartnerId | undefined,
  text: string,
  before: string,
): Promise<FoundIds> {
  const wanted = readSearch(text);
  if (wanted === undefined) throw wrongQuery('Give at least two characters to look for.', 'search');
  await sequence();
  await catchUpWithTerms(database);
  return idsFound(seen, partnerId, wanted, before);
}

/** With more than can be looked at together, the next page goes on after the oldest of them. */
async function idsFound(
  seen: Queryable,
  partnerId: PartnerId | undefined,
  { orderId, beginnings }: Search,
  before: string,
): Promise<FoundIds> {
  const { exact, begins, isTooMany } = await findByTerms(seen, partnerId, beginnings, before);
  if (isTooMany)
    throw new DeliveryError(
      'ERR_INVALID_FIELD',
      `More than ${MOST_FOUND.toLocaleString('en')} orders begin with this. Give a little more of it.`,
      '/querystring/search',
    );
  const ids = [...exact, ...begins, ...(orderId === undefined ? [] : [orderId])];
  return { ids, goesOnAt: exact.length >= MOST_FOUND ? (exact.at(-1) ?? null) : null };
}
