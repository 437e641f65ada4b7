export const PARCEL_STATUSES = [
  'AWAIT_DRIVER',
  'AWAIT_PICKUP',
  'DELIVERING',
  'FAILED_PICKUP',
  'FAILED',
  'RETURNED',
  'DELIVERED',
  'CANCELED',
  'CLOSED',
] as const;
export type ParcelStatus = (typeof PARCEL_STATUSES)[number];

export function isParcelStatus(name: string): name is ParcelStatus {
  return (PARCEL_STATUSES as readonly string[]).includes(name);
}

const ENDS = ['DELIVERED', 'CANCELED', 'CLOSED'] as const satisfies readonly ParcelStatus[];
type End = (typeof ENDS)[number];

export function isEnd(status: ParcelStatus): status is End {
  return (ENDS as readonly ParcelStatus[]).includes(status);
}

export const PARCEL_EVENTS = [
  'driverAssigned',
  'driverDroppedOut',
  'pickedUp',
  'pickUpFailed',
  'pickUpRetried',
  'delivered',
  'deliveryFailed',
  'deliveryRetried',
  'returned',
  'closed',
  'cancelled',
  'edited',
] as const;
export type ParcelEvent = (typeof PARCEL_EVENTS)[number];

const NO = undefined;
const ended: Readonly<Record<ParcelEvent, undefined>> = {
  driverAssigned: NO,
  driverDroppedOut: NO,
  pickedUp: NO,
  pickUpFailed: NO,
  pickUpRetried: NO,
  delivered: NO,
  deliveryFailed: NO,
  deliveryRetried: NO,
  returned: NO,
  closed: NO,
  cancelled: NO,
  edited: NO,
};

/** The status after each event in each status; NO where the event cannot happen. */
const TRANSITIONS: Readonly<Record<ParcelStatus, Readonly<Record<ParcelEvent, ParcelStatus | undefined>>>> = {
  AWAIT_DRIVER: {
    ...ended,
    driverAssigned: 'AWAIT_PICKUP',
    cancelled: 'CANCELED',
    edited: 'AWAIT_DRIVER',
  },
  AWAIT_PICKUP: {
    ...ended,
    driverDroppedOut: 'AWAIT_DRIVER',
    pickedUp: 'DELIVERING',
    pickUpFailed: 'FAILED_PICKUP',
    cancelled: 'CANCELED',
    edited: 'AWAIT_PICKUP',
  },
  DELIVERING: {
    ...ended,
    delivered: 'DELIVERED',
    deliveryFailed: 'FAILED',
    cancelled: 'CANCELED',
    edited: 'DELIVERING',
  },
  FAILED_PICKUP: {
    ...ended,
    pickUpRetried: 'AWAIT_PICKUP',
    closed: 'CLOSED',
    cancelled: 'CLOSED',
    edited: 'FAILED_PICKUP',
  },
  FAILED: {
    ...ended,
    deliveryRetried: 'DELIVERING',
    returned: 'RETURNED',
    cancelled: 'CLOSED',
    edited: 'FAILED',
  },
  RETURNED: {
    ...ended,
    closed: 'CLOSED',
    cancelled: 'CLOSED',
    edited: 'RETURNED',
  },
  DELIVERED: ended,
  CANCELED: ended,
  CLOSED: ended,
};

export function statusAfter(status: ParcelStatus, event: ParcelEvent): ParcelStatus | undefined {
  return TRANSITIONS[status][event];
}
