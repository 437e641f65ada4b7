import { expect, test } from 'vitest';
import { type Fate, LONGEST_HOLD_MS, planPush } from './push-fault.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const NO_FAULT: Fate = { isDropped: false, isDoubled: false, isOvertaken: false, delayMs: 0 };
const push = (name: string, fate: Partial<Fate> = {}, further: { since?: number; wasTried?: boolean } = {}) => ({
  name,
  fate: { ...NO_FAULT, ...fate },
  since: NOON,
  wasTried: false,
  ...further,
});
const plan = (...given: Parameters<typeof planPush<ReturnType<typeof push>>>) => {
  const planned = planPush(...given);
  return 'push' in planned ? [planned.push.name, planned.outcome] : planned.waitUntil - NOON;
};

test('an event without a fault is sent, whatever comes after it', () => {
  expect(plan(push('first'), undefined, NOON)).toEqual(['first', 'send']);
  expect(plan(push('first'), push('next', { isDropped: true, isOvertaken: true }), NOON)).toEqual(['first', 'send']);
});

test('one that is dropped is not doubled', () => {
  expect(plan(push('first', { isDoubled: true }), undefined, NOON)).toEqual(['first', 'double']);
  expect(plan(push('first', { isDoubled: true, isDropped: true }), undefined, NOON)).toEqual(['first', 'drop']);
});

test('a delay counts from the place in the log', () => {
  const first = push('first', { delayMs: 5_000 });
  expect(plan(first, undefined, NOON + 4_999)).toBe(5_000);
  expect(plan(first, undefined, NOON + 5_000)).toEqual(['first', 'send']);
});

test('what was pushed before is sent as it should be', () => {
  const everything = { isDropped: true, isDoubled: true, isOvertaken: true, delayMs: 60_000 };
  expect(plan(push('first', everything, { wasTried: true }), push('next'), NOON)).toEqual(['first', 'send']);
});

test('the next event overtakes, with its own fate; then the first goes', () => {
  const first = push('first', { isOvertaken: true });
  expect(plan(first, push('next'), NOON)).toEqual(['next', 'send']);
  expect(plan(first, push('next', { isOvertaken: true, isDropped: true }), NOON)).toEqual(['next', 'drop']);
  expect(plan(first, push('next', {}, { wasTried: true }), NOON)).toEqual(['first', 'send']);
});

test('where no next event comes, the first is held for a while, and looked at now and then', () => {
  const first = push('first', { isOvertaken: true, isDoubled: true });
  expect(plan(first, undefined, NOON)).toBe(500);
  expect(plan(first, undefined, NOON + LONGEST_HOLD_MS - 1)).toBe(LONGEST_HOLD_MS);
  expect(plan(first, undefined, NOON + LONGEST_HOLD_MS)).toEqual(['first', 'double']);
});

test('who overtakes keeps to the delay too, and the wait for it begins after the delay', () => {
  const first = push('first', { isOvertaken: true, delayMs: 5_000 });
  const next = push('next', { delayMs: 5_000 }, { since: NOON + 3_000 });
  expect(plan(first, next, NOON + 5_000)).toBe(8_000);
  expect(plan(first, next, NOON + 8_000)).toEqual(['next', 'send']);
  expect(plan(first, undefined, NOON + 4_999 + LONGEST_HOLD_MS)).toBe(5_000 + LONGEST_HOLD_MS);
  expect(plan(first, undefined, NOON + 5_000 + LONGEST_HOLD_MS)).toEqual(['first', 'send']);
});
