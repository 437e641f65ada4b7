import { expect, test } from 'vitest';
import { fill } from './fill.ts';

test('places are filled, each with its own value, as plain text', () => {
  expect(fill('{name} waits at {place}', { name: '<b>Ann</b>', place: '{name}' }, 'en')).toBe(
    '<b>Ann</b> waits at {name}',
  );
  expect(fill('Nothing to fill', {}, 'en')).toBe('Nothing to fill');
});

test('a place without a value stays readable', () => {
  expect(fill('For {name}', {}, 'en')).toBe('For {name}');
});

const parcels = { one: '{count} parcel', other: '{count} parcels' };

test.each([
  [0, '0 parcels'],
  [1, '1 parcel'],
  [2, '2 parcels'],
  [1200, '1,200 parcels'],
])('the number %i decides the form in English', (count, said) => {
  expect(fill(parcels, { count }, 'en')).toBe(said);
});

test('a language without a form for one uses the only one it has', () => {
  expect(fill({ other: '荷物{count}個' }, { count: 1 }, 'ja')).toBe('荷物1個');
  expect(fill({ other: '{count} pacotes' }, { count: 1200 }, 'pt-BR')).toBe('1.200 pacotes');
});
