import { type PositionReport, recordPositions } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import {
  assignParcels,
  closeParcel,
  dropOut,
  failPickUp,
  formerDriversOf,
  handOverParcel,
  type Parcel,
  pickUpParcel,
  retryParcel,
  returnParcel,
} from '../plus/index.ts';
import type { Evidence } from '../proof/index.ts';
import { pointOf } from '../quotations/index.ts';
import type { OrderActionDeps } from './act-on-order.ts';
import { actionsOfParcel, impossibleAction, PARCEL_ACTIONS, type ParcelAction } from './actions.ts';
import { findStandIn, standingAt } from './find-stand-in.ts';
import { type GivenAction, prepareProof } from './prepare-proof.ts';

/** What parcels go by: the first of these that the city has. */
export const PARCEL_SERVICES = ['VAN', 'CAR', 'MOTORCYCLE'] as const;

/** Has it known where a driver is. */
type Tell = (tx: Transaction, report: PositionReport) => Promise<unknown>;
const tellAtOnce: Tell = (tx, report) => recordPositions(tx, [report]);

/** Refuses what cannot happen to the parcel as it stands; pictures are drawn before any transaction. */
export async function prepareParcelAction(
  deps: OrderActionDeps,
  parcel: Parcel,
  given: GivenAction,
  ours: Instant,
  tell = tellAtOnce,
): Promise<(tx: Transaction) => Promise<Parcel>> {
  const possible = actionsOfParcel(parcel);
  if (!possible.some(({ action }) => action === given.action))
    throw impossibleAction(given.action, parcel.status, PARCEL_ACTIONS, possible);
  const action = given.action as ParcelAction;
  const proof = proofOf(action, given);
  const evidence = proof === undefined ? undefined : await prepareProof(deps, proof, given.reason);
  return (tx) => act(deps, tx, parcel, action, given.reason, evidence, ours, tell);
}

function proofOf(action: ParcelAction, { proof }: GivenAction): 'PHOTO' | 'SIGNATURE' | 'FAILED' | undefined {
  if (action === 'DRIVER_FAIL_DELIVERY') return 'FAILED';
  if (action !== 'DRIVER_DELIVER') return undefined;
  if (proof === 'FAILED')
    throw new DeliveryError(
      'ERR_INVALID_FIELD',
      'A parcel is handed over with a PHOTO or a SIGNATURE; use DRIVER_FAIL_DELIVERY where it failed.',
      '/data/proof',
    );
  return proof ?? 'PHOTO';
}

/** By the same doors as drivers and support, who live by our clock. */
async function act(
  deps: OrderActionDeps,
  tx: Transaction,
  parcel: Parcel,
  action: ParcelAction,
  reason: string | undefined,
  evidence: Evidence | undefined,
  ours: Instant,
  tell: Tell,
): Promise<Parcel> {
  const key = { orderId: parcel.id };
  const moment = { at: ours };
  const driverId = parcel.driverId ?? '';
  switch (action) {
    case 'DRIVER_ASSIGN':
      return assign(deps, tx, parcel, ours, tell);
    case 'DRIVER_DROP_OUT':
      return dropOut(deps, tx, key, moment, 'driver', reason ?? 'The sandbox asked for it');
    case 'DRIVER_PICK_UP':
      return pickUpParcel(deps, tx, key, moment, {});
    case 'DRIVER_FAIL_PICKUP':
      return failPickUp(deps, tx, key, moment, reason ?? 'The parcel was not ready');
    case 'DRIVER_DELIVER':
    case 'DRIVER_FAIL_DELIVERY': {
      const handOver = { orderId: parcel.id, driverId, takenAt: ours, receivedAt: ours, point: undefined };
      return handOverParcel(deps, tx, { ...handOver, evidence: evidence as Evidence });
    }
    case 'DRIVER_RETRY':
      return retryParcel(deps, tx, key, moment, 'driver');
    case 'DRIVER_RETURN':
      return returnParcel(deps, tx, key, moment);
    case 'SUPPORT_CLOSE':
      return closeParcel(deps, tx, key, ours);
  }
}

/** A stand-in carries any number of parcels: nobody waits for another to choose one. */
async function assign(
  deps: OrderActionDeps,
  tx: Transaction,
  parcel: Parcel,
  ours: Instant,
  tell: Tell,
): Promise<Parcel> {
  const { market, locode, shipment } = parcel;
  const keys = deps.catalogue.city(locode)?.services.map(({ key }) => key) ?? [];
  const service = PARCEL_SERVICES.find((candidate) => keys.includes(candidate)) ?? (keys[0] as string);
  const driver = await findStandIn(deps, tx, { market, locode, service, without: formerDriversOf(parcel) }, ours);
  await tell(tx, standingAt(driver, pointOf(shipment.stops[0].coordinates), ours));
  const [assigned] = await assignParcels(deps, tx, [parcel.id], driver, ours);
  return assigned as Parcel;
}
