import { type Decision, orThrow } from '../foundation/decision.ts';
import { isId } from '../foundation/ids.ts';
import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveTimer } from '../infrastructure/jobs/jobs-sql.ts';
import { type OrderKey, visibleTo } from '../orders/index.ts';
import { recordEvents } from '../webhooks/index.ts';
import { leaveDrawing, REMOVE_FILE } from './label-jobs.ts';
import { lockParcel, updateParcel } from './plus-sql.ts';
import type { Parcel } from './rules/parcel.ts';
import { eventsBetween } from './rules/parcel-events.ts';
import { isSameLabel } from './rules/parcel-label.ts';
import type { PlusLinks } from './rules/parcel-view.ts';

export type ChangeDeps = { readonly linksAt: (now: Instant) => Pick<PlusLinks, 'share'> };

/** Longer than any link to a label lives. */
const REMOVED_AFTER_MS = 2 * DAY_MS;

/** Locks the parcel, asks the rule what happens to it, and saves that: the one way in which a parcel changes. */
export async function changeParcel(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  decide: (parcel: Parcel) => Decision<Parcel>,
): Promise<Parcel> {
  const found = isId(key.orderId) ? await lockParcel(tx, key.orderId) : undefined;
  const before = visibleTo(key, found, found?.driverId);
  const after = orThrow(decide(before));
  return after === before ? before : saveParcel(deps, tx, before, after);
}

async function saveParcel(deps: ChangeDeps, tx: Transaction, before: Parcel, after: Parcel): Promise<Parcel> {
  const at = after.updatedAt;
  const stream = { streamId: before.id, partnerId: before.partnerId, eventCount: before.eventCount };
  const eventCount = await recordEvents(tx, stream, at, eventsBetween(before, after, deps.linksAt(at)));
  const label = labelAfter(before, after);
  const saved = { ...after, label, eventCount, revision: before.revision + 1 };
  await updateParcel(tx, saved);
  if (label !== after.label) await drawAnew(tx, before, saved);
  return saved;
}

/** A label that says something else than the parcel must be drawn anew. */
function labelAfter(before: Parcel, after: Parcel): Parcel['label'] {
  if (!after.label.wanted || isSameLabel(before, after)) return after.label;
  return { wanted: true, fileKey: undefined };
}

async function drawAnew(tx: Transaction, { label }: Parcel, saved: Parcel): Promise<void> {
  await leaveDrawing(tx, saved, saved.updatedAt);
  if (!label.wanted || label.fileKey === undefined) return;
  const dueAt = saved.updatedAt + REMOVED_AFTER_MS;
  await leaveTimer(tx, { kind: REMOVE_FILE, name: label.fileKey, dueAt, payload: { fileKey: label.fileKey } });
}
