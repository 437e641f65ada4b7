import type { MinorUnits } from '../../foundation/money.ts';
import type { Movement } from '../../wallet/index.ts';
import { type Order, onOurs, totalOf } from './order.ts';

/** What an order lays aside: its total until it ends. */
export function heldFor(order: Order): MinorUnits {
  return 'endedAt' in order ? 0n : totalOf(order);
}

/** What a change of an order does to the partner's money and, at its completion, to the driver's. */
export function movementsOf(before: Order, after: Order): readonly Movement[] {
  const key = (name: string) => `order/${after.id}/${name}`;
  const amounts: readonly Movement[] =
    after.status === 'COMPLETED'
      ? [
          { kind: 'capture', amountMinor: heldFor(before), key: key('capture') },
          { kind: 'earning', amountMinor: earningOf(after), key: key('earning'), at: onOurs(after, after.endedAt) },
        ]
      : 'endedAt' in after
        ? [{ kind: 'release', amountMinor: heldFor(before), key: key('release') }]
        : [holdChange(heldFor(before), heldFor(after), key(`change/${before.revision}`))];
  return amounts.filter(({ amountMinor }) => amountMinor > 0n).map((movement) => ({ ...movement, orderId: after.id }));
}

/** Every key under which money can have been moved for the order. */
export function moneyKeysOf({ id, revision }: Pick<Order, 'id' | 'revision'>): readonly string[] {
  const changes = Array.from({ length: revision }, (_, index) => `change/${index + 1}`);
  return ['hold', 'release', 'capture', 'earning', ...changes].map((name) => `order/${id}/${name}`);
}

function holdChange(from: MinorUnits, to: MinorUnits, key: string): Movement {
  return from < to ? { kind: 'hold', amountMinor: to - from, key } : { kind: 'release', amountMinor: from - to, key };
}

/** A share of the price, and the whole priority fee. */
export function earningOf({ pricing, priorityFeeMinor }: Order): MinorUnits {
  return BigInt(pricing.driverFare) + priorityFeeMinor;
}
