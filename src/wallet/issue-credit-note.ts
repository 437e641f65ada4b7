import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Currency, MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { clockAheadOf } from '../partners/index.ts';
import { type CreditNote, findOrderCost, insertCreditNote } from './credit-notes-sql.ts';
import { lockPurse, moveMoney } from './move-money.ts';
import { decideRefund, type OrderCost } from './rules/refund.ts';

type Credit = Currency & {
  readonly partnerId: PartnerId;
  readonly market: string;
  readonly amountMinor: MinorUnits;
  readonly reason: string;
};
type Issued = { readonly note: CreditNote; readonly balanceMinor: MinorUnits };

/** Gives a partner money that no order is the reason for. */
export async function issueCreditNote(
  deps: { readonly ids: Ids },
  tx: Transaction,
  credit: Credit,
  now: Instant,
): Promise<Issued> {
  if (credit.amountMinor <= 0n)
    throw new DeliveryError('ERR_INVALID_FIELD', 'The amount must be more than 0.', '/data/amount');
  // The wallet before the number, as with refunds: nobody waits for one another in a circle.
  await lockPurse(deps.ids, tx, credit);
  return give(deps, tx, credit, undefined, now);
}

/** Gives back all or part of what an order has cost. The driver keeps what was earned. */
export async function refundOrder(
  deps: { readonly ids: Ids },
  tx: Transaction,
  credit: Credit & { readonly orderId: string },
  now: Instant,
): Promise<Issued> {
  // Whoever refunds the same order meanwhile waits here.
  await lockPurse(deps.ids, tx, credit);
  const cost = await findOrderCost(tx, credit.orderId);
  orThrow(decideRefund(cost, credit.amountMinor, credit));
  return give(deps, tx, credit, { orderId: credit.orderId, cost }, now);
}

async function give(
  deps: { readonly ids: Ids },
  tx: Transaction,
  { partnerId, market, currency, decimals, amountMinor, reason }: Credit,
  order: { readonly orderId: string; readonly cost: OrderCost } | undefined,
  now: Instant,
): Promise<Issued> {
  const orderId = order?.orderId;
  const given = { market, partnerId, currency, amountMinor, orderId, reason, issuedAt: now };
  const note = await insertCreditNote(tx, given, order?.cost);
  // The note is ours; the wallet lives by its partner's clock.
  const at = now + (await clockAheadOf(tx, partnerId));
  const balanceMinor = await moveMoney(deps, tx, { partnerId, currency, decimals }, at, [
    {
      kind: 'credit',
      amountMinor,
      key: `credit-note/${market}/${note.number}`,
      ...(orderId === undefined ? {} : { orderId }),
    },
  ]);
  return { note, balanceMinor };
}
