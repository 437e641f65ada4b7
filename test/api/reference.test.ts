import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookHttp } from '../../src/main/webhook-http.ts';
import { chooseEvents, EVENT_CHOICES, sendTest } from '../../src/webhooks/index.ts';
import { CENTRAL, place, RECIPIENT, SENDER, TUEN_MUN } from '../support/orders.ts';
import { callPlus, placePlus } from '../support/parcels.ts';
import { faultsOfPush } from '../support/reference.ts';
import { act } from '../support/sandbox.ts';
import { eventually, startReceiver } from '../support/webhook-receiver.ts';
import { setUrl, startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

type Pushed = { requestBody: { content: { 'application/json': { examples: Record<string, { value: unknown }> } } } };

/** The names of all fields, with the way to them; entries of a list are not told apart. */
function fieldsOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => fieldsOf(entry, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, field]) => fieldsOf(field, `${at}.${name}`));
}

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
    expect.arrayContaining(['Market', 'Request-ID']),
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

test('every event is pushed as the reference says, and every field of its example really comes', async () => {
  const partner = await world.newPartner({
    platforms: ['ON_DEMAND', 'PLUS'],
    markets: ['HK'],
    limitFactor: 1_000,
    creditMinor: 100_000n,
  });
  const { database, secretBox, random } = world.foundations;
  await chooseEvents(database, partner.partnerId, EVENT_CHOICES, world.clock.now());
  const receiver = await startReceiver();
  const sender = startSending(world);
  const http = webhookHttp(world.foundations);
  try {
    await setUrl(world, receiver.url, partner);
    const as = { as: partner };
    const change = (method: string, orderId: string, path: string, data: object) =>
      world.call(method, `/v3/orders/${orderId}${path}`, { ...as, body: JSON.stringify({ data }) });
    const { orderId } = await place(world, { ...as, order: { isPODEnabled: true } });
    await change('POST', orderId, '/priority-fee', { priorityFee: '20' });
    for (const action of ['DRIVER_ACCEPT', 'DRIVER_ARRIVE', 'DRIVER_PICK_UP', 'DRIVER_DROP_OFF'])
      await act(world, orderId, action, {}, as);
    const edited = await place(world, as);
    await act(world, edited.orderId, 'DRIVER_ACCEPT', {}, as);
    const stops = [
      { ...CENTRAL, ...SENDER },
      { ...TUEN_MUN, ...RECIPIENT },
    ];
    expect((await change('PATCH', edited.orderId, '', { stops })).status).toBe(201);
    await act(world, edited.orderId, 'SUPPORT_REPLACE', {}, as);
    const parcel = await placePlus(world, as);
    await act(world, parcel.orderId, 'DRIVER_ASSIGN', {}, as);
    await callPlus(world, 'DELETE', `/v3/orders/${parcel.orderId}`, undefined, as);
    await sendTest({ http, clock: world.clock, database, secretBox, random }, partner.partnerId, world.clock.now());
    const { json: document } = await world.send({ path: '/docs/openapi.json' });
    const expected = Object.keys(document.webhooks).sort();
    const types = () => [...new Set(receiver.taken().map(({ json }) => json.eventType))].sort();
    await eventually(() => types().length === expected.length && receiver.taken().length > 20);
    expect(types()).toEqual(expected);
    expect(receiver.taken().flatMap(faultsOfPush)).toEqual([]);
    for (const [type, { post }] of Object.entries<{ post: Pushed }>(document.webhooks)) {
      const come = new Set(receiver.taken().flatMap(({ json }) => (json.eventType === type ? fieldsOf(json) : [])));
      const shown = Object.values(post.requestBody.content['application/json'].examples);
      expect([type, shown.flatMap(({ value }) => fieldsOf(value)).filter((field) => !come.has(field))]).toEqual([
        type,
        [],
      ]);
    }
  } finally {
    await sender.stop();
    await http.close();
    await receiver.stop();
  }
});
