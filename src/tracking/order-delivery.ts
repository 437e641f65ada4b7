import { driverVisibleFrom, type Order, type OrderStop } from '../orders/index.ts';
import { pointOf, vehicleOf } from '../quotations/index.ts';
import type { Delivery, DropOff, Place, Stage, Step, StepKind } from './rules/delivery.ts';

/** An on-demand order as a delivery. */
export function deliveryOfOrder(order: Order): Delivery {
  const [pickUp, ...dropOffs] = order.delivery.stops as readonly [OrderStop, ...OrderStop[]];
  const isOver = 'endedAt' in order;
  return {
    variant: 'order',
    id: order.id,
    streamId: order.streamId,
    shareToken: order.shareToken,
    partnerId: order.partnerId,
    market: order.market,
    locode: order.locode,
    vehicle: vehicleOf(order.service),
    stage: stageOf(order),
    scheduleAt: order.scheduleAt,
    steps: stepsOf(order),
    driverId: 'driver' in order && !isOver ? order.driver?.driverId : undefined,
    driverSeenFrom: driverVisibleFrom(order),
    pickUp: placeOf(pickUp),
    goodsAt: order.delivery.handOver ?? pointOf(pickUp.coordinates),
    dropOffs: dropOffs.map((stop): DropOff => {
      const { phone, closing } = stop;
      return { ...placeOf(stop), phone, closing, isOpen: !isOver && closing === undefined };
    }),
    clockAheadMs: order.clockAheadMs,
  };
}

function placeOf({ stopId, address, coordinates }: OrderStop): Place {
  return { stopId, address, point: pointOf(coordinates) };
}

function stageOf(order: Order): Stage {
  switch (order.status) {
    case 'ASSIGNING_DRIVER':
      return 'searching';
    case 'ON_GOING':
      return order.driver.arrivedAt === undefined ? 'collecting' : 'atPickUp';
    case 'PICKED_UP':
      return 'delivering';
    case 'COMPLETED':
      return resultOf(order);
    case 'CANCELED':
      return 'cancelled';
    default:
      return 'unserved';
  }
}

function resultOf({ delivery }: Order): Stage {
  const outcomes = delivery.stops.slice(1).map(({ closing }) => closing?.outcome);
  const failed = outcomes.filter((outcome) => outcome === 'FAILED').length;
  if (failed === 0) return 'delivered';
  return failed === outcomes.length ? 'notDelivered' : 'partlyDelivered';
}

const CLOSED_AS = {
  DELIVERED: 'handedOver',
  SIGNED: 'signed',
  FAILED: 'notDelivered',
} as const satisfies Record<string, StepKind>;

/** By what the order holds, since an order that took another's place has only half of the history. */
function stepsOf(order: Order): readonly Step[] {
  const driver = 'driver' in order ? order.driver : undefined;
  const steps: readonly { kind: StepKind; at: number | undefined; stopId?: string }[] = [
    { kind: 'placed', at: order.placedAt },
    { kind: 'driverFound', at: driver?.matchedAt },
    { kind: 'arrivedAtPickUp', at: driver?.arrivedAt },
    { kind: 'pickedUp', at: 'pickedUpAt' in order ? order.pickedUpAt : undefined },
    ...order.delivery.stops.map(({ stopId, closing }) => ({
      kind: CLOSED_AS[closing?.outcome ?? 'DELIVERED'],
      at: closing?.at,
      stopId,
    })),
    ...(order.status === 'CANCELED' ? [{ kind: 'cancelled' as const, at: order.endedAt }] : []),
    ...(order.status === 'REJECTED' || order.status === 'EXPIRED'
      ? [{ kind: 'unserved' as const, at: order.endedAt }]
      : []),
  ];
  // A driver who gave the order back on the way may have closed drop-offs before this one was found.
  return steps.filter((step): step is Step => step.at !== undefined).toSorted((one, other) => one.at - other.at);
}
