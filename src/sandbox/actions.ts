import { DeliveryError } from '../foundation/errors.ts';
import type { Order, OrderEvent } from '../orders/index.ts';
import { statusAfter } from '../orders/index.ts';
import { type Parcel, type ParcelEvent, parcelStatusAfter } from '../plus/index.ts';

/** A field that an action takes. */
type Need = { readonly field: string; readonly required: boolean; readonly values?: readonly string[] };
export type PossibleAction = { readonly action: string; readonly description: string; readonly needs: readonly Need[] };

const REASON: Need = { field: 'reason', required: false };

export const ORDER_ACTIONS = [
  'DRIVER_ACCEPT',
  'DRIVER_REJECT',
  'DRIVER_ARRIVE',
  'DRIVER_PICK_UP',
  'DRIVER_DROP_OFF',
  'SUPPORT_CANCEL',
  'SUPPORT_REPLACE',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

type ActionRow<Event> = { readonly event: Event; readonly description: string; readonly needs: readonly Need[] };

const OF_ORDERS: Readonly<Record<OrderAction, ActionRow<OrderEvent>>> = {
  DRIVER_ACCEPT: { event: 'driverAccepted', description: 'A driver takes the order', needs: [] },
  DRIVER_REJECT: { event: 'driverGaveBack', description: 'The driver gives the order back', needs: [REASON] },
  DRIVER_ARRIVE: { event: 'driverArrived', description: 'The driver is at the pick-up', needs: [] },
  DRIVER_PICK_UP: { event: 'goodsPickedUp', description: 'The driver has the goods', needs: [] },
  DRIVER_DROP_OFF: { event: 'dropOffClosed', description: 'The driver closes a drop-off', needs: [REASON] },
  SUPPORT_CANCEL: { event: 'supportCancelled', description: 'Customer support cancels the order', needs: [REASON] },
  SUPPORT_REPLACE: {
    event: 'supportReplaced',
    description: 'Customer support puts another order in its place',
    needs: [REASON],
  },
};

export const PARCEL_ACTIONS = [
  'DRIVER_ASSIGN',
  'DRIVER_DROP_OUT',
  'DRIVER_PICK_UP',
  'DRIVER_FAIL_PICKUP',
  'DRIVER_DELIVER',
  'DRIVER_FAIL_DELIVERY',
  'DRIVER_RETRY',
  'DRIVER_RETURN',
  'SUPPORT_CLOSE',
] as const;
export type ParcelAction = (typeof PARCEL_ACTIONS)[number];

const OF_PARCELS: Readonly<Record<ParcelAction, ActionRow<readonly ParcelEvent[]>>> = {
  DRIVER_ASSIGN: { event: ['driverAssigned'], description: 'A driver is assigned', needs: [] },
  DRIVER_DROP_OUT: { event: ['driverDroppedOut'], description: 'The driver drops out', needs: [REASON] },
  DRIVER_PICK_UP: { event: ['pickedUp'], description: 'The driver hands in the pick-up form', needs: [] },
  DRIVER_FAIL_PICKUP: { event: ['pickUpFailed'], description: 'The pick-up fails', needs: [REASON] },
  DRIVER_DELIVER: {
    event: ['delivered'],
    description: 'The driver hands the parcel over',
    needs: [{ field: 'proof', required: false, values: ['PHOTO', 'SIGNATURE'] }],
  },
  DRIVER_FAIL_DELIVERY: { event: ['deliveryFailed'], description: 'The delivery fails', needs: [REASON] },
  DRIVER_RETRY: {
    event: ['pickUpRetried', 'deliveryRetried'],
    description: 'The driver tries again what failed',
    needs: [],
  },
  DRIVER_RETURN: { event: ['returned'], description: 'The parcel is back at the pick-up', needs: [] },
  SUPPORT_CLOSE: { event: ['closed'], description: 'Customer support closes the order', needs: [] },
};

/** What can happen to an order now. */
export function actionsOfOrder(order: Order): readonly PossibleAction[] {
  return ORDER_ACTIONS.filter((action) => isPossible(order, action)).map((action) => ({
    action,
    description: OF_ORDERS[action].description,
    needs: action === 'DRIVER_DROP_OFF' ? dropOffNeeds(order) : OF_ORDERS[action].needs,
  }));
}

function isPossible(order: Order, action: OrderAction): boolean {
  if (statusAfter(order.status, OF_ORDERS[action].event) === undefined) return false;
  // Who is there cannot arrive once more.
  return action !== 'DRIVER_ARRIVE' || (order.status === 'ON_GOING' && order.driver.arrivedAt === undefined);
}

function dropOffNeeds({ delivery }: Order): readonly Need[] {
  const open = delivery.stops.slice(1).filter(({ closing }) => closing === undefined);
  return [
    { field: 'stopId', required: false, values: open.map(({ stopId }) => stopId) },
    { field: 'proof', required: false, values: ['PHOTO', 'SIGNATURE', 'FAILED'] },
    REASON,
  ];
}

/** What can happen to a parcel now. */
export function actionsOfParcel(parcel: Parcel): readonly PossibleAction[] {
  return PARCEL_ACTIONS.filter((action) =>
    OF_PARCELS[action].event.some((event) => parcelStatusAfter(parcel.status, event) !== undefined),
  ).map((action) => ({ action, description: OF_PARCELS[action].description, needs: OF_PARCELS[action].needs }));
}

/** One that is not among those of now: because of the status, or because there is none of that name, which is told with those of the kind. */
export function impossibleAction(
  wanted: string,
  status: string,
  ofKind: readonly string[],
  possible: readonly PossibleAction[],
): DeliveryError {
  const isAction = [...ORDER_ACTIONS, ...PARCEL_ACTIONS].some((action) => action === wanted);
  const why = isAction
    ? `${wanted} is not possible: the order is ${status}.`
    : `There is no action "${wanted.slice(0, 40)}". It must be one of ${ofKind.join(', ')}.`;
  const now = possible.map(({ action }) => action).join(', ') || 'nothing';
  return new DeliveryError('ERR_INVALID_ORDER_STATUS', `${why} Possible now: ${now}.`, '/data/action');
}
