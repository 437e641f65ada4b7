import { expect, test } from 'vitest';
import { ORDER_EVENTS } from '../../../../src/orders/rules/order-transitions.ts';
import { storyOf } from './order-story.ts';

const entry = { at: '2026-11-16T04:00:00.00Z', status: 'ON_GOING' };

test.each([...ORDER_EVENTS, 'placed', 'tookPlaceOf'])('%s is told in words', (event) => {
  expect(storyOf({ ...entry, event }).title).not.toBe(event);
});

test('driver, who did it and why stand with it', () => {
  expect(storyOf({ ...entry, event: 'driverGaveBack', driverId: '7', reason: 'Flat tyre' })).toMatchObject({
    title: 'The driver gave it back',
    detail: 'Driver 7 · Flat tyre',
  });
  expect(storyOf({ ...entry, event: 'dropOffsEdited', by: 'support' }).detail).toBe('By support');
  expect(storyOf({ ...entry, event: 'supportCancelled', by: 'support' }).detail).toBeUndefined();
});

test('what nobody knows yet is shown by its name', () => {
  expect(storyOf({ ...entry, event: 'driverFlew' })).toEqual({ title: 'driverFlew', tone: 'plain', detail: undefined });
});
