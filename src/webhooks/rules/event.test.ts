import { expect, test } from 'vitest';
import { EVENT_CHOICES, isEventChoice } from './event.ts';

test('what can be chosen is in the list, and nothing that everybody is told', () => {
  expect(EVENT_CHOICES.every(isEventChoice)).toBe(true);
  for (const name of ['ORDER_STATUS_CHANGED', 'order_created', 'toString', '']) expect(isEventChoice(name)).toBe(false);
});
