import type { Point } from '../foundation/geo.ts';
import { HOUR_MS, SECOND_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import { type AskingParts, createAsking } from './ask-engine.ts';
import type { RoutingSource } from './engine.ts';
import { createRecentAnswers } from './recent-answers.ts';
import { isOnEarth, simplifyLine } from './rules/line.ts';
import type { VehicleKind } from './rules/vehicle-speed.ts';

/** The line of a way through points in their order: along the streets, or straight from one to the next by the estimate. */
type Way = { readonly line: readonly Point[]; readonly source: RoutingSource };

export type FindWay = (points: readonly Point[], vehicle: VehicleKind) => Promise<Way>;

const MOST_REMEMBERED = 2_000;
/** Live pages look every few seconds: an engine that is away is not asked by each of them each time. */
const PAUSE_AFTER_FAILURE_MS = 30 * SECOND_MS;
/** On the screen of a phone that shows a whole city, nobody sees less. */
const UNSEEN_METERS = 5;

/** The engine's way within its time limit, remembered for an hour; else straight lines. Never fails. */
export function createWays({ clock, ...parts }: AskingParts & { readonly clock: Clock }): FindWay {
  const { engine } = parts;
  const recent = createRecentAnswers<readonly Point[]>({
    most: MOST_REMEMBERED,
    keptMs: HOUR_MS,
    failureKeptMs: PAUSE_AFTER_FAILURE_MS,
    clock,
  });
  const ask = createAsking(parts, {
    ask: (asked, points, vehicle, signal) => asked.way(points, vehicle, signal),
    read: usableLine,
    counter: {
      name: 'waybill_way_fallbacks_total',
      help: 'Ways that are shown as straight lines because the routing engine gave no usable answer in time',
    },
    message: 'a way is shown as straight lines: the routing engine gave no usable answer in time',
  });
  /** Fails where there is no answer, so that the want of one is remembered for a moment only. */
  const askOrFail = async (points: readonly Point[], vehicle: VehicleKind) => {
    const line = await ask(points, vehicle);
    if (line === undefined) throw new Error('the engine knows no way');
    return line;
  };
  return async (points, vehicle) => {
    const straight: Way = { line: points, source: 'estimate' };
    if (engine === undefined || points.length < 2) return straight;
    const line = await recent(keyOf(points, vehicle), () => askOrFail(points, vehicle)).catch(() => undefined);
    return line === undefined ? straight : { line, source: engine.source };
  };
}

function keyOf(points: readonly Point[], vehicle: VehicleKind): string {
  return `${vehicle} ${points.map(({ lat, lng }) => `${lat},${lng}`).join(' ')}`;
}

function usableLine(answer: unknown): readonly Point[] | undefined {
  if (!Array.isArray(answer) || answer.length < 2 || !answer.every(isOnEarth)) return undefined;
  return simplifyLine(answer, UNSEEN_METERS);
}
