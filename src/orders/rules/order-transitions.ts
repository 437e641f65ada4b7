export const ORDER_STATUSES = [
  'ASSIGNING_DRIVER',
  'ON_GOING',
  'PICKED_UP',
  'COMPLETED',
  'CANCELED',
  'REJECTED',
  'EXPIRED',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
/** Of those that are not over. */
export const OPEN_STATUSES: readonly OrderStatus[] = ['ASSIGNING_DRIVER', 'ON_GOING', 'PICKED_UP'];

export function isOrderStatus(name: string): name is OrderStatus {
  return (ORDER_STATUSES as readonly string[]).includes(name);
}

export const ORDER_EVENTS = [
  'driverAccepted',
  'driverGaveBack',
  'driverChanged',
  'driverArrived',
  'goodsPickedUp',
  'dropOffClosed',
  'lastDropOffClosed',
  'matchingTimeEnded',
  'rejectionLimitReached',
  'partnerCancelled',
  'supportCancelled',
  'supportReplaced',
  'priorityFeeAdded',
  'dropOffsEdited',
] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

const NO = undefined;
const ended: Readonly<Record<OrderEvent, undefined>> = {
  driverAccepted: NO,
  driverGaveBack: NO,
  driverChanged: NO,
  driverArrived: NO,
  goodsPickedUp: NO,
  dropOffClosed: NO,
  lastDropOffClosed: NO,
  matchingTimeEnded: NO,
  rejectionLimitReached: NO,
  partnerCancelled: NO,
  supportCancelled: NO,
  supportReplaced: NO,
  priorityFeeAdded: NO,
  dropOffsEdited: NO,
};

/** The status after each event in each status; NO where the event cannot happen. Conditions beside the status stand with each rule. */
const TRANSITIONS: Readonly<Record<OrderStatus, Readonly<Record<OrderEvent, OrderStatus | undefined>>>> = {
  ASSIGNING_DRIVER: {
    driverAccepted: 'ON_GOING',
    driverGaveBack: NO,
    driverChanged: NO,
    driverArrived: NO,
    goodsPickedUp: NO,
    dropOffClosed: NO,
    lastDropOffClosed: NO,
    matchingTimeEnded: 'EXPIRED',
    rejectionLimitReached: 'REJECTED',
    partnerCancelled: 'CANCELED',
    supportCancelled: 'CANCELED',
    supportReplaced: 'CANCELED',
    priorityFeeAdded: 'ASSIGNING_DRIVER',
    dropOffsEdited: NO,
  },
  ON_GOING: {
    driverAccepted: NO,
    driverGaveBack: 'ASSIGNING_DRIVER',
    driverChanged: 'ASSIGNING_DRIVER',
    driverArrived: 'ON_GOING',
    goodsPickedUp: 'PICKED_UP',
    dropOffClosed: NO,
    lastDropOffClosed: NO,
    matchingTimeEnded: NO,
    rejectionLimitReached: NO,
    partnerCancelled: 'CANCELED',
    supportCancelled: 'CANCELED',
    supportReplaced: 'CANCELED',
    priorityFeeAdded: NO,
    dropOffsEdited: 'ON_GOING',
  },
  PICKED_UP: {
    driverAccepted: NO,
    driverGaveBack: 'ASSIGNING_DRIVER',
    driverChanged: 'ASSIGNING_DRIVER',
    driverArrived: NO,
    goodsPickedUp: NO,
    dropOffClosed: 'PICKED_UP',
    lastDropOffClosed: 'COMPLETED',
    matchingTimeEnded: NO,
    rejectionLimitReached: NO,
    partnerCancelled: NO,
    supportCancelled: 'CANCELED',
    supportReplaced: NO,
    priorityFeeAdded: NO,
    dropOffsEdited: NO,
  },
  COMPLETED: ended,
  CANCELED: ended,
  REJECTED: ended,
  EXPIRED: ended,
};

export function statusAfter(status: OrderStatus, event: OrderEvent): OrderStatus | undefined {
  return TRANSITIONS[status][event];
}
