import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '../../../../src/orders/rules/order-transitions.ts';
import { isPickedUp } from './is-picked-up.ts';

test('the pick-up is over when the driver has the goods', () => {
  expect(ORDER_STATUSES.filter(isPickedUp)).toEqual(['PICKED_UP', 'COMPLETED']);
});
