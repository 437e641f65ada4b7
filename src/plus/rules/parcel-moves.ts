import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { ErrorCode } from '../../foundation/error-codes.ts';
import type { Instant } from '../../foundation/time.ts';
import type { Actor, DropOff, Entry, Moment, Parcel, PickUpForm } from './parcel.ts';
import { isEnd, type ParcelEvent, type ParcelStatus, statusAfter } from './parcel-transitions.ts';

type Move = Moment & {
  readonly by: Actor;
  readonly reason?: string | undefined;
  readonly form?: PickUpForm | undefined;
};

/** The parcel after the event, with its entry in the history; refused where the table says that it cannot happen. */
export function decideMove(
  parcel: Parcel,
  event: ParcelEvent,
  move: Move,
  changes: Partial<Parcel> = {},
  refusal: ErrorCode = 'ERR_INVALID_ORDER_STATUS',
): Decision<Parcel> {
  const status = statusAfter(parcel.status, event);
  if (status === undefined)
    return refused(refusal, `Order ${parcel.id} is ${parcel.status}, which does not allow this.`);
  const after = { ...parcel, ...changes, status };
  // Whoever drops out has it no more, and is the one to be named.
  const driverId = after.driverId ?? parcel.driverId;
  const at = notBefore(parcel, move.at);
  const entry: Entry = {
    at,
    event,
    status,
    by: move.by,
    ...(driverId === undefined ? {} : { driverId }),
    ...(move.reason === undefined ? {} : { reason: move.reason }),
    ...(move.form === undefined ? {} : { form: move.form }),
    ...(move.receivedAt === undefined || move.receivedAt === at ? {} : { receivedAt: move.receivedAt }),
  };
  return accepted({
    ...after,
    needsPlan: after.needsPlan && isUnderWay(status),
    updatedAt: Math.max(parcel.updatedAt, at),
    endedAt: isEnd(status) ? at : undefined,
    history: [...parcel.history, entry],
  });
}

/** Who has a driver whom a plan tells where to go. */
function isUnderWay(status: ParcelStatus): boolean {
  return status === 'AWAIT_PICKUP' || status === 'DELIVERING';
}

/** What a device reports late never lies before what is known to have happened already. */
function notBefore({ history }: Parcel, at: Instant): Instant {
  return Math.max(at, history.at(-1)?.at ?? at);
}

export function decideAssignment(
  parcel: Parcel,
  driver: { readonly id: string; readonly locode: string },
  at: Instant,
): Decision<Parcel> {
  if (driver.locode !== parcel.locode)
    return refused(
      'ERR_INVALID_FIELD',
      `Driver ${driver.id} works in ${driver.locode}, and order ${parcel.id} is in ${parcel.locode}.`,
    );
  return decideMove(parcel, 'driverAssigned', { at, by: 'support' }, { driverId: driver.id });
}

export function decideDropOut(parcel: Parcel, move: Move): Decision<Parcel> {
  return decideMove(parcel, 'driverDroppedOut', move, { driverId: undefined });
}

/**
 * A second try: of the pick-up after a failed pick-up, of the delivery after a failed delivery. No plan knows of it: one from before has
 * times that are over, or were edited since, and those made meanwhile went without the parcel.
 */
export function decideRetry(parcel: Parcel, move: Move): Decision<Parcel> {
  const event = parcel.status === 'FAILED' ? 'deliveryRetried' : 'pickUpRetried';
  return decideMove(parcel, event, move, { needsPlan: true });
}

/** Handed over, or not: how goes with the parcel, and the next try writes over it. */
export function decideDropOff(parcel: Parcel, result: Omit<DropOff, 'at'>, move: Moment): Decision<Parcel> {
  const isFailed = result.outcome === 'FAILED';
  const reason = isFailed ? { reason: result.reason } : {};
  const dropOff = { ...result, at: notBefore(parcel, move.at) };
  return decideMove(
    parcel,
    isFailed ? 'deliveryFailed' : 'delivered',
    { ...move, ...reason, by: 'driver' },
    { shipment: { ...parcel.shipment, dropOff } },
  );
}

export function decideCancellation(parcel: Parcel, at: Instant, by: Actor, reason?: string): Decision<Parcel> {
  return decideMove(parcel, 'cancelled', { at, by, reason }, {}, 'ERR_CANCELLATION_FORBIDDEN');
}
