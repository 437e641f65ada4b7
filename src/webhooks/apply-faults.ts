import { type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { isAmong } from '../partners/index.ts';
import { type Lease, postponeStreams } from './delivery-streams-sql.ts';
import type { FaultPlaces } from './fault-places.ts';
import { type FaultyPush, findFaultyPushes } from './push-faults-sql.ts';
import { type Fate, planPush } from './rules/push-fault.ts';

export type PlannedPush = { readonly lease: Lease; readonly outcome: 'send' | 'double' | 'drop' };

export function unharmed(lease: Lease): PlannedPush {
  return { lease, outcome: 'send' };
}

/** What partners have asked to go wrong with what is about to be sent. What has to wait is put back. */
export async function applyFaults(
  database: Database,
  placesOf: FaultPlaces,
  leases: readonly Lease[],
  now: Instant,
): Promise<readonly PlannedPush[]> {
  const faulty = await findFaultyPushes(
    database,
    leases.flatMap(({ events }) => events.map(({ position }) => position)),
  );
  if (faulty.length === 0) return leases.map(unharmed);
  const firsts = new Set(leases.map(({ events: [{ position }] }) => position));
  const places = await placesOf(faulty.filter(({ leased }) => firsts.has(leased)));
  const befallen = new Set(faulty.map(({ leased }) => leased));
  const pushes: PlannedPush[] = [];
  const postponed: { readonly lease: Lease; readonly dueAt: Instant }[] = [];
  for (const lease of leases) {
    if (!lease.events.some(({ position }) => befallen.has(position))) {
      pushes.push(unharmed(lease));
      continue;
    }
    const [event] = lease.events;
    const [first, next] = faulty
      .filter(({ leased }) => leased === event.position)
      .map((push) => withFate(push, places.get(push.position) ?? 0));
    if (first === undefined) {
      // What befalls those after it is decided when their turn has come.
      pushes.push(unharmed({ ...lease, events: [event] }));
      continue;
    }
    const plan = planPush(first, next, now);
    if ('waitUntil' in plan) {
      postponed.push({ lease, dueAt: plan.waitUntil });
      continue;
    }
    const { position, number, type, data } = plan.push;
    pushes.push({ lease: { ...lease, events: [{ position, number, type, data }] }, outcome: plan.outcome });
  }
  if (postponed.length > 0) await postponeStreams(database, postponed);
  return pushes;
}

/** By its place among the partner's events since the faults were set, counted from 1. */
function withFate(push: FaultyPush, place: number): FaultyPush & { readonly fate: Fate } {
  const { duplicate = false, drop = false, reorder = false, delaySeconds = 0 } = push.faults;
  return {
    ...push,
    fate: {
      isDropped: isAmong(drop, place),
      isDoubled: isAmong(duplicate, place),
      isOvertaken: isAmong(reorder, place),
      delayMs: delaySeconds * SECOND_MS,
    },
  };
}
