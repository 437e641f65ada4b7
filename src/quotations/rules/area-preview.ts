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

const NOTHING_TRIED: AreaPreview = { quotations: 0, leftOut: 0, partners: new Map(), outside: [] };

/** What was tried before, and these in addition. */
export function tryArea(
  quotations: readonly Tried[],
  area: readonly Polygon[],
  before: AreaPreview = NOTHING_TRIED,
): AreaPreview {
  const partners = new Map(before.partners);
  const outside = [...before.outside];
  let { leftOut } = before;
  for (const { partnerId, stops } of quotations) {
    const out = stops.map(({ coordinates }) => pointOf(coordinates)).filter((point) => !isInside(point, area));
    if (out.length === 0) continue;
    leftOut++;
    partners.set(partnerId, (partners.get(partnerId) ?? 0) + 1);
    outside.push(...out);
  }
  const shown = outside.slice(0, MOST_SHOWN);
  return { quotations: before.quotations + quotations.length, leftOut, partners, outside: shown };
}
