import fc from 'fast-check';
import { expect, test } from 'vitest';
import { standIn } from './stand-in.ts';

const PLACE = { callingCode: '+852', locode: 'HK HKG', service: 'VAN' };

test('the same number makes the same driver, of the place asked for', () => {
  expect(standIn(0, PLACE)).toEqual({
    name: 'Aria Chan',
    phone: '+85290000000',
    plate: 'WB 0000',
    service: 'VAN',
    locode: 'HK HKG',
    languages: [],
    capabilities: [],
  });
  expect(standIn(1_234_567, PLACE)).toEqual(standIn(1_234_567, PLACE));
});

test('names and phones differ with the number', () => {
  const drivers = Array.from({ length: 168 }, (_, number) => standIn(number, PLACE));
  expect(new Set(drivers.map(({ name }) => name)).size).toBe(168);
  expect(new Set(drivers.map(({ phone }) => phone)).size).toBe(168);
});

test('any number makes a name and a phone that can be written down', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (number) => {
      const { name, phone, plate } = standIn(number, PLACE);
      expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][A-Za-z ]+$/);
      expect(phone).toMatch(/^\+8529\d{7}$/);
      expect(plate).toBe(`WB ${phone.slice(-4)}`);
    }),
  );
});
