import { greatCircleMeters, type Point } from '../../foundation/geo.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import { seeded, seedOf } from './seeded.ts';
import { awayFrom, type Place } from './way.ts';

const STROLL_METERS_PER_SECOND = 2;

/** Whoever has nothing to do goes some way for a minute and comes back in the next, so that nobody gets lost. */
export function stroll(phone: string, last: Place, now: Instant): Place {
  const minute = Math.floor(now / MINUTE_MS);
  const bearing = seeded(seedOf(`${phone}/${Math.floor(minute / 2)}`))() * 2 * Math.PI;
  const ahead = minute % 2 === 0 ? bearing : bearing + Math.PI;
  const seconds = Math.min(Math.max(0, now - last.at), MINUTE_MS) / SECOND_MS;
  return { ...awayFrom(last, seconds * STROLL_METERS_PER_SECOND, ahead), at: now };
}

type Free = { readonly id: string; readonly locode: string; readonly service: string; readonly place: Place };
type Wanted = { readonly locode: string; readonly service: string; readonly goodsAt: Point };

/** Nearer than the circle in which an order first looks for drivers. */
const NEAR_METERS = 2_500;

/** Where nobody who is free is near an order that waits, the nearest goes there; nobody goes to two. By driver. */
export function headings<W extends Wanted>(free: readonly Free[], waiting: readonly W[]): ReadonlyMap<string, W> {
  const going = new Map<string, W>();
  const places = new Set<string>();
  for (const wanted of waiting) {
    // Orders that wait at one place need one driver to come near.
    const place = `${wanted.locode}/${wanted.service}/${wanted.goodsAt.lat}/${wanted.goodsAt.lng}`;
    if (places.has(place)) continue;
    places.add(place);
    const able = free
      .filter(({ locode, service }) => locode === wanted.locode && service === wanted.service)
      .map(({ id, place: from }) => ({ id, meters: greatCircleMeters(from, wanted.goodsAt) }))
      .sort((a, b) => a.meters - b.meters);
    if (able[0] === undefined || able[0].meters <= NEAR_METERS) continue;
    const nearest = able.find(({ id }) => !going.has(id));
    if (nearest !== undefined) going.set(nearest.id, wanted);
  }
  return going;
}
