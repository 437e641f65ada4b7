import type { Point } from '../../foundation/geo.ts';
import { type Instant, MINUTE_MS } from '../../foundation/time.ts';
import type { ParcelRoutine } from '../../plus/index.ts';
import { SCENARIOS, type Scenario } from './scenario.ts';
import { arrivalAt } from './way.ts';

/** A parcel as its driver sees it; all times by our clock. */
export type ParcelErrand = {
  readonly scenario: Scenario;
  readonly status: string;
  /** When it came to this status. */
  readonly since: Instant;
  readonly scheduledAt: Instant;
  readonly hasFailed: boolean;
  readonly from: Point;
  readonly to: Point;
};
type ParcelPace = { readonly speed: number; readonly metersPerSecond: number };
export type ParcelStep = {
  readonly action: 'DRIVER_ASSIGN' | 'DRIVER_PICK_UP' | 'DRIVER_DELIVER' | 'DRIVER_FAIL_DELIVERY' | 'DRIVER_RETRY';
  readonly at: Instant;
};

/** So long before it is due a parcel gets its driver. */
const ASSIGNED_BEFORE_MS = 30 * MINUTE_MS;
const HANDLING_MS = 2 * MINUTE_MS;

/** Where something comes next at all, and when at the earliest; elsewhere nobody needs to look. */
export const PARCEL_STAGES: ParcelRoutine['stages'] = [
  {
    status: 'AWAIT_DRIVER',
    beforePickUpMs: ASSIGNED_BEFORE_MS,
    scenarios: SCENARIOS.filter((scenario) => scenario !== 'NO_DRIVER'),
  },
  { status: 'AWAIT_PICKUP', beforePickUpMs: 0 },
  { status: 'DELIVERING' },
  { status: 'FAILED', scenarios: ['POD_FAILED'] },
];

/** What happens to a parcel next and when; undefined where nobody does anything by himself. */
export function nextParcelStep(errand: ParcelErrand, { speed, metersPerSecond }: ParcelPace): ParcelStep | undefined {
  const { scenario, status, since, scheduledAt, from, to } = errand;
  const handlingMs = Math.round(HANDLING_MS / speed);
  const fails = scenario === 'POD_FAILED' && !errand.hasFailed;
  switch (status) {
    case 'AWAIT_DRIVER':
      if (scenario === 'NO_DRIVER') return undefined;
      return { action: 'DRIVER_ASSIGN', at: Math.max(since, scheduledAt - ASSIGNED_BEFORE_MS) };
    case 'AWAIT_PICKUP':
      return { action: 'DRIVER_PICK_UP', at: Math.max(since, scheduledAt) + handlingMs };
    case 'DELIVERING': {
      const thereAt = arrivalAt({ ...from, at: since }, to, metersPerSecond);
      return { action: fails ? 'DRIVER_FAIL_DELIVERY' : 'DRIVER_DELIVER', at: thereAt + handlingMs };
    }
    case 'FAILED':
      return scenario === 'POD_FAILED' ? { action: 'DRIVER_RETRY', at: since + handlingMs } : undefined;
    default:
      return undefined;
  }
}
