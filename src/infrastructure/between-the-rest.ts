import { stopwatchMs } from './clock.ts';

/**
 * What can wait a moment is done in the order in which it came: in each turn of the loop so many at least, and as many as can be done in the time that the rest
 * took. However much waits, the rest has its turn soon.
 */
export function betweenTheRest<Item>(
  leastInATurn: number,
  handle: (item: Item) => void,
  milliseconds: () => number = stopwatchMs,
): (item: Item) => void {
  let waiting: Item[] = [];
  let restSince = 0;

  function takeTurn(): void {
    const begunAt = milliseconds();
    const restMs = begunAt - restSince;
    let handled = 0;
    for (const item of waiting) {
      if (handled >= leastInATurn && milliseconds() - begunAt >= restMs) break;
      handle(item);
      handled += 1;
    }
    waiting = waiting.slice(handled);
    waitForTurn();
  }

  function waitForTurn(): void {
    if (waiting.length === 0) return;
    restSince = milliseconds();
    setImmediate(takeTurn);
  }

  return (item) => {
    waiting.push(item);
    if (waiting.length === 1) waitForTurn();
  };
}
