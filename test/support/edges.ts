import type { Instant } from '../../src/foundation/time.ts';
import type { Clock } from '../../src/infrastructure/clock.ts';
import { createLog, type Log } from '../../src/infrastructure/log.ts';

/** A clock in the test's hand. */
export type TestClock = Clock & { advance(ms: number): void; set(now: Instant): void };

export function testClock(start: Instant = Date.UTC(2026, 10, 16, 4, 0, 0)): TestClock {
  let now = start;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
    set(instant) {
      now = instant;
    },
  };
}

/** It goes on by itself from the present on, as a browser's does, and can be moved ahead. */
export function runningClock(): TestClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance(ms) {
      ahead += ms;
    },
    set(instant) {
      ahead = instant - Date.now();
    },
  };
}

/** A real log whose lines the test can read. */
export function readableLog(): { log: Log; lines: string[]; entries(): Record<string, unknown>[] } {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) });
  return { log, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

export const silentLog: Log = createLog({ level: 'silent', write: () => {} });
