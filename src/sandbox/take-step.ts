import type { Driver } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import {
  arriveAtPickUp,
  giveBackOrder,
  type Order,
  type OrderUnderWay,
  pickUpGoods,
  replaceOrder,
} from '../orders/index.ts';
import { closeStop } from '../proof/index.ts';
import type { OrderActionDeps } from './act-on-order.ts';
import { prepareProof } from './prepare-proof.ts';
import { proofOf } from './rules/fleet.ts';
import type { Step } from './rules/next-step.ts';

/** By the same doors as real drivers and support, each step at its own time; the order as it stands then. */
export async function takeStep(
  deps: OrderActionDeps,
  order: OrderUnderWay,
  { id: driverId, phone }: Driver,
  { kind, at, to, dropOff }: Step,
  now: Instant,
): Promise<Order> {
  const { database } = deps;
  const key = { orderId: order.id, driverId };
  switch (kind) {
    case 'ARRIVE':
      return database.inTransaction((tx) => arriveAtPickUp(deps, tx, key, at));
    case 'PICK_UP':
      return database.inTransaction((tx) => pickUpGoods(deps, tx, key, at));
    case 'GIVE_BACK':
      return database.inTransaction((tx) =>
        giveBackOrder(deps, tx, key, at, { reason: 'The driver thought better of it' }),
      );
    case 'REPLACE':
      return database.inTransaction((tx) =>
        replaceOrder(deps, tx, { orderId: order.id }, now, 'The sandbox asked for it'),
      );
    case 'DROP_OFF':
    case 'FAIL_DROP_OFF': {
      const given = order.delivery.proofRequired ? proofOf(phone, dropOff) : 'NONE';
      const evidence = await prepareProof(deps, kind === 'DROP_OFF' ? given : 'FAILED', undefined, at);
      const stopId = order.delivery.stops[dropOff + 1]?.stopId;
      const closing = { ...key, stopId, evidence, takenAt: at, receivedAt: at, point: to };
      return database.inTransaction((tx) => closeStop(deps, tx, closing));
    }
  }
}
