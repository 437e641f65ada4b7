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
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join('src', name), 'utf8'));
  const all = texts.join('\n');
  const kinds = new Set([...all.matchAll(/(?:\baction: |\bbuild\('[^']+', )'([a-z-]+)\./g)].map(([, kind]) => kind));
  const names = [...all.matchAll(/'(([a-z-]+)\.[a-z-]+)'/g)].filter(([, , kind]) => kinds.has(kind));
  const actions = [...new Set(names.map(([, name]) => name as string))];
  expect(actions.length).toBeGreaterThan(65);
  const withoutWords = actions.filter((action) => actWords(action) === action.replaceAll(/[.-]/g, ' '));
  // Columns, a file and a job, which nobody did.
  expect(withoutWords.sort()).toEqual(['key.pem', 'partner.id', 'person.id', 'sandbox.simulate']);
  expect(actions.filter((action) => !/^[a-z]+ \S/.test(actWords(action)))).toEqual([]);
});

test('moves of a parcel, whose names are put together, have words too', () => {
  expect(['parcel.close', 'parcel.retry', 'parcel.take-off'].map(actWords)).toEqual([
    'closed a parcel',
    'had a parcel tried again',
    'took a parcel from its driver',
  ]);
});

test('its subject leads to its screen, where the desk has one', () => {
  const hrefs = (desk: 'portal' | 'console') =>
    ['order', 'parcel', 'event', 'driver', 'partner', 'key'].map((kind) => hrefOfSubject(desk, { kind, id: '7' }));
  expect(hrefs('portal')).toEqual(['/orders/7', '/parcels/7', '/events/7', undefined, undefined, undefined]);
  expect(hrefs('console')).toEqual(['/orders/7', '/parcels/7', undefined, '/drivers/7', '/partners/7', undefined]);
  expect(hrefOfSubject('portal', { kind: 'order', id: '../people' })).toBe('/orders/..%2Fpeople');
});
