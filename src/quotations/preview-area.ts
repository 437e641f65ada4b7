import { setImmediate } from 'node:timers/promises';
import type { Polygon } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { pastStops } from './quotations-sql.ts';
import { type AreaPreview, tryArea } from './rules/area-preview.ts';

/** An area may have thousands of corners: between these, others are served. */
const AT_ONCE = 200;

/** Which of the newest quotations of a city since a time could not be had with another service area. */
export async function previewArea(
  sql: Queryable,
  city: { readonly locode: string; readonly services: readonly string[] },
  area: readonly Polygon[],
  since: Instant,
  most: number,
): Promise<AreaPreview> {
  const past = await pastStops(sql, city, since, most);
  let preview = tryArea([], area);
  for (let at = 0; at < past.length; at += AT_ONCE) {
    preview = tryArea(past.slice(at, at + AT_ONCE), area, preview);
    await setImmediate();
  }
  return preview;
}
