import { PUSHED_TYPES } from '../../webhooks/index.ts';
import type { FeedEvent } from './event-feed.ts';
import type { Colour } from './paint.ts';

/** The parts of an event's data that lines show; each type has some of them. */
type Shown = {
  readonly order?: {
    readonly orderId: string;
    readonly status?: string;
    readonly previousStatus?: string;
    readonly driverId?: string;
    readonly market?: string;
    readonly price?: { readonly totalPrice: string; readonly currency: string };
  };
  readonly prevOrderId?: string;
  readonly editParty?: string;
  readonly driver?: { readonly driverId: string; readonly name: string };
  readonly stop?: { readonly stopId: string; readonly status: string };
  readonly balance?: { readonly amount: string; readonly currency: string };
};

const TYPE_WIDTH = Math.max(...PUSHED_TYPES.map(({ length }) => length));
const ORDER_WIDTH = 19;
const COLOURS: Readonly<Record<string, Colour>> = {
  COMPLETED: 'green',
  DELIVERED: 'green',
  CANCELED: 'red',
  REJECTED: 'red',
  EXPIRED: 'red',
  FAILED: 'red',
};

export function orderIdOf({ data }: FeedEvent): string | undefined {
  return (data as Shown).order?.orderId;
}

/** An order is concerned by what befalls it, and by the one that takes its place. */
export function concerns(event: FeedEvent, orderId: string): boolean {
  return orderIdOf(event) === orderId || (event.data as Shown).prevOrderId === orderId;
}

/** A good end, a bad one, or money beside the orders. */
export function colourOf({ data }: FeedEvent): Colour | undefined {
  const { order, stop } = data as Shown;
  return order === undefined ? 'grey' : COLOURS[stop?.status ?? order.status ?? ''];
}

/** When, what, to which order: the columns with which all lines begin. */
export function headOf(event: FeedEvent): string {
  return `${timeOf(event)}  ${event.eventType.padEnd(TYPE_WIDTH)}  ${(orderIdOf(event) ?? '').padEnd(ORDER_WIDTH)}`;
}

/** What an event says, in a few words. */
export function summaryOf({ eventType, data }: FeedEvent): string {
  const { order, prevOrderId, editParty, driver, stop, balance } = data as Shown;
  switch (eventType) {
    case 'ORDER_STATUS_CHANGED':
      return [order?.previousStatus, order?.status].filter(Boolean).join(' → ') + driverIn(order?.driverId);
    case 'DRIVER_ASSIGNED':
      return `${driver?.name}, driver ${driver?.driverId}`;
    case 'ORDER_AMOUNT_CHANGED':
      return `${order?.price?.totalPrice} ${order?.price?.currency}`;
    case 'ORDER_REPLACED':
      return `instead of ${prevOrderId}`;
    case 'ORDER_EDITED':
      return `by ${editParty}`;
    case 'POD_STATUS_CHANGED':
      return `${stop?.status} at stop ${stop?.stopId}`;
    case 'WALLET_BALANCE_CHANGED':
      return `${balance?.amount} ${balance?.currency}`;
    default:
      return order?.status ?? '';
  }
}

/** An order as a change of its status leaves it; undefined for events that change none. */
export function orderAfter({ eventType, data }: FeedEvent): Record<string, unknown> | undefined {
  return eventType === 'ORDER_STATUS_CHANGED' ? { ...(data as Shown).order, updatedAt: data.updatedAt } : undefined;
}

export function orderLine(event: FeedEvent): string {
  const { orderId, status = '', driverId, market } = (event.data as Required<Shown>).order;
  return `${timeOf(event)}  ${orderId}  ${market}  ${status}${driverIn(driverId)}`;
}

function driverIn(driverId: string | undefined): string {
  return driverId ? `, driver ${driverId}` : '';
}

function timeOf({ createdAt }: FeedEvent): string {
  return `${createdAt.slice(0, 19).replace('T', ' ')}Z`;
}
