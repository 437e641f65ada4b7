import { formatAmount, type MinorUnits } from '../../foundation/money.ts';
import { formatInstant, type Instant } from '../../foundation/time.ts';
import type { NewEvent } from '../../webhooks/index.ts';
import { driverOf, type Order, type Party, totalOf } from './order.ts';
import type { OrderChange, Step } from './order-change.ts';
import { type Links, marketOfEvents, orderView, stopsView } from './order-view.ts';

const PARTIES: Readonly<Record<Party, string>> = { partner: 'USER', support: 'CUSTOMER_SUPPORT' };

type Surroundings = {
  readonly links: Links;
  /** What the partner can spend after the change. */
  readonly balanceMinor: MinorUnits | undefined;
};

/** What the partner is told of a change, in order. */
export function eventsOf(before: Order, change: OrderChange, surroundings: Surroundings): readonly NewEvent[] {
  return change.flatMap((taken, index) =>
    eventsOfStep(index === 0 ? before : (change[index - 1] as Step).order, taken, surroundings),
  );
}

function eventsOfStep(before: Order, { order, at, event }: Step, surroundings: Surroundings): readonly NewEvent[] {
  return [
    ...(order.status === before.status ? [] : [statusChanged(order, before.status, at, surroundings.links)]),
    ...(event === 'dropOffsEdited' ? [orderEdited(before, order, at, surroundings.links)] : []),
    ...(totalOf(order) === totalOf(before) ? [] : [amountChanged(order, at, surroundings.balanceMinor)]),
  ];
}

/** `previousStatus` is empty on an order's first push. */
export function statusChanged(order: Order, previousStatus: Order['status'] | '', at: Instant, links: Links): NewEvent {
  const last = order.history.at(-1);
  const cancelled = order.status === 'CANCELED' ? { cancelParty: PARTIES[last?.by ?? 'support'] } : {};
  return {
    type: 'ORDER_STATUS_CHANGED',
    data: {
      order: {
        orderId: order.id,
        scheduleAt: formatInstant(order.scheduleAt ?? order.placedAt),
        shareLink: links.share(order.shareToken),
        market: marketOfEvents(order.locode),
        createdAt: formatInstant(order.placedAt),
        driverId: driverOf(order)?.driverId ?? '',
        previousStatus,
        status: order.status,
        ...cancelled,
        ...(order.status === 'CANCELED' && last?.reason !== undefined ? { cancelReason: inAscii(last.reason) } : {}),
      },
      updatedAt: formatInstant(at),
    },
  };
}

/** Receivers print a status event again to check its signature, and not all print what lies beyond ASCII alike. */
function inAscii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/\P{ASCII}/gu, '?');
}

function amountChanged(order: Order, at: Instant, balanceMinor: MinorUnits | undefined): NewEvent {
  const print = (amount: MinorUnits) => formatAmount(amount, order.pricing.decimals);
  const { currency } = order;
  const subtotal = print(order.fareMinor);
  return {
    type: 'ORDER_AMOUNT_CHANGED',
    data: {
      order: {
        orderId: order.id,
        market: marketOfEvents(order.locode),
        status: order.status,
        price: {
          currency,
          subtotal,
          subTotal: subtotal,
          priorityFee: print(order.priorityFeeMinor),
          totalPrice: print(totalOf(order)),
        },
      },
      balance: { currency, amount: print(balanceMinor ?? 0n) },
      updatedAt: formatInstant(at),
    },
  };
}

function orderEdited(before: Order, order: Order, at: Instant, links: Links): NewEvent {
  const by = order.history.at(-1)?.by ?? 'support';
  return {
    type: 'ORDER_EDITED',
    data: {
      editReason: by === 'partner' ? 'CLIENT_REQUEST' : 'OTHERS',
      editParty: PARTIES[by],
      previousData: { stops: stopsView(before, links) },
      order: withoutEmptyObjects(orderView(order, links)),
      updatedAt: formatInstant(at),
    },
  };
}

/** What a partner gave as metadata or item may hold some; receivers that print `data` again make lists of them. */
function withoutEmptyObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyObjects).filter((inner) => inner !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withoutEmptyObjects(inner)] as const);
  const kept = entries.filter(([, inner]) => inner !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

export function orderReplaced(before: Order, after: Order, at: Instant): NewEvent {
  return {
    type: 'ORDER_REPLACED',
    data: { order: { orderId: after.id }, prevOrderId: before.id, updatedAt: formatInstant(at) },
  };
}
