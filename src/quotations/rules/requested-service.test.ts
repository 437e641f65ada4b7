import { expect, test } from 'vitest';
import type { Market, Service } from '../../markets/index.ts';
import { findService, type IsOnline, serviceFault, specialRequestFaults, vehicleOf } from './requested-service.ts';

const request = (name: string, group?: string, maxSelection = 1) => ({
  name,
  description: name,
  group,
  maxSelection,
  onlineFrom: undefined,
  offlineFrom: undefined,
});
const van: Service = {
  key: 'VAN',
  description: 'A van',
  dimensionsMeters: { length: '1', width: '1', height: '1' },
  loadKg: '1',
  specialRequests: [
    request('BAG'),
    request('TOLL_1', 'Toll', 2),
    request('TOLL_2', 'Toll', 2),
    request('TOLL_3', 'Toll', 2),
  ],
  itemSpecification: {},
};
const market = { name: 'Testland', cities: [{ services: [van] }] } as unknown as Market;
const sentences = (names: string[], isOnline: IsOnline = () => true) =>
  specialRequestFaults(van, names, isOnline).map(({ sentence, pointer }) => [pointer, sentence]);

test('a service is one that some city offers', () => {
  expect(findService(market, 'VAN')).toBe(van);
  expect(findService(market, 'van')).toBeUndefined();
  expect(serviceFault(market, 'van')).toEqual({
    code: 'ERR_INVALID_SERVICE_TYPE',
    sentence: 'There is no service "van" in Testland. It must be one of VAN.',
    pointer: '/data/serviceType',
  });
});

test('whoever asks for PLUS without saying so in the header is told of the header', () => {
  for (const serviceType of ['PLUS', 'plus'])
    expect(serviceFault(market, serviceType).sentence).toBe(
      'PLUS is the service of scheduled deliveries: send the header Platform: PLUS. Without it the service must be one of VAN.',
    );
});

test('the services of all cities are named, each once, and of an endless name no more than 40 characters', () => {
  const [car, other] = [{ ...van, key: 'CAR' }, { services: [van] }];
  const wide = { name: 'Testland', cities: [{ services: [van, car] }, other] } as unknown as Market;
  expect(serviceFault(wide, 'x'.repeat(41)).sentence).toBe(
    `There is no service "${'x'.repeat(40)}" in Testland. It must be one of VAN, CAR.`,
  );
  expect(specialRequestFaults({ ...van, specialRequests: [request('BAG')] }, ['y'.repeat(41)], () => true)).toEqual([
    {
      code: 'ERR_INVALID_SPECIAL_REQUEST',
      sentence: `${'y'.repeat(40)} is not a special request of VAN. It must be one of BAG.`,
      pointer: '/data/specialRequests/0',
    },
  ]);
});

test('a group takes as many as fit together, and the next is one too many', () => {
  expect(sentences(['BAG', 'TOLL_1', 'TOLL_2'])).toEqual([]);
  expect(sentences(['TOLL_1', 'BAG', 'TOLL_2', 'TOLL_3'])).toEqual([
    ['/data/specialRequests/3', 'Only 2 of "Toll" can be asked for; TOLL_3 is one too many.'],
  ]);
});

test('unknown, offline and repeated requests are named where they stand', () => {
  const advice = 'It must be one of BAG, TOLL_1, TOLL_2, TOLL_3.';
  expect(sentences(['NOPE', 'BAG', 'BAG'])).toEqual([
    ['/data/specialRequests/0', `NOPE is not a special request of VAN. ${advice}`],
    ['/data/specialRequests/2', 'BAG is asked for twice.'],
  ]);
  expect(sentences(['BAG'], () => false)).toEqual([['/data/specialRequests/0', 'BAG cannot be used at this time.']]);
});

test('what is unknown is told once, and with the first of it those that can be used now', () => {
  expect(sentences(['NOPE', 'NOPE', 'NADA', 'NOPE'], ({ name }) => name !== 'TOLL_2')).toEqual([
    ['/data/specialRequests/0', 'NOPE is not a special request of VAN. It must be one of BAG, TOLL_1, TOLL_3.'],
    ['/data/specialRequests/2', 'NADA is not a special request of VAN.'],
  ]);
  expect(sentences(['NOPE'], () => false)).toEqual([
    ['/data/specialRequests/0', 'NOPE is not a special request of VAN.'],
  ]);
});

test.each([
  ['WALKER', 'foot'],
  ['COURIER', 'motorcycle'],
  ['MOTORCYCLE', 'motorcycle'],
  ['LALAPRO', 'motorcycle'],
  ['CAR', 'car'],
  ['4X4', 'car'],
  ['VAN1000', 'car'],
  ['PICK_UP_TRUCK', 'car'],
  ['TRUCK330', 'truck'],
  ['10WHEEL_TRUCK', 'truck'],
  ['LORRY_14FT', 'truck'],
  ['ENGKELBAK', 'truck'],
  ['CDDBOX', 'truck'],
  ['1500KG_TRUCK_RENTAL', 'truck'],
  ['BOX_TRUCK_JUMBO', 'truck'],
])('the way of a %s is measured for a %s', (service, vehicle) => {
  expect(vehicleOf(service)).toBe(vehicle);
});
