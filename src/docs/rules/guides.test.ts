import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GUIDE_GROUPS, siteAddress } from './guides.ts';

test('every guide is in one group', () => {
  const files = readdirSync('docs/guide').map((file) => file.replace('.md', ''));
  const named = GUIDE_GROUPS.flatMap(({ names }) => names);
  expect(files.filter((file) => !named.includes(file))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

test('the groups are those that a newcomer goes through', () => {
  expect(GUIDE_GROUPS.map(({ title }) => title)).toEqual(['Begin', 'Deliver', 'Stay in step', 'Run it']);
});

test.each([
  ['orders.md', '/docs/orders'],
  ['./retries-and-limits.md#429', '/docs/retries-and-limits#429'],
  ['#here', '#here'],
  ['../openapi.json', '/docs/openapi.json'],
  ['https://localhost:8443/portal', 'https://localhost:8443/portal'],
  ['../../test/api/orders.test.ts', undefined],
  ['../map.md', undefined],
  ['orders.md.old', undefined],
])('a link to %s leads to %s', (href, address) => {
  expect(siteAddress(href)).toBe(address);
});
