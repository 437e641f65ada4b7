import { visibleFrom } from '../orders/index.ts';
import type { Parcel } from '../plus/index.ts';
import { pointOf } from '../quotations/index.ts';
import type { Delivery, Place, Stage, Step, StepKind } from './rules/delivery.ts';

type Status = Parcel['status'];
type Event = Parcel['history'][number]['event'];

const STAGE_OF: Readonly<Record<Status, Stage>> = {
  AWAIT_DRIVER: 'searching',
  AWAIT_PICKUP: 'collecting',
  DELIVERING: 'delivering',
  FAILED_PICKUP: 'pickUpFailed',
  FAILED: 'notDelivered',
  RETURNED: 'returned',
  DELIVERED: 'delivered',
  CANCELED: 'cancelled',
  CLOSED: 'closed',
};
/** After a failure there may be another try. */
const OPEN: readonly Status[] = ['AWAIT_DRIVER', 'AWAIT_PICKUP', 'DELIVERING', 'FAILED_PICKUP', 'FAILED'];
/** Before the next try has ended, the result of the last one is nobody's answer any more. */
const WITH_RESULT: readonly Status[] = ['FAILED', 'RETURNED', 'DELIVERED', 'CLOSED'];

/** A parcel of the scheduled variant as a delivery. */
export function deliveryOfParcel(parcel: Parcel): Delivery {
  const { status, shipment } = parcel;
  const [pickUp, dropOff] = shipment.stops;
  const isDriven = status === 'AWAIT_PICKUP' || status === 'DELIVERING';
  const place = ({ stopId, address, coordinates }: typeof pickUp): Place => ({
    stopId,
    address,
    point: pointOf(coordinates),
  });
  return {
    variant: 'parcel',
    id: parcel.id,
    streamId: parcel.id,
    shareToken: parcel.shareToken,
    partnerId: parcel.partnerId,
    market: parcel.market,
    locode: parcel.locode,
    vehicle: 'car',
    stage: STAGE_OF[status],
    scheduleAt: parcel.scheduleAt,
    steps: stepsOf(parcel),
    driverId: isDriven ? parcel.driverId : undefined,
    driverSeenFrom: isDriven ? seenFrom(parcel) : undefined,
    pickUp: place(pickUp),
    goodsAt: pointOf(pickUp.coordinates),
    dropOffs: [
      {
        ...place(dropOff),
        phone: dropOff.phone,
        closing: WITH_RESULT.includes(status) ? shipment.dropOff : undefined,
        isOpen: OPEN.includes(status),
      },
    ],
    clockAheadMs: parcel.clockAheadMs,
  };
}

/** As with an order, where being at the pick-up is known from its form alone. */
function seenFrom({ history, scheduleAt }: Parcel): number | undefined {
  const matchedAt = history.findLast(({ event }) => event === 'driverAssigned')?.at;
  const arrivedAt = history.find(({ event }) => event === 'pickedUp')?.at;
  return matchedAt === undefined ? undefined : visibleFrom({ matchedAt, arrivedAt }, scheduleAt);
}

const STEP_OF: Readonly<Partial<Record<Event, StepKind>>> = {
  placed: 'placed',
  driverAssigned: 'driverFound',
  pickedUp: 'pickedUp',
  pickUpFailed: 'pickUpFailed',
  pickUpRetried: 'triedAgain',
  deliveryFailed: 'notDelivered',
  deliveryRetried: 'triedAgain',
  returned: 'returned',
  closed: 'closed',
};

function stepsOf({ history, shipment }: Parcel): readonly Step[] {
  const dropOffId = shipment.stops[1].stopId;
  return history.flatMap(({ event, status, at }, index): readonly Step[] => {
    // Who dropped out was never there, to the recipient.
    const rest = history.slice(index + 1);
    const next = rest.find((later) => later.event === 'driverAssigned' || later.event === 'driverDroppedOut');
    if (event === 'driverAssigned' && next?.event === 'driverDroppedOut') return [];
    if (event === 'delivered')
      return [{ kind: shipment.dropOff?.outcome === 'SIGNED' ? 'signed' : 'handedOver', at, stopId: dropOffId }];
    if (event === 'cancelled') return [{ kind: status === 'CANCELED' ? 'cancelled' : 'closed', at }];
    const kind = STEP_OF[event];
    if (kind === undefined) return [];
    return [{ kind, at, ...(kind === 'notDelivered' ? { stopId: dropOffId } : {}) }];
  });
}
