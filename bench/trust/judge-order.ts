/** A push as it came in: an event's stream, and its number in it. */
export type Arrival = { readonly streamId: string; readonly number: number };

/**
 * Events come at least once, so a repeat is no fault, not even after later ones. What must not be: an event before one that
 * precedes it in its stream has come for the first time. One sentence for each.
 */
export function findOutOfOrder(arrivals: readonly Arrival[]): readonly string[] {
  const newest = new Map<string, number>();
  return arrivals.flatMap(({ streamId, number }) => {
    const before = newest.get(streamId) ?? 0;
    if (number <= before) return [];
    newest.set(streamId, number);
    return number === before + 1 ? [] : [`event ${number} of stream ${streamId} came right after ${before}`];
  });
}
