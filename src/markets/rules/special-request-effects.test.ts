import { expect, test } from 'vitest';
import { effectsOf } from './special-request-effects.ts';

const NOTHING = { returnsToPickUp: false, driverNeeds: [], driverSteps: [] };

test.each([
  ['ROUND_TRIP', { returnsToPickUp: true, driverSteps: [{ kind: 'RETURN', at: 'PICK_UP' }] }],
  ['RETURN', { returnsToPickUp: true, driverSteps: [{ kind: 'RETURN', at: 'PICK_UP' }] }],
  ['CASH_ON_DELIVERY', { driverSteps: [{ kind: 'COLLECT_CASH', at: 'DROP_OFF' }] }],
  ['PURCHASE_SERVICE_3', { driverSteps: [{ kind: 'BUY_AND_ENTER_RECEIPT', at: 'PICK_UP' }] }],
  ['QUEUEING_SERVICE_045MIN', { driverSteps: [{ kind: 'QUEUE', at: 'PICK_UP', allowedMinutes: 45 }] }],
  ['WAITING_TIME_090MIN', { driverSteps: [{ kind: 'WAIT', at: 'PICK_UP', allowedMinutes: 90 }] }],
  ['TOLL_FEE_10', { driverSteps: [{ kind: 'PAY_TOLL', at: 'WAY', request: 'TOLL_FEE_10' }] }],
  ['DOOR_TO_DOOR_1DRIVER', { driverNeeds: ['LOADING'] }],
  ['DOOR_TO_DOOR_1DRIVER2HELPER', { driverNeeds: ['LOADING', 'HELPERS_2'] }],
  ['LOADING_1DRIVER_MAX030MIN', { driverNeeds: ['LOADING'] }],
  ['LOADING_1DRIVER1HELPER_MAX060MIN', { driverNeeds: ['LOADING', 'HELPERS_1'] }],
  ['MOVING_SERVICE_1', { driverNeeds: ['LOADING'] }],
  ['MOVING_SERVICE_2', { driverNeeds: ['LOADING', 'HELPERS_1'] }],
  ['MOVING_SERVICE_3', { driverNeeds: ['LOADING', 'HELPERS_2'] }],
  ['HELPER', { driverNeeds: ['HELPERS_1'] }],
  ['REFRIGERATED_VEHICLE', { driverNeeds: ['REFRIGERATED_VEHICLE'] }],
  ['THERMAL_BAG_1', { driverNeeds: ['THERMAL_BAG_1'] }],
  ['DOCUMENT_HANDLING', {}],
])('%s does what it says', (name, expected) => {
  expect(effectsOf([name])).toEqual({ ...NOTHING, ...expected });
});

test.each([
  ...['ROUND_TRIP', 'RETURN', 'CASH_ON_DELIVERY', 'PURCHASE_SERVICE_3', 'QUEUEING_SERVICE_045MIN'],
  ...['WAITING_TIME_090MIN', 'TOLL_FEE_10', 'MOVING_SERVICE_2', 'HELPER', 'HOUSE_MOVING', 'TARPAULIN'],
])('a request whose name only holds %s is another one', (name) => {
  expect(effectsOf([`NO_${name}`, `${name}_INCLUDED`])).toEqual(NOTHING);
});

test('a request whose name only ends like a loading service is another one', () => {
  expect(effectsOf(['NO_DOOR_TO_DOOR_1DRIVER', 'NO_LOADING_1DRIVER1HELPER'])).toEqual(NOTHING);
});

test('effects add up, and the same need is named once', () => {
  expect(effectsOf(['ROUND_TRIP', 'TOLL_FEE_1', 'TOLL_FEE_2', 'LOADING_SERVICE', 'HOUSE_MOVING'])).toEqual({
    returnsToPickUp: true,
    driverNeeds: ['LOADING'],
    driverSteps: [
      { kind: 'RETURN', at: 'PICK_UP' },
      { kind: 'PAY_TOLL', at: 'WAY', request: 'TOLL_FEE_1' },
      { kind: 'PAY_TOLL', at: 'WAY', request: 'TOLL_FEE_2' },
    ],
  });
  expect(effectsOf([])).toEqual(NOTHING);
});
