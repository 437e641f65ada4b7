import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewStop, Stop } from './api-types.ts';
import { contactsOfStops } from './contacts.ts';

const stop = (stopId: string, address: string, lat = '22.1', lng = '114.1'): Stop => ({
  stopId,
  address,
  coordinates: { lat, lng },
});
const PICK_UP = stop('1', 'Central');
const [A, B, C] = [stop('2', 'A'), stop('3', 'B'), stop('4', 'C')];
const sender = { name: 'Ada', phone: '+85256847123' };
const recipient = (name: string, stopId?: string) => ({
  name,
  phone: '+85256847124',
  ...(stopId === undefined ? {} : { stopId }),
});
const recipients = [recipient('a'), recipient('b'), recipient('c')];
const stopIdsOf = (placed: ReturnType<typeof contactsOfStops>) =>
  [placed.sender, ...placed.recipients].map(({ stopId }) => stopId);

describe('contacts without stop ids', () => {
  test('have the stops in turn where nothing was reordered', () => {
    expect(contactsOfStops([PICK_UP, A, B, C], undefined, { sender, recipients })).toEqual({
      sender: { ...sender, stopId: '1' },
      recipients: [recipient('a', '2'), recipient('b', '3'), recipient('c', '4')],
    });
  });

  test('have the stops that they were asked for with, in whatever order those are driven', () => {
    const asked = ['Central', 'A', 'B', 'C'].map((address) => ({ address }));
    expect(stopIdsOf(contactsOfStops([PICK_UP, C, A, B], asked, { sender, recipients }))).toEqual(['1', '2', '3', '4']);
  });

  test('are found by address, by coordinates, or by both, blanks aside', () => {
    const stops = [
      PICK_UP,
      stop('2', 'Tower', '22.30', '114.2'),
      stop('3', 'Tower', '22.3', '114.2'),
      stop('4', 'Pier'),
    ];
    const asked: NewStop[] = [
      { address: 'Central' },
      { address: ' ', coordinates: { lat: ' 22.3 ', lng: '114.2' } },
      { address: 'Tower', coordinates: null },
      { address: 'Pier', coordinates: { lat: '22.1', lng: '114.1' } },
    ];
    expect(stopIdsOf(contactsOfStops(stops, asked, { sender, recipients }))).toEqual(['1', '3', '2', '4']);
  });

  test('are found by coordinates that were given as numbers, which the server takes too', () => {
    const stops = [PICK_UP, stop('2', 'Pier', '22.4', '114.2'), stop('3', 'Pier', '22.3', '114.2')];
    const at = (lat: number) => ({ coordinates: { lat, lng: 114.2 } }) as unknown as NewStop;
    const contacts = { sender, recipients: recipients.slice(0, 2) };
    expect(stopIdsOf(contactsOfStops(stops, [{ address: 'Central' }, at(22.3), at(22.4)], contacts))).toEqual([
      '1',
      '3',
      '2',
    ]);
  });

  test('who said more about a place is first to have it', () => {
    const stops = [PICK_UP, stop('2', 'Tower', '22.3'), stop('3', 'Tower', '22.4')];
    const asked = [
      { address: 'Central' },
      { address: 'Tower' },
      { address: 'Tower', coordinates: { lat: '22.3', lng: '114.1' } },
    ];
    expect(stopIdsOf(contactsOfStops(stops, asked, { sender, recipients: recipients.slice(0, 2) }))).toEqual([
      '1',
      '3',
      '2',
    ]);
  });

  test('are refused where a stop cannot be found again', () => {
    const asked = [{ address: 'Central' }, { address: 'A' }, { address: 'elsewhere' }, { address: 'C' }];
    expect(() => contactsOfStops([PICK_UP, A, B, C], asked, { sender, recipients })).toThrow(
      "Drop-off 2 is not among the quotation's stops any more. Give every recipient a stopId.",
    );
  });

  test('are left as they are where there are more or fewer than drop-offs: the server says so', () => {
    const few = { sender, recipients: recipients.slice(0, 2) };
    expect(contactsOfStops([PICK_UP, A, B, C], undefined, few)).toEqual(few);
  });
});

test('contacts with stop ids keep them, and the sender has the pick-up', () => {
  const named = [recipient('c', '4'), recipient('a', '2'), recipient('b', '3')];
  const asked = [{ address: 'Central' }, { address: 'A' }, { address: 'B' }, { address: 'C' }];
  expect(contactsOfStops([PICK_UP, B, A, C], asked, { sender, recipients: named })).toEqual({
    sender: { ...sender, stopId: '1' },
    recipients: named,
  });
});

test('whatever is asked for, in whatever order it is driven: everybody has a place as they asked for, and nobody two', () => {
  const place = fc.record({
    address: fc.constantFrom('A', 'B', 'C'),
    coordinates: fc.record({ lat: fc.constantFrom('1', '2'), lng: fc.constantFrom('1', '2') }),
  });
  const drive = fc.array(place, { minLength: 1, maxLength: 15 }).chain((asked) =>
    fc.record({
      asked: fc.constant(asked),
      order: fc.shuffledSubarray([...asked.keys()], { minLength: asked.length }),
    }),
  );
  fc.assert(
    fc.property(drive, ({ asked, order }) => {
      const dropOffs = order.map((from, index) => ({
        stopId: `s${index}`,
        ...(asked[from] as (typeof asked)[number]),
      }));
      const people = asked.map((_, index) => recipient(String(index)));
      const placed = contactsOfStops([PICK_UP, ...dropOffs], [PICK_UP, ...asked], { sender, recipients: people });
      expect(new Set(placed.recipients.map(({ stopId }) => stopId)).size).toBe(asked.length);
      for (const [index, { stopId }] of placed.recipients.entries())
        expect(dropOffs.find((dropOff) => dropOff.stopId === stopId)).toMatchObject(asked[index] as object);
    }),
  );
});
