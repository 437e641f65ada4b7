import { useSyncExternalStore } from 'react';
import { type Detail, distanceOf, exactMomentOf, foreignZone, momentOf } from './rules/moment.ts';

type Props = Detail & {
  readonly at: string;
  /** Of a city, where its own clock counts; otherwise that of whoever looks. */
  readonly zone?: string | undefined;
  /** Where nothing else on the page says whose clock it is. */
  readonly namesZone?: boolean;
  /** How long ago it was or how far ahead it lies. */
  readonly ago?: boolean;
};

/** A moment; the exact one is shown to whoever points at it. */
export function Time({ at, zone, namesZone = false, ago = false, ...detail }: Props) {
  const now = useNow();
  const foreign = namesZone && zone !== undefined ? foreignZone(at, zone) : undefined;
  return (
    <time dateTime={at} title={exactMomentOf(at, zone)} className="whitespace-nowrap">
      {ago ? distanceOf(at, now) : momentOf(at, now, zone, detail)}
      {foreign === undefined ? undefined : <span className="whitespace-normal text-quiet text-sm"> {foreign}</span>}
    </time>
  );
}

const STEP_MS = 15_000;
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    for (const each of watchers) each();
  }, STEP_MS);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** One clock for everything on the page, which goes in steps. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / STEP_MS) * STEP_MS);
}
