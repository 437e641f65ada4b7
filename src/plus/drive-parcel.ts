import { holdDriver } from '../drivers/index.ts';
import { accepted } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { Point } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { OrderKey } from '../orders/index.ts';
import { type Evidence, recordProof } from '../proof/index.ts';
import { type ChangeDeps, changeParcel, changeParcels } from './change-parcel.ts';
import { leavePlanning } from './job-kinds.ts';
import { lockParcels } from './parcels-sql.ts';
import type { Actor, Moment, Parcel, PickUpForm } from './rules/parcel.ts';
import {
  decideAssignment,
  decideCancellation,
  decideDropOff,
  decideDropOut,
  decideMove,
  decideRetry,
} from './rules/parcel-moves.ts';

/** Gives parcels to a driver, all of them or none. A driver works in one city. */
export async function assignParcels(
  deps: ChangeDeps,
  tx: Transaction,
  orderIds: readonly string[],
  driver: { readonly id: string; readonly locode: string },
  now: Instant,
): Promise<readonly Parcel[]> {
  const assigned = await changeParcels(deps, tx, orderIds, { at: now }, (parcel, { at }) =>
    decideAssignment(parcel, driver, at),
  );
  const missing = orderIds.find((orderId) => !assigned.some(({ id }) => id === orderId));
  if (missing !== undefined) throw new DeliveryError('ERR_ORDER_NOT_FOUND', `There is no order ${missing}.`);
  return assigned;
}

/** Somebody at the desk gives them to a driver, who is not suspended or erased meanwhile. */
export async function assignParcelsByHand(
  deps: ChangeDeps,
  tx: Transaction,
  orderIds: readonly string[],
  driverId: string,
  now: Instant,
): Promise<readonly Parcel[]> {
  // The parcels first, as wherever one is given to a driver.
  await lockParcels(tx, orderIds);
  const driver = await holdDriver(tx, driverId);
  const sentence = driver === undefined ? 'There is no such driver.' : 'The driver is suspended.';
  if (driver?.status !== 'active') throw new DeliveryError('ERR_INVALID_FIELD', sentence, '/data/driverId');
  return assignParcels(deps, tx, orderIds, driver, now);
}

/** Before the pick-up: the parcel waits for another driver. */
export function dropOut(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  moment: Moment,
  by: Actor,
  reason: string | undefined,
): Promise<Parcel> {
  return changeParcel(deps, tx, key, moment, (parcel, at) => decideDropOut(parcel, { ...at, by, reason }));
}

/** The driver is there and hands in the form. */
export function pickUpParcel(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  moment: Moment,
  form: PickUpForm,
): Promise<Parcel> {
  return changeParcel(deps, tx, key, moment, (parcel, at) =>
    decideMove(parcel, 'pickedUp', { ...at, by: 'driver', form }),
  );
}

export function failPickUp(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  moment: Moment,
  reason: string,
): Promise<Parcel> {
  return changeParcel(deps, tx, key, moment, (parcel, at) =>
    decideMove(parcel, 'pickUpFailed', { ...at, by: 'driver', reason }),
  );
}

export async function retryParcel(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  moment: Moment,
  by: Actor,
): Promise<Parcel> {
  const after = await changeParcel(deps, tx, key, moment, (parcel, at) => decideRetry(parcel, { ...at, by }));
  await leavePlanning(tx, after);
  return after;
}

/** Brought back to where it was picked up. */
export function returnParcel(deps: ChangeDeps, tx: Transaction, key: OrderKey, moment: Moment): Promise<Parcel> {
  return changeParcel(deps, tx, key, moment, (parcel, at) => decideMove(parcel, 'returned', { ...at, by: 'driver' }));
}

type HandOver = {
  readonly orderId: string;
  readonly driverId: string;
  readonly evidence: Evidence;
  readonly takenAt: Instant;
  readonly receivedAt: Instant;
  readonly point: Point | undefined;
};

/** Hands the parcel over, or says why that failed, and records how: both or neither. */
export async function handOverParcel(
  deps: ChangeDeps & { readonly ids: Ids },
  tx: Transaction,
  { orderId, driverId, evidence, takenAt, receivedAt, point }: HandOver,
): Promise<Parcel> {
  const { sha256, ...result } = evidence;
  const moment = { at: takenAt, receivedAt };
  const after = await changeParcel(deps, tx, { orderId, driverId }, moment, (parcel, at) =>
    decideDropOff(parcel, result, at),
  );
  const { stopId } = after.shipment.stops[1];
  await recordProof(deps, tx, { orderId: after.id, stopId, driverId, evidence, takenAt, receivedAt, point });
  return after;
}

/** After a failed pick-up or a return, nothing was delivered and nothing more will be tried. */
export function closeParcel(deps: ChangeDeps, tx: Transaction, key: OrderKey, now: Instant): Promise<Parcel> {
  return changeParcel(deps, tx, key, { at: now }, (parcel, at) =>
    decideMove(parcel, 'closed', { ...at, by: 'support' }),
  );
}

export async function cancelParcel(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  now: Instant,
  by: Actor,
  reason?: string,
): Promise<Parcel> {
  return changeParcel(deps, tx, key, { at: now }, (parcel, { at }) => decideCancellation(parcel, at, by, reason));
}

export async function tagParcel(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  tags: readonly string[],
): Promise<Parcel> {
  return changeParcel(deps, tx, key, { at: 0 }, (parcel) => accepted({ ...parcel, tags }));
}
