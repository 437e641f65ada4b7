import { Type } from 'typebox';
import { OneOf } from '../infrastructure/http/schema.ts';
import { CHOSEN, cancelReason, statusEventFields, updatedAt } from '../orders/index.ts';
import type { EventForm } from '../webhooks/index.ts';
import { PARCEL_STATUSES } from './rules/parcel-transitions.ts';
import { ACTORS } from './rules/parcel-view.ts';

const StatusChanged = Type.Object(
  {
    order: Type.Object(
      {
        ...statusEventFields,
        previousStatus: OneOf(['', ...PARCEL_STATUSES], 'What it was; empty on the first push of an order'),
        status: OneOf(PARCEL_STATUSES, 'What it is: the sub-status while in progress'),
        cancelParty: Type.Optional(OneOf(Object.values(ACTORS), 'Who cancelled it; only with CANCELED')),
        cancelReason,
      },
      { title: 'PlusOrderWithStatus', description: 'The order after the change' },
    ),
    updatedAt,
  },
  { title: 'PlusOrderStatusChanged', description: 'A scheduled order has another status' },
);

export const PLUS_EVENTS: readonly EventForm[] = [
  {
    type: 'ORDER_STATUS_CHANGED',
    summary: 'A scheduled order has another status',
    description: `Of scheduled orders: ${CHOSEN.charAt(0).toLowerCase()}${CHOSEN.slice(1)}`,
    data: StatusChanged,
    example: {
      order: {
        orderId: '1586470163640591104',
        scheduleAt: '2026-11-21T02:00:00.00Z',
        shareLink: 'https://localhost:8443/track/q8LxN4tYw0eC7uHs5dKb2A',
        market: 'HK_HKG',
        createdAt: '2026-11-20T09:25:00.00Z',
        driverId: '100001',
        previousStatus: 'AWAIT_DRIVER',
        status: 'AWAIT_PICKUP',
      },
      updatedAt: '2026-11-20T09:30:00.00Z',
    },
  },
];
