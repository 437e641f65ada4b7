import { formatAmount, type MinorUnits } from '../../foundation/money.ts';
import { formatInstant, type Instant } from '../../foundation/time.ts';
import type { NewEvent } from '../../webhooks/index.ts';
import { driverOf, dropOffsOf, type Order, type OrderStop, type Party, totalOf } from './order.ts';
import type { OrderChange, Step } from './order-change.ts';
import { type Links, marketOfEvents, orderDetailsView, orderView, proofView, stopsView } from './order-view.ts';

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
    ...proofsChanged(before, order).map((stop) => proofStatusChanged(order, stop, at, surroundings.links)),
    ...(order.status === before.status ? [] : [statusChanged(order, before.status, at, surroundings.links)]),
    ...(event === 'dropOffsEdited' ? [orderEdited(before, order, at, surroundings.links)] : []),
    ...(totalOf(order) === totalOf(before) ? [] : [amountChanged(order, at, surroundings.balanceMinor)]),
  ];
}

/** Before an order's first push. What it shows is what a GET of that moment does. */
export function orderCreated(order: Order, at: Instant, links: Links): Required<NewEvent> {
  return {
    type: 'ORDER_CREATED',
    choice: 'ORDER_CREATED',
    data: { order: orderDetailsView(withoutEmptyParts(order), links), updatedAt: formatInstant(at) },
  };
}

/** Without proof there is no status of it. A new drop-off is told as an edit: it has no proof yet, as none had before. */
function proofsChanged(before: Order, order: Order): readonly OrderStop[] {
  if (!order.delivery.proofRequired) return [];
  return dropOffsOf(order).filter(({ stopId, closing }) => {
    const known = dropOffsOf(before).find((stop) => stop.stopId === stopId);
    return known?.closing?.outcome !== closing?.outcome;
  });
}

function proofStatusChanged(order: Order, stop: OrderStop, at: Instant, links: Links): NewEvent {
  const { reason, ...proof } = proofView(stop, (fileKey) => links.file(fileKey, order.partnerId));
  return {
    type: 'POD_STATUS_CHANGED',
    choice: 'POD_STATUS_CHANGED',
    data: {
      order: { orderId: order.id },
      stop: { stopId: stop.stopId, ...proof, ...(reason === undefined ? {} : { reason: inAscii(reason) }) },
      updatedAt: formatInstant(at),
    },
  };
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

type Told = {
  readonly order?: { readonly status?: string };
  readonly stop?: { readonly stopId?: string; readonly status?: string };
} | null;

/** The status that an event tells of, of an order, a parcel or the proof of a drop-off; undefined where it tells of something else. */
export function statusTold({ type, data }: { readonly type: string; readonly data: unknown }): string | undefined {
  if (type === 'ORDER_STATUS_CHANGED') return (data as Told)?.order?.status;
  if (type === 'POD_STATUS_CHANGED') return (data as Told)?.stop?.status;
  return undefined;
}

/** Which of several drop-offs an event tells of, as people count; undefined of an only one, and of one that was edited away. */
export function dropOffTold(
  order: Order,
  { type, data }: { readonly type: string; readonly data: unknown },
): number | undefined {
  if (type !== 'POD_STATUS_CHANGED') return undefined;
  const dropOffs = dropOffsOf(order);
  const index = dropOffs.findIndex(({ stopId }) => stopId === (data as Told)?.stop?.stopId);
  return index === -1 || dropOffs.length === 1 ? undefined : index + 1;
}

/** Receivers print a status event again to check its signature, and not all print what lies beyond ASCII alike. */
export function inAscii(text: string): string {
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
      order: orderView(withoutEmptyParts(order), links),
      updatedAt: formatInstant(at),
    },
  };
}

/** What a partner gave as metadata or item may hold empty objects; receivers that print `data` again make lists of them. */
function withoutEmptyParts(order: Order): Order {
  const { item, metadata, ...delivery } = order.delivery;
  const given = withoutEmptyObjects({ item, metadata }) as Pick<Order['delivery'], 'item' | 'metadata'> | undefined;
  return { ...order, delivery: { ...delivery, ...given } };
}

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
