import type { Polygon } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { pastStops } from './quotations-sql.ts';
import { type AreaPreview, tryArea } from './rules/area-preview.ts';

/** Which of the newest quotations of a city since a time could not be had with another service area. */
export async function previewArea(
  sql: Queryable,
  city: { readonly locode: string; readonly services: readonly string[] },
  area: readonly Polygon[],
  since: Instant,
  most: number,
): Promise<AreaPreview> {
  return tryArea(await pastStops(sql, city, since, most), area);
}
