import type { PartnerId } from '../foundation/ids.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { countTold } from './push-faults-sql.ts';
import { type Known, spansTo } from './rules/fault-places.ts';

/** Where an event stands in the log, and from where on its partner's faults hold. */
type Placed = { readonly partnerId: PartnerId; readonly afterPosition: string; readonly position: string };
/** By their positions. */
export type FaultPlaces = (events: readonly Placed[]) => Promise<ReadonlyMap<string, number>>;

/** Enough for all that are tried again; those of long ago are counted anew. */
const MOST_KNOWN = 2_000;

/** Which place each event has among its partner's since the faults were set. The log never changes, so only what came since is counted. */
export function createFaultPlaces(sql: Queryable): FaultPlaces {
  const known = new Map<PartnerId, { readonly after: number; readonly places: Known }>();

  return async (events) => {
    const found = new Map<string, number>();
    for (const partnerId of new Set(events.map((event) => event.partnerId))) {
      const wanted = events.filter((event) => event.partnerId === partnerId);
      const after = Math.max(...wanted.map(({ afterPosition }) => Number(afterPosition)));
      const before = known.get(partnerId);
      const places = new Map(before?.after === after ? before.places : [[after, 0]]);
      const spans = spansTo(
        wanted.map(({ position }) => Number(position)),
        places,
      );
      const counts = spans.length === 0 ? [] : await countTold(sql, partnerId, spans);
      for (const [n, { from, to }] of spans.entries()) places.set(to, (places.get(from) ?? 0) + (counts[n] ?? 0));
      for (const { position } of wanted) found.set(position, places.get(Number(position)) ?? 0);
      const latest = [...places].sort(([a], [b]) => b - a).slice(0, MOST_KNOWN);
      known.set(partnerId, { after, places: new Map([[after, 0], ...latest]) });
    }
    return found;
  };
}
