import { type Decision, orThrow } from '../foundation/decision.ts';
import { isId } from '../foundation/ids.ts';
import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type OrderKey, visibleTo } from '../orders/index.ts';
import { recordEventsOf } from '../webhooks/index.ts';
import { leaveDrawing, leaveRemoval } from './job-kinds.ts';
import { eventsBetween } from './parcel-events.ts';
import { lockParcels, updateParcels } from './parcels-sql.ts';
import { type Moment, onItsClock, type Parcel } from './rules/parcel.ts';
import { isSameLabel } from './rules/parcel-label.ts';
import type { PlusLinks } from './rules/parcel-view.ts';

export type ChangeDeps = { readonly linksAt: (now: Instant) => Pick<PlusLinks, 'share'> };

/** Longer than any link to a label lives. */
const REMOVED_AFTER_MS = 2 * DAY_MS;

/**
 * Locks the parcel, asks the rule what happens to it, and saves that: the one way in which a parcel changes. A partner's call tells the
 * time by the partner's clock, everybody else by ours.
 */
export async function changeParcel(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  moment: Moment,
  decide: (parcel: Parcel, moment: Moment) => Decision<Parcel>,
): Promise<Parcel> {
  const [found] = isId(key.orderId) ? await lockParcels(tx, [key.orderId]) : [];
  const before = visibleTo(key, found, found?.driverId);
  const itsMoment = key.partnerId === undefined ? onItsClock(before, moment) : moment;
  const [saved = before] = await saveChanges(deps, tx, [{ before, after: orThrow(decide(before, itsMoment)) }]);
  return saved;
}

/** The same for many at once and whoever their partners are, all of them or none. */
export async function changeParcels(
  deps: ChangeDeps,
  tx: Transaction,
  ids: readonly string[],
  moment: Moment,
  decide: (parcel: Parcel, moment: Moment) => Decision<Parcel>,
): Promise<readonly Parcel[]> {
  const found = await lockParcels(tx, ids);
  return saveChanges(
    deps,
    tx,
    found.map((before) => ({ before, after: orThrow(decide(before, onItsClock(before, moment))) })),
  );
}

type Change = { readonly before: Parcel; readonly after: Parcel };

/** Those that changed, as they are now. */
async function saveChanges(deps: ChangeDeps, tx: Transaction, changes: readonly Change[]): Promise<readonly Parcel[]> {
  const real = changes.filter(({ before, after }) => after !== before);
  if (real.length === 0) return [];
  const eventCounts = await recordEventsOf(
    tx,
    real.map(({ before, after }) => ({
      stream: { streamId: before.id, partnerId: before.partnerId, eventCount: before.eventCount },
      at: after.updatedAt,
      events: eventsBetween(before, after, deps.linksAt(after.updatedAt)),
    })),
  );
  const saved = real.map(({ before, after }) => ({
    ...after,
    label: labelAfter(before, after),
    eventCount: eventCounts.get(before.id) as number,
    revision: before.revision + 1,
  }));
  await updateParcels(tx, saved);
  for (const [index, { before, after }] of real.entries()) {
    const parcel = saved[index] as Parcel;
    if (parcel.label !== after.label) await drawAnew(tx, before, parcel);
  }
  return saved;
}

/** A label that says something else than the parcel must be drawn anew. */
function labelAfter(before: Parcel, after: Parcel): Parcel['label'] {
  if (!after.label.wanted || isSameLabel(before, after)) return after.label;
  return { wanted: true, fileKey: undefined };
}

async function drawAnew(tx: Transaction, { label }: Parcel, saved: Parcel): Promise<void> {
  await leaveDrawing(tx, saved);
  if (!label.wanted || label.fileKey === undefined) return;
  await leaveRemoval(tx, label.fileKey, saved.updatedAt - saved.clockAheadMs + REMOVED_AFTER_MS);
}
