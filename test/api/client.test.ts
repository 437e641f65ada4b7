import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type LoggedEvent, WaybillError } from '../../clients/node/src/index.ts';
import { clientOf } from '../support/client.ts';
import { runDueJobs } from '../support/order-records.ts';
import { CENTRAL, MONG_KOK, RECIPIENT, SENDER, TUEN_MUN } from '../support/orders.ts';
import { inHours } from '../support/parcels.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let receiver: WebhookReceiver;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await world.close();
});

const TERMS = { markets: ['HK'], limitFactor: 1_000, creditMinor: 1_000_000n };
const newAccount = (further = {}) => world.newPartner({ ...TERMS, ...further });
const newClient = async (further = {}) => clientOf(world, await newAccount(), further);
const ROUTE = { serviceType: 'MOTORCYCLE', language: 'en_HK', stops: [CENTRAL, MONG_KOK] } as const;
const CONTACTS = { sender: SENDER, recipients: [RECIPIENT] };

async function placeOne(client: Client, metadata = {}) {
  const quotation = await client.quotations.create(ROUTE);
  return quotation.placeOrder({ ...CONTACTS, metadata });
}

async function collect<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

const errorOf = (call: Promise<unknown>): Promise<WaybillError> =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => error as WaybillError,
  );

/** Every operation of the document by its path, once for each variant. */
function operationsInReference() {
  const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
  type Methods = Record<string, { operationId: string; tags: string[] }>;
  return Object.entries(paths as Record<string, Methods>)
    .filter(([path]) => /^\/(v3|sandbox)\//.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId, tags }]) => {
        const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
        const platforms = tags.map((tag) => (tag === 'Plus' ? 'PLUS' : undefined));
        return platforms.map((platform) => ({ operationId, method: method.toUpperCase(), pattern, platform }));
      }),
    );
}

test('the client has a method for every call of the reference, and each of them works', async () => {
  const account = await newAccount({ platforms: ['ON_DEMAND', 'PLUS'] });
  const { client, sent } = clientOf(world, account);

  expect((await client.cities.list())[0]).toMatchObject({ locode: 'HK HKG' });
  expect(await client.webhook.set(receiver.url)).toEqual({ url: receiver.url });
  expect(await client.sandbox.simulation.set({ drivers: 'MANUAL' })).toEqual({ drivers: 'MANUAL', speed: 1 });
  expect(await client.sandbox.simulation.get()).toEqual({ drivers: 'MANUAL', speed: 1 });
  expect(await client.sandbox.faults.set({ webhooks: { drop: 0.5 } })).toEqual({ webhooks: { drop: 0.5 } });
  expect(await client.sandbox.faults.get()).toEqual({ webhooks: { drop: 0.5 } });
  expect(await client.sandbox.faults.clear()).toEqual({});

  const quotation = await client.quotations.create(ROUTE);
  expect(await client.quotations.get(quotation.quotationId)).toEqual(quotation);
  expect(await client.quotations.explain(quotation.quotationId)).toHaveProperty('rateCard');
  const placed = await quotation.placeOrder({ ...CONTACTS, metadata: { reference: 'A-1001' } });
  const { orderId } = placed;
  expect(placed.stops.map(({ name }) => name)).toEqual([SENDER.name, RECIPIENT.name]);
  expect(await collect(client.orders.list({ metadata: { reference: 'A-1001' } }))).toMatchObject([{ orderId }]);
  const dearer = await client.orders.addPriorityFee(orderId, '20');
  expect(dearer.priceBreakdown.priorityFee).toBe('20');
  expect((await client.sandbox.actions.list(orderId)).actions[0]?.action).toBe('DRIVER_ACCEPT');
  const { driverId } = await client.sandbox.actions.take(orderId, { action: 'DRIVER_ACCEPT' });
  expect((await client.orders.get(orderId, { expand: ['actions'] })).actions?.canEdit).toBe(true);
  expect(await client.orders.getDriver(orderId, driverId)).toMatchObject({ driverId });
  const stops = [CENTRAL, { ...TUEN_MUN, ...RECIPIENT }];
  expect((await client.orders.edit(orderId, { stops })).stops[1]).toMatchObject(TUEN_MUN);
  expect(await client.orders.explain(orderId)).toHaveProperty('rateCard');
  expect((await client.sandbox.clock.advance(15 * 60)).offsetSeconds).toBe(15 * 60);
  expect((await client.sandbox.clock.get()).offsetSeconds).toBe(15 * 60);
  expect(await client.orders.changeDriver(orderId, driverId, 'DRIVER_LATE')).toBeUndefined();
  expect(await client.orders.cancel(orderId)).toBeUndefined();
  expect((await client.sandbox.clock.reset()).offsetSeconds).toBe(0);
  expect(await client.wallet.get()).toMatchObject({ held: '0', currency: 'HKD' });

  const events = await collect(client.events.list({ expand: ['attempts'] }));
  expect(events[0]?.delivery.tries).toEqual([]);
  expect(await client.events.redeliver(events[0]?.eventId as string)).toMatchObject({ eventId: events[0]?.eventId });
  expect(await client.events.recover('2026-01-01T00:00:00Z')).toEqual({ events: events.length });
  expect(await client.webhook.remove()).toEqual({ url: '' });

  const { plus } = client;
  const tomorrow = { serviceType: 'PLUS' as const, scheduleAt: inHours(world, 24), stops: [CENTRAL, MONG_KOK] };
  const [parcelQuotation, other] = [await plus.quotations.create(tomorrow), await plus.quotations.create(tomorrow)];
  expect(await plus.quotations.get(parcelQuotation.quotationId)).toEqual(parcelQuotation);
  const clientRef = 'P/1001 ü?';
  const parcel = await parcelQuotation.placeOrder({ ...CONTACTS, clientRef, generateLabel: true });
  expect(parcel.stops.map(({ name }) => name)).toEqual([SENDER.name, RECIPIENT.name]);
  await runDueJobs(world.foundations);
  expect(await plus.orders.waitForLabel(parcel.orderId)).toMatchObject({ url: expect.stringMatching(/^https:/) });
  expect((await plus.orders.getByClientRef(clientRef)).orderId).toBe(parcel.orderId);
  const { orderId: bare } = await plus.orders.place({
    ...CONTACTS,
    quotationId: other.quotationId,
    clientRef: 'P-1002',
  });
  await expect(plus.orders.waitForLabel(bare)).rejects.toThrow(`Order ${bare} was placed without generateLabel.`);
  const { labelBatchId } = await plus.labels.create([parcel.orderId, bare]);
  await runDueJobs(world.foundations);
  expect(await plus.labels.wait(labelBatchId)).toMatchObject({ labelBatchId, status: 'GENERATED' });
  const change = {
    scheduleAt: inHours(world, 25),
    deliveryBy: inHours(world, 30),
    stops: [
      { ...CENTRAL, ...SENDER },
      { ...MONG_KOK, ...RECIPIENT },
    ],
  };
  expect(await plus.orders.edit(parcel.orderId, change)).toMatchObject({ id: parcel.orderId });
  expect(await plus.orders.cancel(parcel.orderId)).toBeUndefined();
  expect((await plus.orders.get(parcel.orderId)).status).toBe('CANCELED');

  const isCalled = ({ method, pattern, platform }: ReturnType<typeof operationsInReference>[number]) =>
    sent.some((call) => call.method === method && pattern.test(call.path) && call.platform === platform);
  const operations = operationsInReference();
  expect(operations.length).toBeGreaterThan(30);
  expect(operations.filter((operation) => !isCalled(operation))).toEqual([]);
});

describe('a quotation that can be ordered', () => {
  test('is what the server gave, to whoever prints or compares it', async () => {
    const { client } = await newClient();
    const quotation = await client.quotations.create(ROUTE);
    expect(Object.keys(quotation)).not.toContain('placeOrder');
    expect(JSON.stringify(quotation)).not.toContain('placeOrder');
  });

  test('brings recipients to the stops that they were named for, also where the route was optimised', async () => {
    const { client } = await newClient();
    const asked = [TUEN_MUN, MONG_KOK, { address: 'Causeway Bay, Hong Kong' }];
    const quotation = await client.quotations.create({ ...ROUTE, stops: [CENTRAL, ...asked], isRouteOptimized: true });
    expect(quotation.stops.slice(1).map(({ address }) => address)).not.toEqual(asked.map(({ address }) => address));
    const recipients = asked.map(({ address }, index) => ({ name: `For ${address}`, phone: `+8525684712${index}` }));
    const { stops } = await quotation.placeOrder({ sender: SENDER, recipients });
    for (const { name, address } of stops.slice(1)) expect(name).toBe(`For ${address}`);
  });

  test('that was read and had been optimised wants to know which stop is whose', async () => {
    const { client } = await newClient();
    const made = await client.quotations.create({
      ...ROUTE,
      stops: [CENTRAL, TUEN_MUN, MONG_KOK],
      isRouteOptimized: true,
    });
    const read = await client.quotations.get(made.quotationId);
    await expect(read.placeOrder({ sender: SENDER, recipients: [RECIPIENT, RECIPIENT] })).rejects.toThrow(
      'give every recipient a stopId',
    );
    const [, first, second] = read.stops;
    const recipients = [
      { ...RECIPIENT, name: 'second', stopId: second?.stopId as string },
      { ...RECIPIENT, name: 'first', stopId: first?.stopId as string },
    ];
    const { stops } = await read.placeOrder({ sender: SENDER, recipients });
    expect(stops.map(({ name }) => name)).toEqual([SENDER.name, 'first', 'second']);
  });
});

describe('a list', () => {
  test('of orders is read over three pages, newest first, and only as far as it is wanted', async () => {
    const { client, sent } = await newClient();
    const placed: string[] = [];
    for (let index = 0; index < 3; index += 1) placed.push((await placeOne(client)).orderId);
    sent.length = 0;
    const listed = await collect(client.orders.list({ pageSize: 1 }));
    expect(listed.map(({ orderId }) => orderId)).toEqual(placed.reverse());
    expect(sent).toHaveLength(3);
    for await (const { orderId } of client.orders.list({ pageSize: 1 })) {
      expect(orderId).toBe(placed[0]);
      break;
    }
    expect(sent).toHaveLength(4);
  });

  test('of events goes on from a cursor, and its types tell what is in it', async () => {
    const { client } = await newClient();
    const { orderId } = await placeOne(client);
    const all = await collect(client.events.list({ pageSize: 1 }));
    const told = (event: LoggedEvent) => event.eventType === 'ORDER_STATUS_CHANGED' && event.data.order.orderId;
    expect(all.map(told)).toContain(orderId);
    const [first, ...rest] = all;
    expect(await collect(client.events.list({ after: first?.cursor as string }))).toEqual(rest);
  });
});

describe('an error', () => {
  test('has the code by which to decide, the sentence, the field and the id of the request', async () => {
    const { client } = clientOf(world, await newAccount({ creditMinor: 0n }));
    const poor = await errorOf(placeOne(client));
    expect(poor.is('ERR_INSUFFICIENT_CREDIT')).toBe(true);
    expect([poor.status, poor.message]).toEqual([402, expect.stringMatching(/^The wallet holds 0 HKD/)]);
    const quotation = await client.quotations.create(ROUTE);
    const wrong = { ...RECIPIENT, phone: '12' };
    const refused = await errorOf(
      quotation.placeOrder({ sender: wrong, recipients: [wrong] }, { requestId: 'my-own' }),
    );
    expect(refused).toMatchObject({
      code: 'ERR_INVALID_PHONE_NUMBER',
      detail: '/data/sender/phone',
      requestId: 'my-own',
    });
    expect(refused.faults.map(({ detail }) => detail)).toEqual(['/data/sender/phone', '/data/recipients/0/phone']);
  });

  test('is read in both of the API’s forms', async () => {
    const { client } = await newClient();
    const unreachable = await errorOf(client.webhook.set('http://127.0.0.1:1/'));
    expect([unreachable.code, unreachable.status]).toEqual(['ERR_INVALID_RESPONSE', 422]);
    expect((await errorOf(client.orders.get('1000000000000000001'))).code).toBe('ERR_ORDER_NOT_FOUND');
  });

  test('of a wrong secret says what differed, and shows neither secret', async () => {
    const account = await newAccount();
    const { client } = clientOf(world, { ...account, apiSecret: 'sk_test_wrong' });
    const error = await errorOf(client.cities.list());
    expect([error.code, error.status]).toEqual(['ERR_UNAUTHORIZED', 401]);
    expect(JSON.stringify(error) + error.stack).not.toMatch(new RegExp(`sk_test_wrong|${account.apiSecret}`));
  });

  test('of a certificate that nobody here trusts says how to trust it, at once', async () => {
    const { client, sent } = await newClient({ fetch: undefined });
    const error = await errorOf(client.cities.list());
    expect(error).toBeInstanceOf(WaybillError);
    expect([error.code, error.status]).toEqual(['UNTRUSTED_CERTIFICATE', undefined]);
    expect(sent).toEqual([]);
  });
});

describe('a call that goes wrong', () => {
  const ordersOf = async (partnerId: string) =>
    (await world.foundations.database.query('select 1 from orders where partner_id = $1', [partnerId])).length;

  test.each([
    ['is limited', { status: 429 }],
    ['fails at the server', { status: 500 }],
    ['is done, and only its answer is a failure', { status: 500, afterCommit: true }],
    ['is cut off', { cut: true }],
    ['is done, and only its answer is lost', { cut: true, afterCommit: true }],
  ] as const)('because it %s is made again, and places one order', async (_, fault) => {
    const account = await newAccount();
    const { client, sent } = clientOf(world, account);
    const quotation = await client.quotations.create(ROUTE);
    await client.sandbox.faults.set({ api: { ...fault, share: 0.5 } });
    await client.wallet.get();
    sent.length = 0;
    const { orderId } = await quotation.placeOrder(CONTACTS);
    expect(sent).toHaveLength(2);
    expect(await ordersOf(account.partnerId)).toBe(1);
    await client.sandbox.faults.clear();
    expect(await collect(client.orders.list())).toMatchObject([{ orderId }]);
  });

  test('again and again is told as it is', async () => {
    const { client, sent } = await newClient({ retries: 1 });
    await client.sandbox.faults.set({ api: { status: 500 } });
    const failed = await errorOf(client.wallet.get());
    expect([failed.code, failed.message]).toEqual([
      'ERR_INTERNAL',
      'You have asked for this 500 with PUT /sandbox/v1/faults.',
    ]);
    await client.sandbox.faults.set({ api: { cut: true } });
    expect((await errorOf(client.wallet.get())).code).toBe('NO_ANSWER');
    expect(sent.filter(({ path }) => path === '/v3/wallet')).toHaveLength(4);
  });

  test('in one process can be finished in another, by its Request-ID', async () => {
    const account = await newAccount();
    const [one, other] = [clientOf(world, account, { retries: 0 }), clientOf(world, account)];
    const { orderId } = await placeOne(one.client);
    await one.client.sandbox.faults.set({ api: { cut: true, afterCommit: true } });
    const requestId = crypto.randomUUID();
    expect((await errorOf(one.client.orders.cancel(orderId, { requestId }))).code).toBe('NO_ANSWER');
    await one.client.sandbox.faults.clear();
    expect(await other.client.orders.cancel(orderId, { requestId })).toBeUndefined();
    expect((await errorOf(other.client.orders.cancel(orderId))).code).toBe('ERR_CANCELLATION_FORBIDDEN');
  });
});
