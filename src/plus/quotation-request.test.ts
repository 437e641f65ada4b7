import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../foundation/time.ts';
import { expiryOfQuotation, findQuotationFaults, readQuotationRequest } from './quotation-request.ts';

const noon = Date.UTC(2026, 10, 16, 4);
const iso = (instant: number) => new Date(instant).toISOString();
const STOPS = [
  { coordinates: { lat: '22.2810', lng: '114.1580' }, address: 'Central' },
  { coordinates: { lat: 22.3193, lng: 114.1694 } },
];
const REQUEST = { scheduleAt: iso(noon + DAY_MS), serviceType: 'PLUS', stops: STOPS };
const faultsOf = (changes: object) =>
  findQuotationFaults({ ...REQUEST, ...changes }, noon).map(({ code, pointer }) => [code, pointer]);

test('a sound request has no faults, and is read with what was left out', () => {
  expect(findQuotationFaults(REQUEST, noon)).toEqual([]);
  expect(readQuotationRequest(REQUEST, noon)).toEqual({
    times: { scheduleAt: noon + DAY_MS, deliverBy: noon + DAY_MS + 4 * HOUR_MS, isDeadlineGiven: false },
    deliveryStage: 'LAST_MILE',
    item: undefined,
    stops: [
      { coordinates: { lat: '22.2810', lng: '114.1580' }, address: 'Central' },
      { coordinates: { lat: '22.3193', lng: '114.1694' }, address: undefined },
    ],
  });
});

test('what is given is read', () => {
  const item = { weight: '2', shape: 'round' };
  const further = { deliveryBy: iso(noon + DAY_MS + HOUR_MS), deliveryStage: 'FIRST_MILE', item };
  expect(findQuotationFaults({ ...REQUEST, ...further }, noon)).toEqual([]);
  expect(readQuotationRequest({ ...REQUEST, ...further }, noon)).toMatchObject({
    times: { deliverBy: noon + DAY_MS + HOUR_MS, isDeadlineGiven: true },
    deliveryStage: 'FIRST_MILE',
    item,
  });
});

test.each([null, undefined])('%s is as good as left out', (nothing) => {
  const further = { deliveryBy: nothing, deliveryStage: nothing, item: nothing };
  expect(faultsOf(further)).toEqual([]);
  expect(readQuotationRequest({ ...REQUEST, ...(further as object) }, noon)).toEqual(
    readQuotationRequest(REQUEST, noon),
  );
});

test.each(['', 'plus', 'Plus', 'MOTORCYCLE', 'PLUS '])('the service "%s" is not PLUS', (serviceType) => {
  expect(findQuotationFaults({ ...REQUEST, serviceType }, noon)).toEqual([
    {
      code: 'ERR_INVALID_SERVICE_TYPE',
      sentence: `serviceType must be PLUS for scheduled deliveries, not "${serviceType}". For a delivery on demand leave out the header Platform.`,
      pointer: '/data/serviceType',
    },
  ]);
});

test.each(['', 'MID_MILE', 'last_mile'])('the stage "%s" is neither LAST_MILE nor FIRST_MILE', (deliveryStage) => {
  expect(findQuotationFaults({ ...REQUEST, deliveryStage }, noon)).toEqual([
    {
      code: 'ERR_INVALID_FIELD',
      sentence: `deliveryStage must be LAST_MILE or FIRST_MILE, not "${deliveryStage}".`,
      pointer: '/data/deliveryStage',
    },
  ]);
});

test('faults of every field are told at once, in the order of the fields', () => {
  const stops = [{ coordinates: { lat: '91', lng: '0' } }, {}];
  const all = { serviceType: 'VAN', stops, scheduleAt: iso(noon), deliveryBy: iso(noon), deliveryStage: 'X' };
  expect(faultsOf(all)).toEqual([
    ['ERR_INVALID_SERVICE_TYPE', '/data/serviceType'],
    ['ERR_INVALID_FIELD', '/data/stops/0/coordinates/lat'],
    ['ERR_MISSING_FIELD', '/data/stops/1/coordinates'],
    ['ERR_INVALID_SCHEDULE_TIME', '/data/scheduleAt'],
    ['ERR_INVALID_FIELD', '/data/deliveryBy'],
    ['ERR_INVALID_FIELD', '/data/deliveryStage'],
  ]);
});

test.each([undefined, null, 7, 'text', [], {}, { scheduleAt: 7, serviceType: null, stops: 'two', deliveryStage: 1 }])(
  'what the schema has named already is passed over: %j',
  (data) => {
    expect(findQuotationFaults(data, noon)).toEqual([]);
  },
);

test('stops that are no stops are passed over, those beside them are judged', () => {
  const stops = [7, null, { coordinates: 'here' }, { address: ' ' }];
  expect(faultsOf({ stops })).toEqual([['ERR_MISSING_FIELD', '/data/stops/3/coordinates']]);
});

test('a quotation is usable for its hours, but never after its pick-up time', () => {
  expect(expiryOfQuotation(noon, noon + DAY_MS + 1, 24)).toBe(noon + DAY_MS);
  expect(expiryOfQuotation(noon, noon + DAY_MS, 24)).toBe(noon + DAY_MS);
  expect(expiryOfQuotation(noon, noon + DAY_MS - 1, 24)).toBe(noon + DAY_MS - 1);
  expect(expiryOfQuotation(noon, noon + DAY_MS, 1)).toBe(noon + HOUR_MS);
});
