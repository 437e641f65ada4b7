import { MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';

const SHORTEST_PAUSE_MS = SECOND_MS / 2;
const LONGEST_WAIT_SECONDS = 10;

/** Between two looks at the events: half of the calls that the key has in a minute stay for the developer's own program. */
export function pauseBetweenLooks(callsAMinute: number): number {
  return Math.max(SHORTEST_PAUSE_MS, Math.ceil((2 * MINUTE_MS) / Math.max(callsAMinute, 1)));
}

/** Before something is tried again that has failed so many times in a row: 1, 2, 4, 8 seconds, and then every ten. */
export function secondsUntilNextTry(failures: number): number {
  return Math.min(2 ** (failures - 1), LONGEST_WAIT_SECONDS);
}
