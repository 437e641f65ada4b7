import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { actWords, hrefOfSubject } from './act-words.ts';

test('an act is told in words, and one that has none yet by its name', () => {
  expect(actWords('person.invite')).toBe('invited somebody');
  expect(actWords('moon.fly-to')).toBe('moon fly to');
});

test('whatever the program writes down has words', () => {
  const texts = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join('src', name), 'utf8'));
  const actions = [...texts.join('\n').matchAll(/\baction: '([a-z-]+\.[a-z-]+)'/g)].map(
    ([, action]) => action as string,
  );
  expect(actions.length).toBeGreaterThan(50);
  expect(actions.filter((action) => actWords(action) === action.replaceAll(/[.-]/g, ' '))).toEqual([]);
});

test('its subject leads to its screen, where the desk has one', () => {
  expect(hrefOfSubject('console', { kind: 'driver', id: '12345' })).toBe('/drivers/12345');
  expect(hrefOfSubject('portal', { kind: 'driver', id: '12345' })).toBeUndefined();
  expect(hrefOfSubject('portal', { kind: 'order', id: '../people' })).toBe('/orders/..%2Fpeople');
});
