import { formatAmount } from '../foundation/money.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { type Order, onItsClock } from '../orders/index.ts';
import { offersOf, roundsOf } from './dispatch-sql.ts';

/** Why this price, and why this driver. */
export async function explainOrder(sql: Queryable, order: Order) {
  const [rounds, offers] = await Promise.all([roundsOf(sql, order.id), offersOf(sql, order.id)]);
  const { driver, ...price } = explainPrice(order);
  const itsTime = (ours: Instant) => formatInstant(onItsClock(order, ours));
  return {
    ...price,
    driver: {
      ...driver,
      ...('driver' in order && order.driver !== undefined
        ? { driverId: order.driver.driverId, matchedAt: formatInstant(order.driver.matchedAt) }
        : {}),
      former: order.formerDriverIds,
      offers: offers.map(({ driverId, state, offeredAt }) => ({
        driverId,
        state: state.toUpperCase(),
        offeredAt: itsTime(offeredAt),
      })),
      rounds: rounds.map(({ at, ...rest }) => ({ at: itsTime(Number(at)), ...rest })),
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
