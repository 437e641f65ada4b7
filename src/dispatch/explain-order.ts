import { formatAmount } from '../foundation/money.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { type Order, onOurs } from '../orders/index.ts';
import { offersOf, roundsOf } from './dispatch-sql.ts';

/** Why this price, and why this driver: to the partner by the partner's clock, at the desk by ours. */
export async function explainOrder(sql: Queryable, order: Order, reader: 'partner' | 'desk') {
  const [rounds, offers] = await Promise.all([roundsOf(sql, order.id), offersOf(sql, order.id)]);
  const { driver, ...price } = explainPrice(order);
  const isPartner = reader === 'partner';
  /** As the partner's clock showed it then, wherever it has been moved since; by that of today where it was not kept. */
  const told = (ours: Instant, clockAheadMs = order.clockAheadMs) =>
    formatInstant(isPartner ? ours + clockAheadMs : ours);
  return {
    ...price,
    driver: {
      ...driver,
      ...('driver' in order && order.driver !== undefined
        ? {
            driverId: order.driver.driverId,
            matchedAt: formatInstant(isPartner ? order.driver.matchedAt : onOurs(order, order.driver.matchedAt)),
          }
        : {}),
      former: order.formerDriverIds,
      offers: offers.map(({ driverId, state, offeredAt, clockAheadMs }) => ({
        driverId,
        state: state.toUpperCase(),
        offeredAt: told(offeredAt, clockAheadMs),
      })),
      rounds: rounds.map(({ at, clockAheadMs, ...rest }) => ({ at: told(at, clockAheadMs), ...rest })),
    },
  };
}

/** What was quoted, what the rates of the placement would have made of it, and what has changed since. */
function explainPrice({ id, pricing, fareMinor, priorityFeeMinor }: Order) {
  const print = (amount: bigint) => formatAmount(amount, pricing.decimals);
  const { driver, ...explanation } = pricing.explanation as { driver?: object };
  return {
    orderId: id,
    ...explanation,
    placement: pricing.placement,
    ...(priorityFeeMinor === 0n ? {} : { priorityFee: print(priorityFeeMinor) }),
    total: print(fareMinor + priorityFeeMinor),
    driver: driver ?? {},
  };
}
