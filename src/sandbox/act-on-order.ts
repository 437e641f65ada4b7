import { matchByHand, replaceWithDriver } from '../dispatch/index.ts';
import { lockStandIns, recordPositions } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import {
  arriveAtPickUp,
  cancelForSupport,
  giveBackOrder,
  type Order,
  type OrderDeps,
  pickUpGoods,
} from '../orders/index.ts';
import { closeStop, type Evidence, type EvidenceDeps } from '../proof/index.ts';
import { pointOf } from '../quotations/index.ts';
import { actionsOfOrder, impossibleAction, ORDER_ACTIONS, type OrderAction } from './actions.ts';
import { findStandIn, type StandInDeps, standingAt } from './find-stand-in.ts';
import { type GivenAction, prepareProof } from './prepare-proof.ts';

export type OrderActionDeps = OrderDeps & EvidenceDeps & StandInDeps;

/** Refuses what cannot happen to the order as it stands; pictures are drawn before any transaction. */
export async function prepareOrderAction(
  deps: OrderActionDeps,
  order: Order,
  given: GivenAction,
  ours: Instant,
): Promise<(tx: Transaction) => Promise<Order>> {
  const action = possibleAction(order, given.action);
  const evidence =
    action === 'DRIVER_DROP_OFF'
      ? await prepareProof(deps, given.proof ?? (order.delivery.proofRequired ? 'PHOTO' : 'NONE'), given.reason)
      : undefined;
  return (tx) => act(deps, tx, order, action, given, evidence, ours);
}

function possibleAction(order: Order, wanted: string): OrderAction {
  const possible = actionsOfOrder(order);
  if (possible.some(({ action }) => action === wanted)) return wanted as OrderAction;
  throw impossibleAction(wanted, order.status, ORDER_ACTIONS, possible);
}

/** By the same doors as drivers and support, who live by our clock. */
async function act(
  deps: OrderActionDeps,
  tx: Transaction,
  order: Order,
  action: OrderAction,
  { stopId, reason }: GivenAction,
  evidence: Evidence | undefined,
  ours: Instant,
): Promise<Order> {
  const key = { orderId: order.id };
  switch (action) {
    case 'DRIVER_ACCEPT':
      return accept(deps, tx, order, ours);
    case 'DRIVER_REJECT':
      return giveBackOrder(deps, tx, key, ours, { reason: reason ?? 'The sandbox asked for it' });
    case 'DRIVER_ARRIVE':
      return arriveAtPickUp(deps, tx, key, ours);
    case 'DRIVER_PICK_UP':
      return pickUpGoods(deps, tx, key, ours);
    case 'DRIVER_DROP_OFF':
      return closeStop(deps, tx, {
        orderId: order.id,
        stopId: stopId?.toString(),
        driverId: 'driver' in order ? (order.driver?.driverId ?? '') : '',
        evidence: evidence as Evidence,
        takenAt: ours,
        receivedAt: ours,
        point: undefined,
      });
    case 'SUPPORT_CANCEL':
      return cancelForSupport(deps, tx, key, ours, reason);
    case 'SUPPORT_REPLACE':
      return replaceWithDriver(deps, tx, key, ours, reason);
  }
}

async function accept(deps: OrderActionDeps, tx: Transaction, order: Order, ours: Instant): Promise<Order> {
  const { market, locode, service, formerDriverIds, delivery } = order;
  const [pickUp] = delivery.stops;
  const near = delivery.handOver ?? pointOf((pickUp as (typeof delivery.stops)[number]).coordinates);
  // Otherwise two orders at once would choose the same one.
  await lockStandIns(tx, locode);
  const driver = await findStandIn(deps, tx, { market, locode, service, without: formerDriverIds }, ours);
  await recordPositions(tx, [standingAt(driver, near, ours)]);
  return matchByHand(deps, tx, { orderId: order.id }, driver, ours);
}
