import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { type Attempt, listAttempts } from './delivery-attempts-sql.ts';
import { browseEvents, type EventFilter, findOwnEvent, type LoggedEvent, listEvents } from './event-log-sql.ts';
import { KEPT_MS } from './forget-events.ts';
import { eventKeyOf, isNamed } from './rules/event-id.ts';
import type { Sequence } from './sequence-events.ts';

export type EventPage = {
  readonly events: readonly LoggedEvent[];
  /** By position; empty where they were not asked for. */
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>;
  readonly next: string | null;
};
type LogDeps = { readonly database: Queryable; readonly sequence: Sequence };
type Wanted = {
  readonly partnerId: PartnerId;
  readonly after: string;
  readonly limit: number;
  readonly withAttempts: boolean;
};

/**
 * A page of the log. What was committed before the call is in it; what commits later comes after it, however early it began, so that
 * whoever goes on from the last cursor misses nothing.
 */
export async function readEvents(
  { database, sequence }: LogDeps,
  { partnerId, after, limit, withAttempts }: Wanted,
  now: Instant,
): Promise<EventPage> {
  await sequence();
  const found = await listEvents(database, partnerId, { after, since: now - KEPT_MS, limit: limit + 1 });
  const events = found.slice(0, limit);
  const positions = events.map(({ position }) => position);
  return {
    events,
    attempts: groupByPosition(withAttempts ? await listAttempts(database, positions) : []),
    next: found.length > limit ? (positions.at(-1) ?? null) : null,
  };
}

/** A page of a partner's own log, newest first. */
export async function browseOwnEvents(
  { database, sequence }: LogDeps,
  partnerId: PartnerId,
  filter: EventFilter,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
  now: Instant,
): Promise<{ readonly events: readonly LoggedEvent[]; readonly next: string | null }> {
  await sequence();
  return browseEvents(database, partnerId, filter, { before, keptSince: now - KEPT_MS, limit });
}

/** One event of the partner's own log with all attempts at it; undefined where there is none. */
export async function readOwnEvent(
  { database, sequence }: LogDeps,
  partnerId: PartnerId,
  eventId: string,
  now: Instant,
): Promise<{ readonly event: LoggedEvent; readonly attempts: readonly Attempt[] } | undefined> {
  const key = eventKeyOf(eventId);
  if (key === undefined) return undefined;
  await sequence();
  const event = await findOwnEvent(database, partnerId, key, now - KEPT_MS);
  if (event === undefined || !isNamed(event, eventId)) return undefined;
  return { event, attempts: await listAttempts(database, [event.position]) };
}

function groupByPosition<T extends { readonly position: string }>(items: readonly T[]): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.position, [...(groups.get(item.position) ?? []), item]);
  return groups;
}
