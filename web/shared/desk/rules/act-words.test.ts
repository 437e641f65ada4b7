import { expect, test } from 'vitest';
import { actWords, hrefOfSubject } from './act-words.ts';

test('an act is told in words, and one that has none yet by its name', () => {
  expect(actWords('person.invite')).toBe('invited somebody');
  expect(actWords('moon.fly-to')).toBe('moon fly to');
});

test('its subject leads to its screen, where the desk has one', () => {
  expect(hrefOfSubject('console', { kind: 'driver', id: '12345' })).toBe('/drivers/12345');
  expect(hrefOfSubject('portal', { kind: 'driver', id: '12345' })).toBeUndefined();
  expect(hrefOfSubject('portal', { kind: 'order', id: '../people' })).toBe('/orders/..%2Fpeople');
});
