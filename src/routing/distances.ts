import type { Point } from '../foundation/geo.ts';
import type { Log } from '../infrastructure/log.ts';
import type { Metrics } from '../infrastructure/metrics.ts';
import { estimateMatrix } from './rules/estimate.ts';

export type VehicleKind = 'foot' | 'bicycle' | 'motorcycle' | 'car' | 'truck';
type DistanceSource = 'estimate' | 'valhalla' | 'osrm';

/** Whole metres, [from][to]; the diagonal is 0. */
export type Distances = { readonly meters: readonly (readonly number[])[]; readonly source: DistanceSource };

/** One way of measuring. It answers for all points at once; a pair without a way between is NaN. */
export type DistanceEngine = {
  readonly source: DistanceSource;
  matrix(points: readonly Point[], vehicle: VehicleKind, signal: AbortSignal): Promise<number[][]>;
};

export type MeasureDistances = (
  points: readonly Point[],
  vehicle: VehicleKind,
  roadFactor: number,
) => Promise<Distances>;

type Parts = {
  readonly engine: DistanceEngine | undefined;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly timeLimitMs: number;
};
type FallbackReason = 'timeout' | 'error' | 'unusable';

/** The engine's answer within its time limit; else the estimate, with a log line and a metric. Never fails. */
export function createDistances({ engine, log, metrics, timeLimitMs }: Parts): MeasureDistances {
  const fallbacks = metrics.counter(
    'waybill_distance_fallbacks_total',
    'Distances that were estimated because the routing engine gave no usable answer in time',
    ['reason'],
  );
  const noteFallback = (reason: FallbackReason, details: Readonly<Record<string, unknown>>): void => {
    fallbacks.inc({ reason });
    log.warn({ reason, ...details }, 'distances are estimated: the routing engine gave no usable answer in time');
  };
  const ask = async (asked: DistanceEngine, points: readonly Point[], vehicle: VehicleKind) => {
    const details = { engine: asked.source, points: points.length, vehicle };
    try {
      const answer = await withinTime(timeLimitMs, (signal) => asked.matrix(points, vehicle, signal));
      if (answer === LATE) return noteFallback('timeout', { ...details, timeLimitMs });
      const meters = usableMeters(answer, points.length);
      if (meters === undefined) return noteFallback('unusable', details);
      return meters;
    } catch (error) {
      return noteFallback('error', { ...details, error: error instanceof Error ? error.message : String(error) });
    }
  };
  return async (points, vehicle, roadFactor) => {
    const meters = engine === undefined ? undefined : await ask(engine, points, vehicle);
    return engine !== undefined && meters !== undefined
      ? { meters, source: engine.source }
      : { meters: estimateMatrix(points, roadFactor), source: 'estimate' };
  };
}

/** No two stops of one city are further apart; engines also say "no way" by a huge number. */
const LONGEST_LEG_METERS = 2_000_000;

const LATE = Symbol('late');

/** What the work gives, or LATE; late work is told to stop, and what becomes of it then is nobody's concern. */
async function withinTime<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T | typeof LATE> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => {
      resolve(LATE);
      controller.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([limit, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Engines speak over wires, so their answer is looked at cell by cell. */
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
