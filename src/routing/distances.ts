import type { Point } from '../foundation/geo.ts';
import { type AskingParts, createAsking } from './ask-engine.ts';
import type { RoutingSource } from './engine.ts';
import { estimateMatrix } from './rules/estimate.ts';
import type { VehicleKind } from './rules/vehicle-speed.ts';

/** Whole metres, [from][to]; the diagonal is 0. */
export type Distances = { readonly meters: readonly (readonly number[])[]; readonly source: RoutingSource };

export type MeasureDistances = (
  points: readonly Point[],
  vehicle: VehicleKind,
  roadFactor: number,
) => Promise<Distances>;

/** The engine's answer within its time limit; else the estimate. Never fails. */
export function createDistances(parts: AskingParts): MeasureDistances {
  const { engine } = parts;
  const ask = createAsking(parts, {
    ask: (asked, points, vehicle, signal) => asked.matrix(points, vehicle, signal),
    read: (answer, points) => usableMeters(answer, points.length),
    counter: {
      name: 'waybill_distance_fallbacks_total',
      help: 'Distances that were estimated because the routing engine gave no usable answer in time',
    },
    message: 'distances are estimated: the routing engine gave no usable answer in time',
  });
  return async (points, vehicle, roadFactor) => {
    const meters = await ask(points, vehicle);
    return engine !== undefined && meters !== undefined
      ? { meters, source: engine.source }
      : { meters: estimateMatrix(points, roadFactor), source: 'estimate' };
  };
}

/** No two stops of one city are further apart; engines also say "no way" by a huge number. */
const LONGEST_LEG_METERS = 2_000_000;

function usableMeters(answer: unknown, size: number): number[][] | undefined {
  if (!isListOf(answer, size, (row) => isListOf(row, size, isDistance))) return undefined;
  return (answer as number[][]).map((row, from) => row.map((meters, to) => (from === to ? 0 : Math.round(meters))));
}

function isListOf(value: unknown, size: number, holds: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length === size && Array.from(value).every(holds);
}

function isDistance(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= LONGEST_LEG_METERS;
}
