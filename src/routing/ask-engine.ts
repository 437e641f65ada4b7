import type { Point } from '../foundation/geo.ts';
import type { Log } from '../infrastructure/log.ts';
import type { Metrics } from '../infrastructure/metrics.ts';
import { reasonOf } from '../infrastructure/reason.ts';
import type { RoutingEngine } from './engine.ts';
import type { VehicleKind } from './rules/vehicle-speed.ts';

export type AskingParts = {
  readonly engine: RoutingEngine | undefined;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly timeLimitMs: number;
};

type Question<T> = {
  readonly ask: (
    engine: RoutingEngine,
    points: readonly Point[],
    vehicle: VehicleKind,
    signal: AbortSignal,
  ) => Promise<unknown>;
  /** Engines speak over wires: what is of use in their answer, if anything is. */
  readonly read: (answer: unknown, points: readonly Point[]) => T | undefined;
  readonly counter: { readonly name: string; readonly help: string };
  /** What happens instead. */
  readonly message: string;
};
type FallbackReason = 'timeout' | 'error' | 'unusable';

/** The engine's answer where it is of use and within its time limit; else undefined, with a log line and a metric. Never fails. */
export function createAsking<T>({ engine, log, metrics, timeLimitMs }: AskingParts, question: Question<T>) {
  const fallbacks = metrics.counter(question.counter.name, question.counter.help, ['reason']);
  const noteFallback = (reason: FallbackReason, details: Readonly<Record<string, unknown>>): undefined => {
    fallbacks.inc({ reason });
    log.warn({ reason, ...details }, question.message);
  };
  return async (points: readonly Point[], vehicle: VehicleKind): Promise<T | undefined> => {
    if (engine === undefined) return undefined;
    const details = { engine: engine.source, points: points.length, vehicle };
    try {
      const answer = await withinTime(timeLimitMs, (signal) => question.ask(engine, points, vehicle, signal));
      if (answer === LATE) return noteFallback('timeout', { ...details, timeLimitMs });
      return question.read(answer, points) ?? noteFallback('unusable', details);
    } catch (error) {
      return noteFallback('error', { ...details, error: reasonOf(error) });
    }
  };
}

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
