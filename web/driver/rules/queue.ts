import type { Action } from '../day/action.ts';

/** A call for help waits behind nothing, not even behind a photo that is on its way. */
export type Lane = 'help' | 'work';
export const LANES: readonly Lane[] = ['help', 'work'];

export function laneOf({ kind }: Action): Lane {
  return kind === 'emergency' ? 'help' : 'work';
}

/** Strictly in the order in which it was done. */
export function nextToSend<Entry extends { readonly action: Action }>(
  waiting: readonly Entry[],
  lane: Lane,
): Entry | undefined {
  return waiting.find(({ action }) => laneOf(action) === lane);
}

type Path = `/${string}`;
/** A call as it goes out, but for its time; a photo is still a picture. */
export type Outgoing = { readonly path: Path; readonly data: Readonly<Record<string, unknown>>; readonly photo?: Blob };

export function outgoing(action: Action): Outgoing {
  switch (action.kind) {
    case 'arrive':
      return { path: `/orders/${action.orderId}/arrive`, data: {} };
    case 'pickUp':
      return { path: `/orders/${action.orderId}/pick-up`, data: {} };
    case 'giveBack':
      return { path: `/orders/${action.orderId}/give-back`, data: { reason: action.reason } };
    case 'dropOff':
      return withProof(`/orders/${action.orderId}/drop-offs/${action.stopId}`, action);
    case 'parcelPickUp':
      return { path: `/parcels/${action.orderId}/pick-up`, data: given({ pieces: action.pieces, note: action.note }) };
    case 'parcelFailPickUp':
      return { path: `/parcels/${action.orderId}/fail-pick-up`, data: reasonOf(action) };
    case 'parcelDropOut':
      return { path: `/parcels/${action.orderId}/drop-out`, data: { reason: action.reason } };
    case 'parcelDeliver':
      return withProof(`/parcels/${action.orderId}/deliver`, action);
    case 'parcelFailDelivery':
      return { path: `/parcels/${action.orderId}/fail-delivery`, data: reasonOf(action) };
    case 'parcelRetry':
      return { path: `/parcels/${action.orderId}/retry`, data: {} };
    case 'parcelReturn':
      return { path: `/parcels/${action.orderId}/return`, data: {} };
    case 'goOffline':
      return { path: '/offline', data: {} };
    case 'emergency':
      return { path: '/emergency', data: given({ place: action.place, note: action.note }) };
  }
}

function withProof(path: Path, { proof }: Extract<Action, { readonly proof: unknown }>): Outgoing {
  switch (proof.kind) {
    case 'NONE':
      return { path, data: { proof: 'NONE' } };
    case 'PHOTO':
      return { path, data: { proof: 'PHOTO' }, photo: proof.photo };
    case 'SIGNATURE':
      return { path, data: { proof: 'SIGNATURE', signature: { strokes: proof.strokes } } };
    case 'FAILED':
      return { path, data: { proof: 'FAILED', ...reasonOf(proof) } };
  }
}

function reasonOf({ reasonKey, note }: { readonly reasonKey: string; readonly note?: string }) {
  return given({ reasonKey, reason: note });
}

/** What was left empty is left out. */
function given(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

type Done = {
  /** By the device. */
  readonly doneAt: number;
  /** How far the server's clock was ahead of it, where that was known then. */
  readonly aheadMs?: number | undefined;
};
type DeviceClock = { readonly now: number; readonly aheadMs: number };

/** When it was done, by the server's clock; never later than now, which a clock set back in between would make it. */
export function timeToSend({ doneAt, aheadMs }: Done, clock: DeviceClock): string {
  const at = Math.min(doneAt + (aheadMs ?? clock.aheadMs), clock.now + clock.aheadMs);
  return new Date(at).toISOString();
}

type Said =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: number; readonly code: string; readonly pointer: string | undefined };
/** SUSPENDED is said of the driver and not of what was sent: that may be taken another time. */
export type Meaning = 'DONE' | 'WAIT' | 'SIGNED_OUT' | 'SUSPENDED' | 'WRONG_TIME' | 'REFUSED';

/** What the server's answer means for what was sent. */
export function meaningOf(said: Said): Meaning {
  if (said.ok) return 'DONE';
  if (said.status === 401) return 'SIGNED_OUT';
  if (said.code === 'ERR_FORBIDDEN') return 'SUSPENDED';
  if (said.code === 'ERR_REQUEST_IN_PROGRESS' || [408, 425, 429].includes(said.status) || said.status >= 500)
    return 'WAIT';
  if (said.pointer === '/data/at') return 'WRONG_TIME';
  // Not the server's words: something between us and it, such as a hotel's sign-in page.
  if (said.code === '') return 'WAIT';
  return 'REFUSED';
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Twice as long after each try, and never all phones at once; `chance` from 0 to 1. */
export function pauseAfter(tries: number, chance: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10));
  return Math.round(longest / 2 + (longest / 2) * chance);
}

/** How long to wait before the next try. `isAskedFor`: by the server, so that nothing shortens it. */
export type Pause = { readonly pauseMs: number; readonly isAskedFor: boolean };

export function pauseBefore(tries: number, chance: number, retryAfterSeconds = 0): Pause {
  const asked = retryAfterSeconds * 1_000;
  return { pauseMs: Math.max(pauseAfter(tries, chance), asked), isAskedFor: asked > 0 };
}
