import type { Point } from '../foundation/geo.ts';
import type { VehicleKind } from './distances.ts';

const COSTING: Readonly<Record<VehicleKind, string>> = {
  foot: 'pedestrian',
  bicycle: 'bicycle',
  motorcycle: 'motorcycle',
  car: 'auto',
  truck: 'truck',
};

/** Every way of driving that is ever asked for. */
export const COSTINGS: readonly string[] = Object.values(COSTING);

/** Without these Valhalla thinks of a long articulated lorry and keeps it out of streets where ours deliver. */
const CITY_TRUCK = { length: 7, width: 2.3, height: 3.2, weight: 7.5, axle_load: 5, axle_count: 2 };

/** The question to Valhalla's sources_to_targets, over HTTP or in process. */
export function valhallaQuery(points: readonly Point[], vehicle: VehicleKind) {
  const locations = points.map(({ lat, lng }) => ({ lat, lon: lng }));
  return {
    sources: locations,
    targets: locations,
    costing: COSTING[vehicle],
    ...(vehicle === 'truck' ? { costing_options: { truck: CITY_TRUCK } } : {}),
    units: 'kilometers',
    verbose: false,
  };
}

/** Metres from its answer; NaN where it knows no way. Older servers give a list of pairs also when asked for the short form. */
export function valhallaMeters(answer: unknown): number[][] {
  const table = (answer as { sources_to_targets?: unknown } | null)?.sources_to_targets;
  const rows = Array.isArray(table) ? table : (table as { distances?: unknown } | undefined)?.distances;
  if (!Array.isArray(rows)) throw new Error('Valhalla answered without distances');
  return rows.map((row) => (Array.isArray(row) ? row.map(metersOf) : []));
}

function metersOf(cell: unknown): number {
  const kilometers = typeof cell === 'object' ? (cell as { distance?: unknown } | null)?.distance : cell;
  return typeof kilometers === 'number' ? kilometers * 1_000 : Number.NaN;
}
