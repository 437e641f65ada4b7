import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { listOrders as findPage, listOrdersByReference } from './orders-sql.ts';
import { orderAt } from './rules/expiry.ts';
import type { Order } from './rules/order.ts';
import { hasReference, type Reference } from './rules/references.ts';

type Wanted = {
  readonly partnerId: PartnerId;
  readonly market: string;
  readonly reference: Reference | undefined;
  readonly after: string | undefined;
  readonly limit: number;
};

/** A page of a partner's orders in a market, newest first; `next` goes on after it. */
export async function listOrders(
  sql: Queryable,
  { partnerId, market, reference, after, limit }: Wanted,
  now: Instant,
): Promise<{ readonly orders: readonly Order[]; readonly next: string | null }> {
  const page = { before: after, limit: limit + 1 };
  const found =
    reference === undefined
      ? await findPage(sql, partnerId, market, page)
      : await listOrdersByReference(sql, partnerId, market, reference, page);
  const shown = found.slice(0, limit);
  return {
    orders: shown
      .filter(({ delivery }) => reference === undefined || hasReference(delivery, reference))
      .map((order) => orderAt(order, now)),
    next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}
