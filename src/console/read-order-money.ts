import type { MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { moneyKeysOf, type Order, onOurs } from '../orders/index.ts';
import { creditNoteNumber, creditNotesOf, findOrderCost, findTransfers } from '../wallet/index.ts';

type OrderTransfer = {
  readonly id: string;
  readonly kind: string;
  readonly amountMinor: MinorUnits;
  /** On our clock. */
  readonly createdAt: Instant;
  /** Of what was given back. */
  readonly reason: string | undefined;
};
export type OrderMoney = { readonly transfers: readonly OrderTransfer[]; readonly refundableMinor: MinorUnits };

/** All money that was moved for an order, in the order of time, and what of it could be given back. */
export async function readOrderMoney(sql: Queryable, order: Order): Promise<OrderMoney> {
  const [transfers, notes, { capturedMinor, creditedMinor }] = await Promise.all([
    findTransfers(sql, moneyKeysOf(order)),
    creditNotesOf(sql, order.id),
    findOrderCost(sql, order.id),
  ]);
  return {
    transfers: [
      ...transfers.map(({ id, kind, amountMinor, createdAt }) => ({
        id,
        kind,
        amountMinor,
        // What the driver has earned is on our clock already.
        createdAt: kind === 'earning' ? createdAt : onOurs(order, createdAt),
        reason: undefined,
      })),
      ...notes.map((note) => ({
        id: creditNoteNumber(note),
        kind: 'credit',
        amountMinor: note.amountMinor,
        createdAt: note.issuedAt,
        reason: note.reason,
      })),
    ],
    refundableMinor: capturedMinor - creditedMinor,
  };
}
