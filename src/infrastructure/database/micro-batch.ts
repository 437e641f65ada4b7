import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Turns calls that arrive together into one. No timer: a batch goes at the end of a turn of the event loop, with all that came in it, and
 * those that come while it is in flight make up the next one.
 */
export function microBatch<Item, Result>(
  largest: number,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve(result: Result): void; reject(error: unknown): void };
  let queue: Waiting[] = [];
  let inFlight = false;

  async function flush(): Promise<void> {
    inFlight = true;
    while (queue.length > 0) {
      await endOfTurn();
      const batch = queue.slice(0, largest);
      queue = queue.slice(largest);
      try {
        const results = await run(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => {
          resolve(results[index] as Result);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    inFlight = false;
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!inFlight) void flush();
    });
}
