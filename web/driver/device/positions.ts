import { useSyncExternalStore } from 'react';
import { oneAtATime } from '../../../src/infrastructure/one-at-a-time.ts';
import { call, ignoreNoSignal } from '../api/call.ts';
import { work } from '../day/work.ts';
import { isNews, type TimedPlace } from '../rules/places.ts';
import { meaningOf } from '../rules/queue.ts';
import { now } from './clock.ts';
import { createObserved } from './observed.ts';
import { addPosition, oldestPositions, removePositions } from './store.ts';

const REPORT_MS = 10_000;
const STILL_MS = 5_000;
const MOST_IN_A_REPORT = 100;
/** Some hours without signal. */
const MOST_KEPT = 5_000;
const UNKNOWN = -1;

type Place = { readonly lat: number; readonly lng: number; readonly accuracyMeters: number };
type Whereabouts = {
  readonly place: Place | undefined;
  /** The driver, or the phone, does not let the app know. */
  readonly isDenied: boolean;
};
const whereabouts = createObserved<Whereabouts>({ place: undefined, isDenied: false });

/** Where the phone is, while the driver is online or has work. */
export function usePlace(): Whereabouts {
  return useSyncExternalStore(whereabouts.subscribe, whereabouts.get);
}

/** Tells the server where the driver is, while he is online or has work; one tab does it for all. */
export function reportPlaces(driverId: string): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  void navigator.locks
    .request('waybill-positions', { signal }, () => watchWhileWanted(driverId, signal))
    .catch(ignoreStop);
  return () => stopped.abort();
}

function ignoreStop(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}

function watchWhileWanted(driverId: string, signal: AbortSignal): Promise<void> {
  let stopWatching: (() => void) | undefined;
  const follow = () => {
    if (hasWork() && stopWatching === undefined) stopWatching = watch(driverId);
    if (!hasWork() && stopWatching !== undefined) {
      stopWatching();
      stopWatching = undefined;
    }
  };
  const unsubscribe = work.subscribe(follow);
  follow();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      unsubscribe();
      stopWatching?.();
      resolve();
    });
  });
}

function hasWork(): boolean {
  const { me, order, parcels } = work.get();
  return me !== undefined && (me.onlineSince !== null || order !== null || (parcels?.visits.length ?? 0) > 0);
}

function watch(driverId: string): () => void {
  let last: TimedPlace | undefined;
  let foundAt = 0;
  // Whoever has just come online is to be found at once.
  let isDue = true;
  const tell = oneAtATime(() => report(driverId));
  const options = { enableHighAccuracy: true, maximumAge: 5_000, timeout: 30_000 };
  const found = ({ coords }: GeolocationPosition) => {
    foundAt = Date.now();
    const { latitude: lat, longitude: lng, accuracy, heading } = coords;
    whereabouts.set({ place: { lat, lng, accuracyMeters: accuracy }, isDenied: false });
    const place = { lat, lng, at: now() };
    if (!isNews(last, place)) return;
    last = place;
    const more = { accuracyMeters: Math.round(accuracy), headingDegrees: roundedHeading(heading) };
    const added = addPosition({ driverId, ...place, ...more }, MOST_KEPT);
    if (isDue) void added.then(tell);
    isDue = false;
  };
  const failed = ({ code, PERMISSION_DENIED }: GeolocationPositionError) => {
    if (code === PERMISSION_DENIED) whereabouts.set({ ...whereabouts.get(), isDenied: true });
  };
  const look = () => navigator.geolocation.watchPosition(found, failed, options);
  let id = look();
  const timer = setInterval(() => {
    isDue = true;
    void tell();
    if (Date.now() - foundAt < STILL_MS) return;
    // Browsers tell nothing more of a phone that lies still, but to whoever asks anew; the server would think it gone.
    navigator.geolocation.clearWatch(id);
    id = look();
  }, REPORT_MS);
  return () => {
    navigator.geolocation.clearWatch(id);
    clearInterval(timer);
  };
}

/** Null, or no number at all on phones that stand still. */
function roundedHeading(heading: number | null): number {
  return heading === null || Number.isNaN(heading) ? UNKNOWN : Math.round(heading) % 360;
}

async function report(driverId: string): Promise<void> {
  for (let sent = MOST_IN_A_REPORT; sent === MOST_IN_A_REPORT; ) {
    const { keys, positions } = await oldestPositions(driverId, MOST_IN_A_REPORT);
    if (positions.length === 0 || !(await isTaken(positions))) return;
    await removePositions(keys);
    sent = positions.length;
  }
}

/** What the server does not want it will not want later either. */
async function isTaken(kept: Awaited<ReturnType<typeof oldestPositions>>['positions']): Promise<boolean> {
  const positions = kept.map(({ driverId: _, at, ...rest }) => ({ ...rest, at: new Date(at).toISOString() }));
  const answer = await call('POST', '/positions', { data: { positions } }).catch(ignoreNoSignal);
  const meaning = answer === undefined ? 'WAIT' : meaningOf(answer);
  return meaning !== 'WAIT' && meaning !== 'SIGNED_OUT';
}
