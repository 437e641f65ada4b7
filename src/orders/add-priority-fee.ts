import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { changeOrder, type OrderKey } from './change-order.ts';
import type { Order } from './rules/order.ts';
import { decidePriorityFee } from './rules/priority-fee.ts';
import type { ChangeDeps } from './save-change.ts';

export async function addPriorityFee(
  deps: ChangeDeps & { readonly catalogue: MarketCatalogue },
  tx: Transaction,
  key: OrderKey,
  now: Instant,
  fee: string,
): Promise<Order> {
  return changeOrder(deps, tx, key, now, (order, at) =>
    decidePriorityFee(order, fee, deps.catalogue.market(order.market).priorityFee, at),
  );
}
