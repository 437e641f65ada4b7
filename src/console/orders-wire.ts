import { Type } from 'typebox';
import type { AskedDriver, QueuedOrder } from '../dispatch/index.ts';
import type { Driver, LatestPosition } from '../drivers/index.ts';
import { formatAmount } from '../foundation/money.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import {
  dropOffTold,
  EditData,
  earningOf,
  entryInWords,
  type Links,
  type Order,
  onOurs,
  statusAfter,
  statusTold,
} from '../orders/index.ts';
import type { SealedProof } from '../proof/index.ts';
import { eventIdOf, type LoggedEvent } from '../webhooks/index.ts';
import type { OrderMoney } from './read-order-money.ts';
import { Reason } from './reason.ts';

export const OrderParams = Type.Object({ orderId: Type.String() });
/** The revision that the person had before them. */
const Seen = Type.Integer({ minimum: 1 });
export const OrderActData = Type.Object({ reason: Reason, seen: Seen });
export const AssignData = Type.Object({ driverId: Type.String({ maxLength: 20 }), reason: Reason, seen: Seen });
export const TakeOffData = Type.Object({ isBlamed: Type.Boolean(), reason: Reason, seen: Seen });
export const EditOrderData = Type.Object({ stops: EditData.properties.stops, reason: Reason, seen: Seen });
export const RefundData = Type.Object({ amount: Type.String({ maxLength: 30 }), reason: Reason });
export const OrdersQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 100 })),
  city: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  partner: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
});
export const DriversForQuery = Type.Object({ search: Type.Optional(Type.String({ maxLength: 100 })) });

/** Names of those whom orders name by id only. */
export type Names = { readonly partners: ReadonlyMap<string, string>; readonly drivers: ReadonlyMap<string, string> };

/** An order as a list shows it. All times are on our clock, also where the partner's is ahead. */
export function orderRowToWire(order: Order, { partners, drivers }: Names) {
  const ours = (instant: Instant) => formatInstant(onOurs(order, instant));
  const [pickUp, ...dropOffs] = order.delivery.stops;
  const driver = 'driver' in order ? order.driver : undefined;
  return {
    orderId: order.id,
    status: order.status,
    market: order.market,
    city: order.locode,
    service: order.service,
    partner: { partnerId: order.partnerId, name: partners.get(order.partnerId) ?? '' },
    driver: driver === undefined ? null : { driverId: driver.driverId, name: drivers.get(driver.driverId) ?? '' },
    pickUp: pickUp?.address ?? '',
    dropOff: dropOffs.at(-1)?.address ?? '',
    dropOffs: dropOffs.length,
    total: printed(order, order.fareMinor + order.priorityFeeMinor),
    currency: order.currency,
    placedAt: ours(order.placedAt),
    scheduleAt: order.scheduleAt === undefined ? null : ours(order.scheduleAt),
    endedAt: 'endedAt' in order ? ours(order.endedAt) : null,
    revision: order.revision,
  };
}
export type OrderRowWire = ReturnType<typeof orderRowToWire>;

export function queuedToWire({ order, why, waitedMs, asked, passed }: QueuedOrder, names: Names) {
  return {
    ...orderRowToWire(order, names),
    waitedSeconds: Math.floor(waitedMs / 1_000),
    asked,
    passed,
    why,
  };
}
export type QueuedWire = ReturnType<typeof queuedToWire>;

export type OrderSurroundings = {
  readonly names: Names;
  readonly links: Links;
  readonly driver: Driver | undefined;
  readonly position: LatestPosition | undefined;
  readonly why: QueuedOrder['why'] | undefined;
};

/** Everything about one order that is not a list of its own. */
export function orderToWire(order: Order, { names, links, driver, position, why }: OrderSurroundings) {
  const ours = (instant: Instant) => formatInstant(onOurs(order, instant));
  const { delivery, pricing } = order;
  return {
    ...orderRowToWire(order, names),
    quotationId: order.quotationId,
    shareLink: links.share(order.shareToken),
    replaces: order.replaces ?? null,
    replacedBy: order.replacedBy ?? null,
    why: why ?? null,
    matchBy: 'matchBy' in order ? ours(order.matchBy) : null,
    specialRequests: delivery.specialRequests,
    isRouteOptimized: delivery.isRouteOptimized,
    distanceMeters: delivery.distanceMeters,
    proofRequired: delivery.proofRequired,
    item: delivery.item ?? null,
    metadata: delivery.metadata ?? null,
    handOver: delivery.handOver ?? null,
    stops: delivery.stops.map(({ stopId, coordinates, address, name, phone, remarks, closing }) => ({
      stopId,
      lat: coordinates.lat,
      lng: coordinates.lng,
      address,
      name,
      phone,
      remarks,
      closing:
        closing === undefined
          ? null
          : {
              outcome: closing.outcome,
              at: ours(closing.at),
              image: closing.image === undefined ? null : links.file(closing.image, order.partnerId),
              reason: closing.reason ?? null,
            },
    })),
    price: {
      items: pricing.prices,
      priorityFee: printed(order, order.priorityFeeMinor),
      total: printed(order, order.fareMinor + order.priorityFeeMinor),
      driverEarns: printed(order, earningOf(order)),
    },
    driverNow:
      driver === undefined
        ? null
        : {
            driverId: driver.id,
            name: driver.name,
            phone: driver.phone,
            plate: driver.plate,
            place:
              position === undefined ? null : { lat: position.lat, lng: position.lng, at: formatInstant(position.at) },
          },
    formerDrivers: order.formerDriverIds.map((driverId) => ({ driverId, name: names.drivers.get(driverId) ?? '' })),
    history: order.history.map((entry) => ({
      at: ours(entry.at),
      event: entry.event,
      text: entryInWords(entry, names.drivers),
      status: entry.status,
      driverId: entry.driverId ?? null,
      reason: entry.reason ?? null,
      receivedAt: entry.receivedAt === undefined ? null : ours(entry.receivedAt),
    })),
    actions: {
      assign: order.status === 'ASSIGNING_DRIVER',
      takeOff: order.status === 'ON_GOING' || order.status === 'PICKED_UP',
      edit: statusAfter(order.status, 'dropOffsEdited') !== undefined,
      cancel: statusAfter(order.status, 'supportCancelled') !== undefined,
      replace: statusAfter(order.status, 'supportReplaced') !== undefined,
      refund: order.status === 'COMPLETED',
    },
  };
}
export type OrderWire = ReturnType<typeof orderToWire>;

export function moneyToWire(order: Order, { transfers, refundableMinor }: OrderMoney) {
  return {
    currency: order.currency,
    refundable: printed(order, refundableMinor),
    transfers: transfers.map(({ id, kind, amountMinor, createdAt, reason }) => ({
      transferId: id,
      kind: kind.toUpperCase(),
      amount: printed(order, amountMinor),
      at: formatInstant(createdAt),
      reason: reason ?? null,
    })),
  };
}
export type MoneyWire = ReturnType<typeof moneyToWire>;

export function askedDriverToWire({ driver, meters, hindrance, doubts, isOnline, hasOrder }: AskedDriver) {
  return {
    driverId: driver.id,
    name: driver.name,
    plate: driver.plate,
    service: driver.service,
    isOnline,
    hasOrder,
    meters: meters ?? null,
    hindrance: hindrance ?? null,
    doubts,
  };
}
export type AskedDriverWire = ReturnType<typeof askedDriverToWire>;

export function eventToWire({ type, createdAt, data, delivery, ...event }: LoggedEvent, order: Order) {
  return {
    eventId: eventIdOf(event),
    type,
    newStatus: statusTold({ type, data }) ?? null,
    dropOff: dropOffTold(order, { type, data }) ?? null,
    at: formatInstant(onOurs(order, createdAt)),
    delivery:
      delivery === undefined
        ? null
        : {
            state: delivery.state.toUpperCase(),
            attempts: delivery.attempts,
            lastError: delivery.lastError ?? null,
            parkedReason: delivery.parkedReason ?? null,
          },
    data,
  };
}
export type EventWire = ReturnType<typeof eventToWire>;

export function proofToWire(proof: SealedProof, { partnerId }: Order, links: Links) {
  return {
    proofId: proof.id,
    stopId: proof.stopId,
    driverId: proof.driverId,
    kind: proof.kind.toUpperCase(),
    image: proof.fileKey === undefined ? null : links.file(proof.fileKey, partnerId),
    sha256: proof.sha256?.toString('hex') ?? null,
    reason: proof.reason ?? null,
    takenAt: formatInstant(proof.takenAt),
    receivedAt: formatInstant(proof.receivedAt),
    place: proof.point ?? null,
  };
}
export type ProofWire = ReturnType<typeof proofToWire>;

function printed({ pricing }: Order, amountMinor: bigint): string {
  return formatAmount(amountMinor, pricing.decimals);
}
