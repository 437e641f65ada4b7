import { expect, test } from 'vitest';
import type { Surcharge } from './rate-card.ts';
import { doesApply, type PickUpMoment } from './surcharges.ts';

const surcharge = (changes: Partial<Surcharge>): Surcharge => ({
  name: 'Test',
  hours: undefined,
  days: undefined,
  onHolidaysOnly: false,
  fee: { amount: 1n },
  ...changes,
});
const pickUp = (changes: Partial<PickUpMoment> = {}): PickUpMoment => ({
  date: '2026-11-16',
  weekday: 'MON',
  minuteOfDay: 600,
  holiday: undefined,
  ...changes,
});

test('without conditions it always applies', () => {
  expect(doesApply(surcharge({}), pickUp())).toBe(true);
});

test('hours include their start and not their end', () => {
  const peak = surcharge({ hours: { from: 600, to: 660 } });
  expect([599, 600, 659, 660].map((minuteOfDay) => doesApply(peak, pickUp({ minuteOfDay })))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('hours may reach over midnight', () => {
  const night = surcharge({ hours: { from: 1_320, to: 360 } });
  expect([1_319, 1_320, 1_439, 0, 359, 360].map((minuteOfDay) => doesApply(night, pickUp({ minuteOfDay })))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
});

test('days and holidays narrow it', () => {
  const weekend = surcharge({ days: ['SAT', 'SUN'] });
  expect([doesApply(weekend, pickUp({ weekday: 'SAT' })), doesApply(weekend, pickUp())]).toEqual([true, false]);
  const festive = surcharge({ onHolidaysOnly: true });
  expect([doesApply(festive, pickUp({ holiday: 'New Year' })), doesApply(festive, pickUp())]).toEqual([true, false]);
});

test('hours within a day are that day’s, from their first minute to their last', () => {
  const mondayNoon = surcharge({ hours: { from: 660, to: 840 }, days: ['MON'] });
  const applies = (weekday: PickUpMoment['weekday']) =>
    [659, 660, 839, 840].map((minuteOfDay) => doesApply(mondayNoon, pickUp({ weekday, minuteOfDay })));
  expect(applies('SUN')).toEqual([false, false, false, false]);
  expect(applies('MON')).toEqual([false, true, true, false]);
  expect(applies('TUE')).toEqual([false, false, false, false]);
});

test('a night that begins on Friday is Friday’s until its morning', () => {
  const fridayNight = surcharge({ hours: { from: 1_320, to: 360 }, days: ['FRI'] });
  const applies = (weekday: PickUpMoment['weekday'], minuteOfDay: number) =>
    doesApply(fridayNight, pickUp({ weekday, minuteOfDay }));
  expect([applies('FRI', 120), applies('FRI', 1_320), applies('SAT', 120), applies('SAT', 1_320)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
