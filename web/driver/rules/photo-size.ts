import type { DriverOrder, Parcel } from '../api/types.ts';
import type { Action } from '../day/action.ts';

/** Where hardly anything gets through: 100 kbit/s. */
const SLOWEST_BYTES_A_SECOND = 12_500;
const LONGEST_WITHOUT_MS = 30_000;
/** Eleven seconds on such a way, of the 15 that the server gives a call, in the text that it is sent as. */
const SMALL_BYTES = 100_000;

/** How long a call may take, by what it carries. */
export function longestMsFor(bytes: number): number {
  return LONGEST_WITHOUT_MS + Math.round((bytes / SLOWEST_BYTES_A_SECOND) * 1_000);
}

type Try = {
  /** Of the photo. */
  readonly bytes: number;
  /** The server's answer; undefined where none came. */
  readonly status: number | undefined;
  readonly tookMs: number;
};
const TOO_LONG_MS = 10_000;

/** How large a photo may be at the next try, where the last one took too long or was too large; undefined where it is to stay as it is. */
export function nextPhotoBytes({ bytes, status, tookMs }: Try): number | undefined {
  // A server that stops waiting in the middle of a photo often cannot say so any more.
  const isTooSlow = status === 408 || (status === undefined && tookMs >= TOO_LONG_MS);
  // Not for the server, which takes far more, but for a proxy on the way: many let no more than 1 MiB through, some less.
  if (status === 413) return Math.round(bytes / 4);
  if (!isTooSlow || bytes <= SMALL_BYTES) return undefined;
  return Math.max(SMALL_BYTES, Math.round(bytes / 4));
}

/** Whether the server has taken it before, by what it says of the order or the parcel now. */
export function isHandedOver(action: Action, now: DriverOrder | Parcel): boolean {
  if (action.kind === 'parcelDeliver') return now.status === 'DELIVERED';
  if (action.kind !== 'dropOff' || !('stops' in now)) return false;
  const closed = now.stops.find(({ stopId }) => stopId === action.stopId)?.closed;
  return closed !== undefined && closed.outcome !== 'FAILED';
}
