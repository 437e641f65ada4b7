import { Badge, type Tone } from '../../shared/desk/badge.tsx';

export const PARCEL_STATUSES: Readonly<Record<string, { readonly title: string; readonly tone: Tone }>> = {
  AWAIT_DRIVER: { title: 'Waits for a driver', tone: 'note' },
  AWAIT_PICKUP: { title: 'Waits for its pick-up', tone: 'info' },
  DELIVERING: { title: 'On its way', tone: 'info' },
  FAILED_PICKUP: { title: 'Pick-up failed', tone: 'bad' },
  FAILED: { title: 'Delivery failed', tone: 'bad' },
  RETURNED: { title: 'Came back', tone: 'bad' },
  DELIVERED: { title: 'Delivered', tone: 'good' },
  CANCELED: { title: 'Cancelled', tone: 'plain' },
  CLOSED: { title: 'Closed', tone: 'plain' },
};

export function ParcelStatus({ status }: { readonly status: string }) {
  const { title, tone } = PARCEL_STATUSES[status] ?? { title: status, tone: 'plain' };
  return <Badge tone={tone}>{title}</Badge>;
}
