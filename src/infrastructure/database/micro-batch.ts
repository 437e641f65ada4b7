import { setImmediate as endOfTurn } from 'node:timers/promises';

/** What one call can do to its neighbours: break a rule of the data, or be chosen to give way to another process. */
const FAULT_OF_ONE = /^(22|23|40)/;

/**
 * Turns calls that arrive together into one. No timer: a batch goes at the end of a turn of the event loop, with all that came in it, and
 * those that come while it is in flight make up the next one. A batch in which one fails is done over one by one, so that nobody pays
 * for a neighbour: what `run` does is done whole or not at all.
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
        if (batch.length > 1 && FAULT_OF_ONE.test((error as { code?: string }).code ?? '')) await runOneByOne(batch);
        else for (const { reject } of batch) reject(error);
      }
    }
    inFlight = false;
  }

  async function runOneByOne(batch: readonly Waiting[]): Promise<void> {
    for (const { item, resolve, reject } of batch) {
      await run([item]).then(([result]) => resolve(result as Result), reject);
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!inFlight) void flush();
    });
}
