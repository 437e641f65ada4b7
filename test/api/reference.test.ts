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
  expect(Object.keys(cities.responses)).toEqual(['200', '401', '403', '413', '422', '429', '500', '503']);
  expect(Object.keys(json.paths)).not.toContain('/docs/openapi.json');
});

test('every call has a name of its own', async () => {
  const { json } = await world.send({ path: '/docs/openapi.json' });
  const calls = Object.values(json.paths as Record<string, Record<string, { operationId?: string }>>).flatMap((path) =>
    Object.values(path),
  );
  const names = calls.map(({ operationId }) => operationId ?? '');
  expect(names).toEqual(names.filter((name) => /^[a-z]+([A-Z][a-z]+)*$/.test(name)));
  expect(names).toHaveLength(new Set(names).size);
});

test('where a path has two variants, the forms of both stand in it by their names', async () => {
  const { json } = await world.send({ path: '/docs/openapi.json' });
  const { requestBody, responses } = json.paths['/v3/quotations'].post;
  const dataOf = ({ content }: { content: Record<string, { schema: { properties: { data: object } } }> }) =>
    content['application/json']?.schema.properties.data;
  const either = (...names: string[]) => ({ anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) });
  expect(dataOf(requestBody)).toEqual(either('NewQuotation', 'NewPlusQuotation'));
  expect(dataOf(responses['201'])).toEqual(either('Quotation', 'PlusQuotation'));
});

test('of the drivers’ API every answer is described, and only sign-in needs no session', async () => {
  const { json } = await world.send({ path: '/docs/openapi.json' });
  type Operation = { security: object[]; parameters?: { name: string }[]; responses: Record<string, Response> };
  type Response = { content?: Record<string, { schema: { properties?: Record<string, object>; type?: string } }> };
  const calls = Object.entries(json.paths as Record<string, Record<string, Operation>>)
    .filter(([path]) => path.startsWith('/driver/v1'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ name: `${method} ${path}`, call })),
    );
  expect(calls.length).toBeGreaterThanOrEqual(19);
  const open = calls.filter(({ call }) => call.security.length === 0).map(({ name }) => name);
  expect(open.sort()).toEqual(['post /driver/v1/sign-in', 'post /driver/v1/sign-in/code']);
  for (const { name, call } of calls) {
    const [status, answer] = Object.entries(call.responses).find(([code]) => code.startsWith('2')) ?? [];
    if (status === '204') continue;
    const [form] = Object.values(answer?.content ?? {});
    const data = (form?.schema.properties?.data ?? form?.schema) as { $ref?: string; items?: object };
    expect([name, data.$ref ?? data.items]).toEqual([name, expect.anything()]);
  }
  const list = json.paths['/driver/v1/orders'].get;
  expect(list.parameters.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['after', 'limit']));
  expect(list.responses['200'].content['application/json'].schema.properties).toHaveProperty('next');
});
