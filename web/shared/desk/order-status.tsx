import type { ReactNode } from 'react';
import type { OrderStop } from '../../../src/orders/rules/order.ts';
import type { OrderStatus as Order } from '../../../src/orders/rules/order-transitions.ts';
import type { ParcelStatus as Parcel } from '../../../src/plus/rules/parcel-transitions.ts';
import { Badge, type Tone } from './badge.tsx';

type Word = { readonly title: string; readonly tone: Tone };

const ORDERS: Readonly<Record<Order, Word>> = {
  ASSIGNING_DRIVER: { title: 'Looking for a driver', tone: 'note' },
  ON_GOING: { title: 'Driver on the way', tone: 'info' },
  PICKED_UP: { title: 'Picked up', tone: 'info' },
  COMPLETED: { title: 'Completed', tone: 'good' },
  CANCELED: { title: 'Cancelled', tone: 'plain' },
  REJECTED: { title: 'Rejected', tone: 'bad' },
  EXPIRED: { title: 'Expired', tone: 'bad' },
};
const PARCELS: Readonly<Record<Parcel, Word>> = {
  AWAIT_DRIVER: { title: 'Waits for a driver', tone: 'note' },
  AWAIT_PICKUP: { title: 'Waits for pick-up', tone: 'info' },
  DELIVERING: { title: 'Out for delivery', tone: 'info' },
  FAILED_PICKUP: { title: 'Pick-up failed', tone: 'bad' },
  FAILED: { title: 'Delivery failed', tone: 'bad' },
  RETURNED: { title: 'Returned', tone: 'note' },
  DELIVERED: { title: 'Delivered', tone: 'good' },
  CANCELED: { title: 'Cancelled', tone: 'plain' },
  CLOSED: { title: 'Closed', tone: 'plain' },
};
/** How the proof of a drop-off says that it ended; also where none was asked for. */
const PROOFS: Readonly<Record<NonNullable<OrderStop['closing']>['outcome'], Word>> = {
  DELIVERED: PARCELS.DELIVERED,
  SIGNED: { title: 'Signed for', tone: 'good' },
  FAILED: PARCELS.FAILED,
};

const choicesOf = (words: Readonly<Record<string, Word>>) => [
  { value: '', title: 'Any status' },
  ...Object.entries(words).map(([value, { title }]) => ({ value, title })),
];

/** For a filter. */
export const ORDER_STATUS_CHOICES = choicesOf(ORDERS);
export const PARCEL_STATUS_CHOICES = choicesOf(PARCELS);

export function OrderStatus({ status }: { readonly status: string }) {
  return <StatusBadge words={ORDERS} status={status} />;
}

/** On the page of one, where it changes by itself: each change is read out. */
export function LiveStatus({ children }: { readonly children: ReactNode }) {
  return <span role="status">{children}</span>;
}

export function ParcelStatus({ status }: { readonly status: string }) {
  return <StatusBadge words={PARCELS} status={status} />;
}

export function parcelTone(status: Parcel): Tone {
  return PARCELS[status].tone;
}

export function ProofStatus({ status }: { readonly status: string }) {
  return <StatusBadge words={PROOFS} status={status} />;
}

/** Of an order, a parcel or a drop-off: what several of them can be, they call alike. */
export function statusTitle(status: string): string {
  const words: Readonly<Record<string, Word>> = { ...ORDERS, ...PARCELS, ...PROOFS };
  return words[status]?.title ?? status;
}

function StatusBadge({ words, status }: { readonly words: Readonly<Record<string, Word>>; readonly status: string }) {
  const { title, tone } = words[status] ?? { title: status, tone: 'plain' };
  return <Badge tone={tone}>{title}</Badge>;
}
