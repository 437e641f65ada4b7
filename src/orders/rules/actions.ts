import { HOUR_MS, type Instant } from '../../foundation/time.ts';
import { cancellableUntil } from './cancellation.ts';
import { editsLeft } from './edit.ts';
import { driverChangeableFrom } from './matching.ts';
import type { Assignment, Order } from './order.ts';

const SEEN_BEFORE_SCHEDULE_MS = HOUR_MS;

/** From when on the partner may see the driver's details; undefined while nobody has the order, and after its end. */
export function driverVisibleFrom(order: Order): Instant | undefined {
  if (order.status !== 'ON_GOING' && order.status !== 'PICKED_UP') return undefined;
  return visibleFrom(order.driver, order.scheduleAt);
}

/** An hour before the scheduled time or at the arrival at the pick-up, whichever comes first; at once where nothing is scheduled. */
export function visibleFrom(
  { matchedAt, arrivedAt }: Pick<Assignment, 'matchedAt' | 'arrivedAt'>,
  scheduleAt: Instant | undefined,
): Instant {
  if (scheduleAt === undefined) return matchedAt;
  const opens = Math.min(scheduleAt - SEEN_BEFORE_SCHEDULE_MS, arrivedAt ?? Number.POSITIVE_INFINITY);
  return Math.max(opens, matchedAt);
}

/** What the partner can do with the order as it stands, and until or from when. */
export type Actions = {
  readonly canCancelUntil: Instant | undefined;
  readonly canChangeDriverFrom: Instant | undefined;
  readonly canEdit: boolean;
  readonly editsLeft: number;
  readonly canAddPriorityFee: boolean;
  readonly driverVisibleFrom: Instant | undefined;
};

export function actionsOf(order: Order, now: Instant): Actions {
  const until = cancellableUntil(order);
  return {
    canCancelUntil: until !== undefined && now < until ? until : undefined,
    canChangeDriverFrom: driverChangeableFrom(order),
    canEdit: order.status === 'ON_GOING' && editsLeft(order) > 0,
    editsLeft: editsLeft(order),
    canAddPriorityFee: order.status === 'ASSIGNING_DRIVER',
    driverVisibleFrom: driverVisibleFrom(order),
  };
}
