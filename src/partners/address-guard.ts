import { DeliveryError } from '../foundation/errors.ts';
import { MINUTE_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import { addressGroup } from './rules/api-key.ts';
import { retryAfterSeconds } from './rules/rate-limits.ts';
import { endOfTick, grainOf, type SlidingWindow, takeFromWindow, tickOf } from './rules/sliding-window.ts';

const MOST_WATCHED = 50_000;

/**
 * Shuts out an address that keeps failing at the door, before any work is done for it. Only failures count, however busy an address
 * is. Each process counts for itself: once shut out, a flood costs the database nothing more.
 */
export type AddressGuard = {
  refusalFor(address: string): DeliveryError | undefined;
  countFailure(address: string): void;
};

export function createAddressGuard(clock: Clock, failuresAMinute: number): AddressGuard {
  const windows = new Map<string, SlidingWindow>();
  const grain = grainOf(failuresAMinute, MINUTE_MS);
  const look = (group: string, wanted: 0 | 1) =>
    takeFromWindow(windows.get(group), tickOf(clock.now(), grain), grain.lifeTicks, wanted, failuresAMinute);
  return {
    refusalFor(address) {
      if (windows.size === 0) return undefined;
      const group = addressGroup(address);
      if (!windows.has(group)) return undefined;
      const { used, oldestTick } = look(group, 0);
      if (oldestTick === undefined) {
        windows.delete(group);
        return undefined;
      }
      if (used < failuresAMinute) return undefined;
      const state = { allowed: failuresAMinute, remaining: 0, resetAt: endOfTick(oldestTick, grain) };
      return new DeliveryError(
        'ERR_RATE_LIMIT_EXCEEDED',
        'Too many calls from this address could not be authenticated. Wait, and check key, secret and clock.',
        undefined,
        { 'retry-after': String(retryAfterSeconds(state, clock.now())) },
      );
    },
    countFailure(address) {
      const group = addressGroup(address);
      const { window } = look(group, 1);
      windows.delete(group);
      const [longestUnseen] = windows.keys();
      if (windows.size >= MOST_WATCHED && longestUnseen !== undefined) windows.delete(longestUnseen);
      windows.set(group, window);
    },
  };
}
