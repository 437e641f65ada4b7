import { expect, test } from 'vitest';
import { readSpecialRequest } from './special-request.ts';

test.each([
  ['ROUND_TRIP', { kind: 'return' }],
  ['RETURN', { kind: 'return' }],
  ['CASH_ON_DELIVERY', { kind: 'cash' }],
  ['QUEUEING_SERVICE_015MIN', { kind: 'queue', minutes: 15 }],
  ['WAITING_TIME_090MIN', { kind: 'wait', minutes: 90 }],
  ['MOVING_SERVICE_1', { kind: 'carry' }],
  ['MOVING_SERVICE_3', { kind: 'helpers', helpers: 2 }],
  ['DOOR_TO_DOOR_1DRIVER', { kind: 'carry' }],
  ['DOOR_TO_DOOR_1DRIVER2HELPER', { kind: 'helpers', helpers: 2 }],
  ['LOADING_1DRIVER_MAX030MIN', { kind: 'carry' }],
  ['LOADING_1DRIVER1HELPER_MAX060MIN', { kind: 'helpers', helpers: 1 }],
  ['HELPER', { kind: 'helpers', helpers: 1 }],
  ['DOCUMENT_PROCESSING', { kind: 'document' }],
  ['THERMAL_BAG_1', { kind: 'bag' }],
  ['REFRIGERATED_VEHICLE', { kind: 'cooled' }],
  ['TAILBOARD_VEHICLE', { kind: 'tailLift' }],
  ['TARPAULIN', { kind: 'cover' }],
  ['EXTRA_CAPACITY_L_250CM', { kind: 'long' }],
])('%s', (key, meaning) => {
  expect(readSpecialRequest(key, { [key]: 'as the market says it' })).toEqual(meaning);
});

test.each([
  ...['RETURN', 'CASH_ON_DELIVERY', 'QUEUEING_SERVICE_015MIN', 'WAITING_TIME_090MIN', 'MOVING_SERVICE_3', 'HELPER'],
  ...['HOUSE_MOVING', 'DOCUMENT_HANDLING', 'THERMAL_BAG_1', 'REFRIGERATED_VEHICLE', 'TAILBOARD_VEHICLE', 'TARPAULIN'],
  'EXTRA_CAPACITY_L_250CM',
])('a request whose name only holds %s is another one', (key) => {
  for (const name of [`NO_${key}`, `${key}_INCLUDED`]) expect(readSpecialRequest(name, {}).kind).toBe('other');
});

test('what only the market can tell is told in its words, and what nobody tells by its name', () => {
  const words = { TOLL_FEE_1: 'Driver takes the tunnel, toll 50 HKD' };
  expect(readSpecialRequest('TOLL_FEE_1', words)).toEqual({ kind: 'other', name: words.TOLL_FEE_1 });
  expect(readSpecialRequest('FRAGILE_GOODS', words)).toEqual({ kind: 'other', name: 'Fragile goods' });
  expect(readSpecialRequest('NO_LOADING_1DRIVER1HELPER', words).kind).toBe('other');
  expect(readSpecialRequest('constructor', words)).toEqual({ kind: 'other', name: 'Constructor' });
});
