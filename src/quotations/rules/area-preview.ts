import { isInside, type Point, type Polygon } from '../../foundation/geo.ts';
import type { PartnerId } from '../../foundation/ids.ts';
import type { Coordinates } from './quotation.ts';
import { pointOf } from './requested-stop.ts';

type Tried = { readonly partnerId: PartnerId; readonly stops: readonly { readonly coordinates: Coordinates }[] };

/** What of past quotations a service area leaves out. */
export type AreaPreview = {
  readonly quotations: number;
  readonly leftOut: number;
  /** How many of each partner's. */
  readonly partners: ReadonlyMap<PartnerId, number>;
  /** Stops that lie outside, some of them. */
  readonly outside: readonly Point[];
};

const MOST_SHOWN = 500;

export function tryArea(quotations: readonly Tried[], area: readonly Polygon[]): AreaPreview {
  const partners = new Map<PartnerId, number>();
  const outside: Point[] = [];
  let leftOut = 0;
  for (const { partnerId, stops } of quotations) {
    const out = stops.map(({ coordinates }) => pointOf(coordinates)).filter((point) => !isInside(point, area));
    if (out.length === 0) continue;
    leftOut++;
    partners.set(partnerId, (partners.get(partnerId) ?? 0) + 1);
    outside.push(...out);
  }
  return { quotations: quotations.length, leftOut, partners, outside: outside.slice(0, MOST_SHOWN) };
}
