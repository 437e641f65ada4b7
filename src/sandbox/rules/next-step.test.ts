import { describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import { type Errand, nextStep, type Pace } from './next-step.ts';
import { awayFrom } from './way.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const PICK_UP = { lat: 22.281, lng: 114.158 };
const [FIRST, SECOND] = [awayFrom(PICK_UP, 1_000, 0), awayFrom(PICK_UP, 3_000, 0)];
const START = { ...awayFrom(PICK_UP, 500, 2), at: NOON };
const LIFE: Pace = { speed: 1, metersPerSecond: 10, handlingMs: 100 * SECOND_MS };
const FAST: Pace = { speed: 100, metersPerSecond: 1_000, handlingMs: 100 * SECOND_MS };

const open = (point: typeof FIRST) => ({ point, closedAt: undefined });
const matched = (further: Partial<Errand> = {}): Errand => ({
  scenario: 'HAPPY',
  giveBacks: 0,
  formerDrivers: 0,
  isSuccessor: false,
  scheduledAt: undefined,
  matchedAt: NOON,
  arrivedAt: undefined,
  pickedUpAt: undefined,
  goodsAt: PICK_UP,
  dropOffs: [open(FIRST), open(SECOND)],
  ...further,
});
const arrived = (further: Partial<Errand> = {}) => matched({ arrivedAt: NOON + MINUTE_MS, ...further });
const pickedUp = (further: Partial<Errand> = {}) => arrived({ pickedUpAt: NOON + 2 * MINUTE_MS, ...further });
const near = (seconds: number) => ({ from: NOON + (seconds - 1) * SECOND_MS, to: NOON + (seconds + 1) * SECOND_MS });
function expectAt(at: number, seconds: number): void {
  expect(at).toBeGreaterThanOrEqual(near(seconds).from);
  expect(at).toBeLessThanOrEqual(near(seconds).to);
}

describe('when all goes well', () => {
  test('a matched driver goes to the goods and arrives when the way is driven', () => {
    const step = nextStep(matched(), START, LIFE);
    expect(step).toMatchObject({ kind: 'ARRIVE', to: PICK_UP, thereAt: step.at });
    expectAt(step.at, 50);
  });

  test('whoever was seen before the match sets out with it', () => {
    expectAt(nextStep(matched(), { ...START, at: NOON - MINUTE_MS }, LIFE).at, 50);
  });

  test('the goods are had after some handling, and the driver stands there until then', () => {
    expect(nextStep(arrived(), START, LIFE)).toEqual({
      kind: 'PICK_UP',
      at: NOON + MINUTE_MS + 100 * SECOND_MS,
      to: PICK_UP,
      thereAt: NOON + MINUTE_MS,
      dropOff: 0,
    });
  });

  test('those of a scheduled order not before their time', () => {
    const due = NOON + MINUTE_MS + 100 * SECOND_MS;
    expect(nextStep(arrived({ scheduledAt: due - 1 }), START, LIFE).at).toBe(due);
    expect(nextStep(arrived({ scheduledAt: due + 1 }), START, LIFE).at).toBe(due + 1);
    expect(nextStep(arrived({ scheduledAt: due + 1 }), START, FAST).at).toBe(due + 1);
  });

  test('the first drop-off is the way from the goods and the handling away', () => {
    const step = nextStep(pickedUp(), START, LIFE);
    expect(step).toMatchObject({ kind: 'DROP_OFF', to: FIRST, dropOff: 0 });
    expectAt(step.thereAt, 120 + 100);
    expect(step.at).toBe(step.thereAt + 100 * SECOND_MS);
  });

  test('the next one begins where and when the one before was closed, whichever that was', () => {
    const closedAt = NOON + 10 * MINUTE_MS;
    const second = nextStep(pickedUp({ dropOffs: [{ point: FIRST, closedAt }, open(SECOND)] }), START, LIFE);
    expect(second).toMatchObject({ kind: 'DROP_OFF', to: SECOND, dropOff: 1 });
    expectAt(second.thereAt, 600 + 200);
    const first = nextStep(pickedUp({ dropOffs: [open(FIRST), { point: SECOND, closedAt }] }), START, LIFE);
    expect(first).toMatchObject({ kind: 'DROP_OFF', to: FIRST, dropOff: 0 });
    expectAt(first.thereAt, 600 + 200);
    const closed = [
      { point: SECOND, closedAt },
      { point: PICK_UP, closedAt: closedAt - MINUTE_MS },
    ];
    const third = nextStep(pickedUp({ dropOffs: [...closed, open(FIRST)] }), START, LIFE);
    expectAt(third.thereAt, 600 + 200);
  });

  test('a hundred times as fast takes a hundredth of the time, at the door as on the way', () => {
    expectAt(nextStep(matched(), START, FAST).at, 0.5);
    expect(nextStep(arrived(), START, FAST).at).toBe(NOON + MINUTE_MS + SECOND_MS);
    const step = nextStep(pickedUp(), START, FAST);
    expect(step.at - step.thereAt).toBe(SECOND_MS);
  });
});

describe('when it does not', () => {
  test.each([
    ['REJECT_ONCE', 0, 'GIVE_BACK'],
    ['REJECT_ONCE', 1, 'ARRIVE'],
    ['REJECT_TWICE', 1, 'GIVE_BACK'],
    ['REJECT_TWICE', 2, 'ARRIVE'],
  ] as const)('%s after %i give-backs: %s', (scenario, giveBacks, kind) => {
    expect(nextStep(matched({ scenario, giveBacks, formerDrivers: giveBacks }), START, LIFE).kind).toBe(kind);
  });

  test('a driver thinks better of it after half a minute, sooner where life is faster', () => {
    expect(nextStep(matched({ scenario: 'REJECT_ONCE' }), START, LIFE).at).toBe(NOON + 30 * SECOND_MS);
    expect(nextStep(matched({ scenario: 'REJECT_ONCE' }), START, FAST).at).toBe(NOON + 300);
  });

  test('DRIVER_LATE: twenty minutes at any speed, slowly all the way; whoever comes instead is in time', () => {
    for (const pace of [LIFE, FAST]) {
      const step = nextStep(matched({ scenario: 'DRIVER_LATE' }), START, pace);
      expect(step).toMatchObject({ kind: 'ARRIVE', at: NOON + 20 * MINUTE_MS, thereAt: NOON + 20 * MINUTE_MS });
    }
    expectAt(nextStep(matched({ scenario: 'DRIVER_LATE', formerDrivers: 1 }), START, LIFE).at, 50);
  });

  test('DRIVER_LATE: who is farther away than that is not early either', () => {
    const far = { ...awayFrom(PICK_UP, 20_000, 2), at: NOON };
    expectAt(nextStep(matched({ scenario: 'DRIVER_LATE' }), far, LIFE).at, 2_000);
  });

  test('SLOW_PICKUP: half an hour at the door', () => {
    expect(nextStep(arrived({ scenario: 'SLOW_PICKUP' }), START, LIFE).at).toBe(NOON + 31 * MINUTE_MS);
    expect(nextStep(pickedUp({ scenario: 'SLOW_PICKUP' }), START, LIFE)).toEqual(nextStep(pickedUp(), START, LIFE));
  });

  test('POD_FAILED: the first drop-off to be closed, and no other', () => {
    const scenario = 'POD_FAILED';
    expect(nextStep(pickedUp({ scenario }), START, LIFE)).toMatchObject({ kind: 'FAIL_DROP_OFF', dropOff: 0 });
    const dropOffs = [{ point: FIRST, closedAt: NOON + 10 * MINUTE_MS }, open(SECOND)];
    expect(nextStep(pickedUp({ scenario, dropOffs }), START, LIFE)).toMatchObject({ kind: 'DROP_OFF', dropOff: 1 });
  });

  test('SUPPORT_REPLACES: once, after the match; what takes the order’s place goes on', () => {
    const scenario = 'SUPPORT_REPLACES';
    expect(nextStep(matched({ scenario }), START, LIFE)).toMatchObject({ kind: 'REPLACE', at: NOON + 20 * SECOND_MS });
    expect(nextStep(matched({ scenario, isSuccessor: true }), START, LIFE).kind).toBe('ARRIVE');
  });
});
