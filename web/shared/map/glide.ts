import type { MapPoint } from './view.ts';

const GLIDE_MS = 1_000;
/** Further away than anybody drives between two positions: somebody else, or a phone that was off for a while. */
const LONGEST_GLIDE_DEGREES = 0.02;

/** Moves evenly from one reported position to the next, at once where that is far or nobody wants to see things move. */
export function glide(start: MapPoint, show: (point: MapPoint) => void) {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let at = start;
  let frame: number | undefined;
  const stop = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
  };
  return {
    stop,
    move(to: MapPoint) {
      if (to.lat === at.lat && to.lng === at.lng) return;
      stop();
      const isFar = Math.max(Math.abs(to.lat - at.lat), Math.abs(to.lng - at.lng)) > LONGEST_GLIDE_DEGREES;
      if (still.matches || isFar) {
        at = to;
        return show(to);
      }
      const from = at;
      let startedAt: number | undefined;
      const step = (now: number) => {
        startedAt ??= now;
        at = between(from, to, (now - startedAt) / GLIDE_MS);
        show(at);
        frame = now - startedAt < GLIDE_MS ? requestAnimationFrame(step) : undefined;
      };
      frame = requestAnimationFrame(step);
    },
  };
}

/** At a share of the way, which is over at 1. */
export function between(from: MapPoint, to: MapPoint, share: number): MapPoint {
  const part = Math.min(1, Math.max(0, share));
  return { lat: from.lat + (to.lat - from.lat) * part, lng: from.lng + (to.lng - from.lng) * part };
}
