import { isId, LARGEST_ID, type PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { wrongQuery } from '../infrastructure/http/page-query.ts';
import { listAllOrders } from './all-orders-sql.ts';
import { type FindingDeps, searchOrders } from './find-orders.ts';
import { orderAt } from './rules/expiry.ts';
import { type Order, type OrderStatus, onItsClock } from './rules/order.ts';
import { OPEN_STATUSES, ORDER_STATUSES } from './rules/order-transitions.ts';

type Wanted = {
  readonly search: string | undefined;
  readonly locode: string | undefined;
  readonly partnerId: string | undefined;
  /** A status, or OPEN for all that are not over. */
  readonly status: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
};

/** A page of all partners' orders, newest first; `next` goes on after it. */
export async function findAllOrders(
  deps: Pick<FindingDeps, 'database' | 'sequence'>,
  wanted: Wanted,
  now: Instant,
): Promise<{ readonly orders: readonly Order[]; readonly next: string | null }> {
  const { locode, partnerId, after, limit } = wanted;
  if (partnerId !== undefined && !isId(partnerId)) return { orders: [], next: null };
  const search = wanted.search?.trim() ?? '';
  const remembered =
    search === ''
      ? undefined
      : await searchOrders(deps, deps.database, partnerId as PartnerId | undefined, search, after ?? LARGEST_ID);
  const found = await listAllOrders(deps.database, {
    locode,
    partnerId,
    statuses: statusesOf(wanted.status),
    ids: remembered?.ids,
    before: after,
    limit: limit + 1,
  });
  const orders = found.slice(0, limit);
  return {
    orders: orders.map((order) => orderAt(order, onItsClock(order, now))),
    next: found.length > limit ? (orders.at(-1)?.id ?? null) : (remembered?.goesOnAt ?? null),
  };
}

function statusesOf(status: string | undefined): readonly OrderStatus[] | undefined {
  if (status === undefined) return undefined;
  if (status === 'OPEN') return OPEN_STATUSES;
  const known = ORDER_STATUSES.find((candidate) => candidate === status);
  if (known === undefined)
    throw wrongQuery(`The status must be OPEN or one of ${ORDER_STATUSES.join(', ')}.`, 'status');
  return [known];
}
