import type { Point } from '../foundation/geo.ts';
import { decodeLine } from './rules/line.ts';
import type { VehicleKind } from './rules/vehicle-speed.ts';

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
export function matrixQuery(points: readonly Point[], vehicle: VehicleKind) {
  const locations = locationsOf(points);
  return { sources: locations, targets: locations, ...costingOf(vehicle), units: 'kilometers', verbose: false };
}

/** The question to its route: the line alone, without a word on where to turn. */
export function wayQuery(points: readonly Point[], vehicle: VehicleKind) {
  return {
    locations: locationsOf(points),
    ...costingOf(vehicle),
    directions_type: 'none',
    shape_format: 'polyline6',
  };
}

function locationsOf(points: readonly Point[]) {
  return points.map(({ lat, lng }) => ({ lat, lon: lng }));
}

function costingOf(vehicle: VehicleKind) {
  return {
    costing: COSTING[vehicle],
    ...(vehicle === 'truck' ? { costing_options: { truck: CITY_TRUCK } } : {}),
  };
}

/** Metres from its answer; NaN where it knows no way. Older servers give a list of pairs also when asked for the short form. */
export function metersFrom(answer: unknown): number[][] {
  const table = (answer as { sources_to_targets?: unknown } | null)?.sources_to_targets;
  const rows = Array.isArray(table) ? table : (table as { distances?: unknown } | undefined)?.distances;
  if (!Array.isArray(rows)) throw new Error('Valhalla answered without distances');
  return rows.map((row) => (Array.isArray(row) ? row.map(metersOf) : []));
}

function metersOf(cell: unknown): number {
  const kilometers = typeof cell === 'object' ? (cell as { distance?: unknown } | null)?.distance : cell;
  return typeof kilometers === 'number' ? kilometers * 1_000 : Number.NaN;
}

/** One leg from each point to the next; where one ends the next begins. */
export function wayFrom(answer: unknown): Point[] {
  const legs = (answer as { trip?: { legs?: unknown } } | null)?.trip?.legs;
  if (!Array.isArray(legs) || legs.some((leg) => typeof leg?.shape !== 'string'))
    throw new Error('Valhalla answered without a way');
  return legs.flatMap(({ shape }, index) => decodeLine(shape).slice(index === 0 ? 0 : 1));
}
