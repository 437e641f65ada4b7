import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('the saved reference is the served one (npm run generate writes it)', async () => {
  const served = await world.send({ path: '/docs/openapi.json' });
  expect(served.status).toBe(200);
  expect(served.json.openapi).toBe('3.1.0');
  expect(JSON.parse(await readFile('docs/openapi.json', 'utf8'))).toEqual(served.json);
});

test('the reference describes the call, its headers, its errors and its signature', async () => {
  const { json } = await world.send({ path: '/docs/openapi.json' });
  const cities = json.paths['/v3/cities'].get;
  expect(cities.security).toEqual([{ hmac: [] }]);
  expect(cities.parameters.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['market', 'request-id']),
  );
  expect(Object.keys(cities.responses)).toEqual(expect.arrayContaining(['200', '4XX', '5XX']));
  expect(Object.keys(json.paths)).not.toContain('/docs/openapi.json');
});

test('it can be browsed at /docs, which loads nothing from elsewhere', async () => {
  const page = await world.send({ path: '/docs/' });
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/(src|href)="https?:/);
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
});
