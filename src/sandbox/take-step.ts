import { replaceWithDriver } from '../dispatch/index.ts';
import type { Driver } from '../drivers/index.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { arriveAtPickUp, giveBackOrder, type Order, type OrderUnderWay, pickUpGoods } from '../orders/index.ts';
import { closeStop } from '../proof/index.ts';
import type { OrderActionDeps } from './act-on-order.ts';
import { prepareProof } from './prepare-proof.ts';
import { proofOf } from './rules/fleet.ts';
import type { Step } from './rules/next-step.ts';

/** By the same doors as real drivers and support, each step at its own time; pictures are drawn before any transaction. */
export async function prepareStep(
  deps: OrderActionDeps,
  order: OrderUnderWay,
  { id: driverId, phone }: Driver,
  { kind, at, to, dropOff }: Step,
): Promise<(tx: Transaction) => Promise<Order>> {
  const key = { orderId: order.id, driverId };
  switch (kind) {
    case 'ARRIVE':
      return (tx) => arriveAtPickUp(deps, tx, key, at);
    case 'PICK_UP':
      return (tx) => pickUpGoods(deps, tx, key, at);
    case 'GIVE_BACK':
      return (tx) => giveBackOrder(deps, tx, key, at, { reason: 'The driver thought better of it' });
    case 'REPLACE':
      return (tx) => replaceWithDriver(deps, tx, { orderId: order.id }, at, 'The sandbox asked for it');
    case 'DROP_OFF':
    case 'FAIL_DROP_OFF': {
      const given = order.delivery.proofRequired ? proofOf(phone, dropOff) : 'NONE';
      const evidence = await prepareProof(deps, kind === 'DROP_OFF' ? given : 'FAILED', undefined);
      const stopId = order.delivery.stops[dropOff + 1]?.stopId;
      const closing = { ...key, stopId, evidence, takenAt: at, receivedAt: at, point: to };
      return (tx) => closeStop(deps, tx, closing);
    }
  }
}
