import { DeliveryError } from '../../foundation/errors.ts';
import { SECOND_MS } from '../../foundation/time.ts';
import type { Clock } from '../clock.ts';

const MOST_WATCHED = 200_000;

/** So many calls in each stretch of time for each name; a device that sends more is told to wait. Each process counts for itself. */
export function createCallLimit(clock: Clock, allowed: number, stretchMs: number): (name: string) => void {
  const counted = new Map<string, { since: number; calls: number }>();
  return (name) => {
    const now = clock.now();
    const known = counted.get(name);
    if (known === undefined || now - known.since >= stretchMs) {
      if (counted.size >= MOST_WATCHED) counted.clear();
      counted.set(name, { since: now, calls: 1 });
      return;
    }
    known.calls += 1;
    if (known.calls <= allowed) return;
    const seconds = Math.max(1, Math.ceil((known.since + stretchMs - now) / SECOND_MS));
    throw new DeliveryError(
      'ERR_RATE_LIMIT_EXCEEDED',
      `Too many calls from this device. Wait ${seconds} s.`,
      undefined,
      {
        'retry-after': String(seconds),
      },
    );
  };
}
