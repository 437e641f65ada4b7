import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ERA, eventIdOf, eventKeyOf, isNamed } from './event-id.ts';

const anyEvent = fc.record({
  streamId: fc.bigInt({ min: 1n, max: (1n << 63n) - 1n }).map(String),
  number: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  position: fc.bigInt({ min: 1n, max: 1_000_000n * BigInt(ERA) }).map(String),
});

test('an id is an upper-case UUID of version 8', () => {
  fc.assert(
    fc.property(anyEvent, (event) => {
      expect(eventIdOf(event)).toMatch(/^[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/);
    }),
  );
});

test('an id leads back to its event, in either case, so no two events share one', () => {
  fc.assert(
    fc.property(anyEvent, ({ position, ...key }) => {
      expect(eventKeyOf(eventIdOf({ ...key, position }))).toEqual(key);
      expect(eventKeyOf(eventIdOf({ ...key, position }).toLowerCase())).toEqual(key);
    }),
  );
});

test('the same number of a stream has one id in an era, and another in the next', () => {
  const at = (position: number) =>
    eventIdOf({ streamId: '1234567890123456789', number: 7, position: String(position) });
  expect(at(ERA - 1)).toBe(at(1));
  expect(at(ERA)).not.toBe(at(ERA - 1));
  expect(at(2 * ERA - 1)).toBe(at(ERA));
});

test('an id names the event of its own era, in either case, and no other', () => {
  const event = { streamId: '1234567890123456789', number: 7, position: '1' };
  const id = eventIdOf(event);
  for (const written of [id, id.toLowerCase()]) {
    expect(isNamed(event, written)).toBe(true);
    expect(isNamed({ ...event, position: String(ERA) }, written)).toBe(false);
    expect(isNamed({ ...event, number: 8 }, written)).toBe(false);
  }
});

test('every UUID that names an event is the id of that event in one era', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 8 }), fc.nat(1_000), (uuid, era) => {
      const key = eventKeyOf(uuid);
      const ids = key === undefined ? [] : [eventIdOf({ ...key, position: String(era * ERA) })];
      for (const id of ids) expect(eventKeyOf(id)).toEqual(key);
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
  '80000000-0000-8000-8000-000000000001',
  '3E1B2C4D-0000-8000-8000-0000FFFFFFFF',
  '3E1B2C4D-0000-8000-8000-000080000000',
  ' 3E1B2C4D-0000-8000-8000-000000000001',
  '3E1B2C4D000080008000000000000001',
])('"%s" names no event', (text) => {
  expect(eventKeyOf(text)).toBeUndefined();
});
