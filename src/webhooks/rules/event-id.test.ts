import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventIdOf, eventKeyOf } from './event-id.ts';

const anyKey = fc.record({
  streamId: fc.bigInt({ min: 1n, max: (1n << 63n) - 1n }).map(String),
  number: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
});

test('an id is an upper-case UUID of version 8', () => {
  fc.assert(
    fc.property(anyKey, (key) => {
      expect(eventIdOf(key)).toMatch(/^[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/);
    }),
  );
});

test('an id leads back to its event, in either case, so no two events share one', () => {
  fc.assert(
    fc.property(anyKey, (key) => {
      expect(eventKeyOf(eventIdOf(key))).toEqual(key);
      expect(eventKeyOf(eventIdOf(key).toLowerCase())).toEqual(key);
    }),
  );
});

test('every UUID that names an event is the id of that event', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 8 }), (uuid) => {
      const key = eventKeyOf(uuid);
      expect(key === undefined || eventIdOf(key) === uuid.toUpperCase()).toBe(true);
    }),
  );
});

test.each([
  '',
  'x',
  '3E1B2C4D-0000-4000-8000-000000000001',
  '00000000-0000-8000-8000-000000000001',
  '3E1B2C4D-0000-8000-8000-000000000000',
  'FFFFFFFF-FFFF-8FFF-800F-000000000001',
  '3E1B2C4D-0000-8000-8000-0000FFFFFFFF',
  ' 3E1B2C4D-0000-8000-8000-000000000001',
  '3E1B2C4D000080008000000000000001',
])('"%s" names no event', (text) => {
  expect(eventKeyOf(text)).toBeUndefined();
});
