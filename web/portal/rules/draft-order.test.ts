import { expect, test } from 'vitest';
import {
  contactsToWire,
  type DraftStop,
  MOST_STOPS,
  moved,
  placeKeys,
  pointFrom,
  stopsToWire,
  withName,
  without,
  withPlace,
  withPoint,
} from './draft-order.ts';

const HERE = { lat: 22.3, lng: 114.1 };
const stop = (key: string, fields: Partial<DraftStop> = {}): DraftStop => ({
  key,
  address: '',
  point: undefined,
  ...fields,
});
const keys = (stops: readonly DraftStop[]) => stops.map(({ key }) => key).join('');

test('what is pressed fills the first stop that is open, then becomes a further one', () => {
  const place = { address: 'Here', point: HERE };
  const first = withPlace([stop('a'), stop('b')], place, 'c');
  expect(first).toEqual([{ key: 'a', ...place }, stop('b')]);
  const third = withPlace(withPlace(first, place, 'c'), place, 'd');
  expect(third).toEqual([
    { key: 'a', ...place },
    { key: 'b', ...place },
    { key: 'd', ...place },
  ]);
  expect(withPlace([stop('a', { address: ' ' }), stop('b')], place, 'c')[0]).toEqual({ key: 'a', ...place });
  expect(withPlace([stop('a', { point: HERE }), stop('b')], place, 'c')[1]).toEqual({ key: 'b', ...place });
  expect(withPlace([stop('a', { address: 'typed' }), stop('b')], place, 'c')[1]).toEqual({ key: 'b', ...place });
});

test('there are sixteen stops at most', () => {
  const full = Array.from({ length: MOST_STOPS }, (_, index) => stop(String(index), { address: 'x' }));
  expect(withPlace(full, { address: 'Here', point: HERE }, 'new')).toBe(full);
});

test('an answer that comes late puts no stop where another address lies, and calls none by the name of another point', () => {
  const asked = stop('a', { address: 'Central' });
  const found = { ...asked, point: HERE };
  expect(withPoint([asked, stop('b')], asked, HERE)).toEqual([found, stop('b')]);
  const written = [stop('a', { address: 'Mong Kok' })];
  expect(withPoint(written, asked, HERE)).toEqual(written);
  const [another] = [stop('b', { address: 'Central' })];
  expect(withPoint([another], asked, HERE)).toEqual([another]);
  expect(withName([found], HERE, '1 Queen’s Road')).toEqual([{ ...found, address: '1 Queen’s Road' }]);
  const carriedOn = [stop('a', { address: '22.4, 114.2', point: { lat: 22.4, lng: 114.2 } })];
  expect(withName(carriedOn, HERE, '1 Queen’s Road')).toEqual(carriedOn);
});

test('latitude and longitude are a place, as maps let them be copied; anything else is an address', () => {
  for (const text of ['22.2808, 114.1577', ' 22.2808 114.1577 ', '(22.2808, 114.1577)', '+22.2808,114.1577'])
    expect(pointFrom(text)).toEqual({ lat: 22.2808, lng: 114.1577 });
  expect(pointFrom('-90.0, -180.0')).toEqual({ lat: -90, lng: -180 });
  for (const text of [
    '90.1, 114.15',
    '22.28, 180.1',
    '22.28',
    '22, 114',
    '12 34',
    '22.28, 114.15, Central',
    '22.28.114.15',
  ])
    expect(pointFrom(text)).toBeUndefined();
});

test('a stop moves up and down, but not out of the list', () => {
  const stops = [stop('a'), stop('b'), stop('c')];
  expect(keys(moved(stops, 2, -1))).toBe('acb');
  expect(keys(moved(stops, 0, 1))).toBe('bac');
  expect(keys(moved(stops, 1, -1))).toBe('bac');
  expect(moved(stops, 0, -1)).toBe(stops);
  expect(moved(stops, 2, 1)).toBe(stops);
});

test('two stops are left, if only to be filled in', () => {
  expect(keys(without([stop('a'), stop('b'), stop('c')], 'b', 'x'))).toBe('ac');
  expect(without([stop('a'), stop('b')], 'a', 'x')).toEqual([stop('b'), stop('x')]);
});

test('a stop is sent with what is known of it', () => {
  expect(stopsToWire([stop('a', { address: ' A ' }), stop('b', { point: HERE }), stop('c', { address: ' ' })])).toEqual(
    [{ address: 'A' }, { coordinates: { lat: '22.3', lng: '114.1' } }, {}],
  );
});

test('each stop has its contact, with phones as the server wants them', () => {
  const contacts = [
    { name: ' Ada ', phone: '+852 5684-7123', remarks: ' ' },
    { name: 'Ben', phone: '+85256847124', remarks: ' Ring twice ' },
  ];
  expect(contactsToWire([{ stopId: '1' }, { stopId: '2' }, { stopId: '3' }], contacts)).toEqual({
    sender: { stopId: '1', name: 'Ada', phone: '+85256847123' },
    recipients: [
      { stopId: '2', name: 'Ben', phone: '+85256847124', remarks: 'Ring twice' },
      { stopId: '3', name: '', phone: '' },
    ],
  });
});

test('a stop is known again by its place, and of several at one place the first stays the first', () => {
  const at = (address: string) => ({ address, coordinates: { lat: '22.3', lng: '114.1' } });
  const [here, there, hereToo] = placeKeys([at('Here'), at('There'), at('Here')]);
  expect(new Set([here, there, hereToo]).size).toBe(3);
  expect(placeKeys([at('There'), at('Here'), at('Here')])).toEqual([there, here, hereToo]);
});
