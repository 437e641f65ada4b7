/**
 * Turns calls that arrive together into one. No timer: a call that finds nothing in flight goes at once, and those that
 * come while a batch is in flight make up the next one.
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
