import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import { nextParcelStep, PARCEL_STAGES, type ParcelErrand } from './next-parcel-step.ts';
import { SCENARIOS } from './scenario.ts';
import { awayFrom } from './way.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const CENTRAL = { lat: 22.281, lng: 114.158 };
const DEAD_ENDS = ['FAILED_PICKUP', 'RETURNED', 'DELIVERED', 'CANCELED', 'CLOSED'];
const STATUSES = ['AWAIT_DRIVER', 'AWAIT_PICKUP', 'DELIVERING', 'FAILED', ...DEAD_ENDS];
const LIFE = { speed: 1, metersPerSecond: 10 };
const parcel = (further: Partial<ParcelErrand> = {}): ParcelErrand => ({
  scenario: 'HAPPY',
  status: 'AWAIT_DRIVER',
  since: NOON,
  scheduledAt: NOON + 2 * HOUR_MS,
  hasFailed: false,
  from: CENTRAL,
  to: awayFrom(CENTRAL, 3_000, 1),
  ...further,
});

test('a parcel gets its driver half an hour before its time, a late one at once', () => {
  expect(nextParcelStep(parcel(), LIFE)).toEqual({ action: 'DRIVER_ASSIGN', at: NOON + 90 * MINUTE_MS });
  expect(nextParcelStep(parcel({ scheduledAt: NOON + MINUTE_MS }), LIFE)?.at).toBe(NOON);
});

test('it is fetched at its time and not before', () => {
  const waiting = parcel({ status: 'AWAIT_PICKUP' });
  expect(nextParcelStep(waiting, LIFE)).toEqual({ action: 'DRIVER_PICK_UP', at: NOON + 2 * HOUR_MS + 2 * MINUTE_MS });
  expect(nextParcelStep(waiting, { speed: 120, metersPerSecond: 1_200 })?.at).toBe(NOON + 2 * HOUR_MS + SECOND_MS);
  expect(nextParcelStep({ ...waiting, scheduledAt: NOON - HOUR_MS }, LIFE)?.at).toBe(NOON + 2 * MINUTE_MS);
});

test('it is handed over when the way is driven', () => {
  const step = nextParcelStep(parcel({ status: 'DELIVERING' }), LIFE);
  expect(step?.action).toBe('DRIVER_DELIVER');
  expect(Math.abs((step?.at ?? 0) - (NOON + 300 * SECOND_MS + 2 * MINUTE_MS))).toBeLessThan(SECOND_MS);
});

test('POD_FAILED: it fails once, is tried again and arrives', () => {
  const scenario = 'POD_FAILED';
  expect(nextParcelStep(parcel({ scenario, status: 'DELIVERING' }), LIFE)?.action).toBe('DRIVER_FAIL_DELIVERY');
  expect(nextParcelStep(parcel({ scenario, status: 'FAILED', hasFailed: true }), LIFE)?.action).toBe('DRIVER_RETRY');
  const again = parcel({ scenario, status: 'DELIVERING', hasFailed: true });
  expect(nextParcelStep(again, LIFE)?.action).toBe('DRIVER_DELIVER');
});

test('nobody takes it where nobody should, nor acts on what failed otherwise, was returned or is over', () => {
  expect(nextParcelStep(parcel({ scenario: 'NO_DRIVER' }), LIFE)).toBeUndefined();
  for (const status of ['FAILED', ...DEAD_ENDS]) expect(nextParcelStep(parcel({ status }), LIFE)).toBeUndefined();
});

test('whoever looks only where something comes next, and when at the earliest, misses nothing', () => {
  for (const scenario of SCENARIOS)
    for (const status of STATUSES)
      for (const scheduledAt of [NOON - HOUR_MS, NOON + 2 * HOUR_MS]) {
        const step = nextParcelStep(parcel({ scenario, status, scheduledAt }), { speed: 600, metersPerSecond: 6_000 });
        const stage = PARCEL_STAGES.find((one) => one.status === status);
        const isLookedAt = stage !== undefined && (stage.scenarios?.includes(scenario) ?? true);
        expect(isLookedAt).toBe(step !== undefined);
        const earliestAt = Math.max(NOON, scheduledAt - (stage?.beforePickUpMs ?? Number.POSITIVE_INFINITY));
        if (step !== undefined) expect(step.at).toBeGreaterThanOrEqual(earliestAt);
      }
});
