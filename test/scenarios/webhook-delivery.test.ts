import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { replaceWithDriver } from '../../src/dispatch/index.ts';
import { DAY_MS, formatInstant, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { partnerDeps } from '../../src/main/make-partner.ts';
import { changeKeyStatus, issueKey, rotateWebhookSecret } from '../../src/partners/index.ts';
import { wakeSenders } from '../../src/webhooks/delivery-streams-sql.ts';
import { eventsOfOrder, eventsOfWallet, runDueJobs } from '../support/order-records.ts';
import { driversOf, fund, ordersOf, place } from '../support/orders.ts';
import { sign } from '../support/partner-client.ts';
import { advance } from '../support/sandbox.ts';
import { answers, eventually, type Push, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { forgetEvents, readEvents, setUrl, startSending } from '../support/webhooks.ts';
import { createWorld, type World, withNewPartner } from '../support/world.ts';

/** One for all: each test is about a partner of its own. */
let shared: World;
let world: World;
let receiver: WebhookReceiver;
let sender: { stop(): Promise<void> } | undefined;
beforeAll(async () => {
  shared = await createWorld();
});
afterAll(() => shared.close());
beforeEach(async () => {
  world = await withNewPartner(shared, { limitFactor: 1_000, creditMinor: 1_000_000n, markets: ['HK'] });
  receiver = await startReceiver();
});
afterEach(async () => {
  await sender?.stop();
  sender = undefined;
  await receiver.stop();
  await forgetEvents(world);
});

const send = () => {
  sender = startSending(world);
};
const sql = <Row>(text: string, values: readonly unknown[] = []) => world.foundations.database.query<Row>(text, values);
const statusesTold = (pushes: readonly Push[], orderId: string) =>
  pushes
    .filter(({ json }) => json.eventType === 'ORDER_STATUS_CHANGED' && json.data.order.orderId === orderId)
    .map(({ json }) => json.data.order.status);
async function pending(): Promise<number> {
  const [row] = await sql<{ count: number }>(
    "select (select count(*)::integer from deliveries where state = 'pending') + (select count(*)::integer from events_unsequenced) as count",
  );
  return row?.count ?? 0;
}
type StreamRow = { due_at: Date; attempts: number };
const streamOf = async (orderId: string) =>
  (await sql<StreamRow>('select due_at, attempts from delivery_streams where stream_id = $1', [orderId]))[0];
const attemptsOf = async (orderId: string) => (await streamOf(orderId))?.attempts;
const dueAtOf = async (orderId: string) => (await streamOf(orderId))?.due_at.getTime() ?? world.clock.now();
/** Whether everything is delivered but this stream. */
const pendingBut = async (orderId: string) =>
  (await pending()) > 0 &&
  (await sql("select 1 from deliveries where state = 'pending' and stream_id <> $1", [orderId])).length === 0;
const allDelivered = () => eventually(async () => (await pending()) === 0);
/** Lets time pass, and has the sender look at once. */
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  wakeSenders(world.foundations.database);
}
/** Lets time pass until everything is delivered. */
async function deliverAll(): Promise<void> {
  await eventually(async () => {
    await pass(SECOND_MS);
    return (await pending()) === 0;
  }, 50_000);
}
/** Long enough for whatever is due to come. */
const A_WHILE_MS = 700;
const aWhile = () => new Promise((resolve) => setTimeout(resolve, A_WHILE_MS));

describe('a push', () => {
  test('carries the envelope, a signature over the very bytes of data, and headers that the official package verifies', async () => {
    vi.useFakeTimers({ now: world.clock.now(), toFake: ['Date'] });
    try {
      await setUrl(world, `${receiver.url}/in?tenant=7`);
      send();
      const { orderId } = await place(world);
      await allDelivered();
      const push = receiver.taken().find(({ json }) => json.eventType === 'ORDER_STATUS_CHANGED') as Push;
      expect(Object.keys(push.json)).toEqual([
        'apiKey',
        'timestamp',
        'signature',
        'eventId',
        'eventType',
        'eventVersion',
        'data',
      ]);
      expect(push.path).toBe('/hooks/in?tenant=7');
      expect(push.json).toMatchObject({
        apiKey: world.partner.apiKey,
        timestamp: Math.floor(world.clock.now() / 1_000),
        eventId: expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
        eventVersion: 'v3',
        data: { order: { orderId, previousStatus: '', status: 'ASSIGNING_DRIVER' } },
      });
      for (const { body, json, headers } of receiver.taken()) {
        const dataText = body.slice(body.indexOf('"data":') + 7, -1);
        expect(JSON.stringify(json.data)).toBe(dataText);
        expect(json.signature).toBe(sign(world.partner.apiSecret, json.timestamp, 'POST', '/hooks/in', dataText));
        expect(headers['webhook-id']).toBe(json.eventId);
        expect(new Webhook(world.partner.webhookSecret).verify(body, headers)).toEqual(json);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  test('is signed with the newest of the partner’s active keys', async () => {
    const { database } = world.foundations;
    const newer = await database.inTransaction((tx) =>
      issueKey(partnerDeps(world.foundations, []), tx, world.partner.partnerId, {}),
    );
    await setUrl(world, receiver.url);
    send();
    const signer = async () => {
      await fund(world, 1n);
      await allDelivered();
      const { body, json } = receiver.taken().at(-1) as Push;
      const dataText = body.slice(body.indexOf('"data":') + 7, -1);
      const { apiKey, apiSecret } = [newer, world.partner].find(({ apiKey }) => apiKey === json.apiKey) as typeof newer;
      expect(json.signature).toBe(sign(apiSecret, json.timestamp, 'POST', '/hooks', dataText));
      return apiKey;
    };
    expect(await signer()).toBe(newer.apiKey);
    await changeKeyStatus(database, newer.apiKey, 'suspended');
    expect(await signer()).toBe(world.partner.apiKey);
  });

  test('has its own time by our clock, and the times in its data by the partner’s', async () => {
    await setUrl(world, receiver.url);
    await advance(world, DAY_MS / SECOND_MS);
    send();
    await place(world);
    await allDelivered();
    for (const { json } of receiver.taken()) {
      expect(json.timestamp).toBe(Math.floor(world.clock.now() / SECOND_MS));
      expect(json.data.updatedAt).toBe(formatInstant(world.clock.now() + DAY_MS));
    }
    expect(receiver.taken()).toHaveLength(2);
  });

  test('is signed with both webhook secrets for a day after a rotation, then with the new one', async () => {
    vi.useFakeTimers({ now: world.clock.now(), toFake: ['Date'] });
    try {
      await setUrl(world, receiver.url);
      const before = world.partner.webhookSecret;
      const after = await rotateWebhookSecret(world.foundations, world.foundations.database, world.partner.partnerId);
      send();
      await fund(world, 1n);
      await allDelivered();
      const during = receiver.taken().at(-1) as Push;
      for (const secret of [before, after]) new Webhook(secret).verify(during.body, during.headers);
      world.clock.advance(DAY_MS);
      vi.setSystemTime(world.clock.now());
      await fund(world, 1n);
      await allDelivered();
      const later = receiver.taken().at(-1) as Push;
      new Webhook(after).verify(later.body, later.headers);
      expect(() => new Webhook(before).verify(later.body, later.headers)).toThrow();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('an order’s full life', () => {
  test('is told in order though the receiver fails one time in five', async () => {
    await setUrl(world, receiver.url);
    const drivers = await driversOf(world);
    let turn = 7;
    const ways = [answers.status(500), answers.status(302, { location: '/x' }), answers.closeEarly];
    receiver.behave((push, answer, socket) => {
      turn = (turn * 1_103_515_245 + 12_345) % 2 ** 31;
      const fails = (turn >> 8) % 5 === 0;
      return (fails ? (ways[(turn >> 12) % 3] as (typeof ways)[0]) : answers.status(200))(push, answer, socket);
    });
    send();
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) ids.push((await place(world)).orderId);
    for (const id of ids) {
      await drivers.accept(id);
      await drivers.pickUp(id);
      await drivers.dropOff(id);
    }
    await deliverAll();
    expect(receiver.pushes.some(({ status }) => status !== 200)).toBe(true);
    for (const id of ids) {
      expect(statusesTold(receiver.taken(), id)).toEqual(['ASSIGNING_DRIVER', 'ON_GOING', 'PICKED_UP', 'COMPLETED']);
    }
    const told = receiver.taken().filter(({ json }) => json.eventType === 'WALLET_BALANCE_CHANGED');
    const recorded = (await eventsOfWallet(world.foundations.database, world.partner.partnerId)).slice(1);
    expect(told.map(({ json }) => json.data)).toEqual(recorded.map(({ data }) => data));
    const taken = receiver.taken().map(({ json }) => json.eventId);
    expect(new Set(taken).size).toBe(taken.length);
  });

  test('goes on in one sequence when support replaces it: cancelled, replaced, then the first push of the new one', async () => {
    await setUrl(world, receiver.url);
    send();
    const { orderId } = await place(world);
    const orders = await ordersOf(world);
    const { database } = world.foundations;
    const successor = await database.inTransaction((tx) =>
      replaceWithDriver(orders, tx, { orderId }, world.clock.now()),
    );
    await deliverAll();
    const recorded = await eventsOfOrder(database, orderId);
    const told = receiver.taken().filter(({ json }) => json.eventType !== 'WALLET_BALANCE_CHANGED');
    expect(told.map(({ json }) => json.data)).toEqual(recorded.map(({ data }) => data));
    expect(told.map(({ json }) => json.data.order.orderId)).toEqual([orderId, orderId, successor.id, successor.id]);
    expect(told[2]?.json).toMatchObject({ eventType: 'ORDER_REPLACED', data: { prevOrderId: orderId } });
  });
});

describe('a recovery of more than a thousand', () => {
  test('is not overtaken by what happens to an order meanwhile', async () => {
    const drivers = await driversOf(world);
    const now = world.clock.now();
    const others = 1_000;
    await sql(
      `insert into events (stream_id, number, partner_id, type, data, created_at)
       select $1, number, $2, 'ORDER_AMOUNT_CHANGED', '{}', $3 from generate_series(1, ${others}) number`,
      ['1400000000000000000', world.partner.partnerId, new Date(now)],
    );
    const { orderId } = await place(world);
    await setUrl(world, receiver.url);
    const body = JSON.stringify({ data: { since: formatInstant(now) } });
    const { json } = await world.call('POST', '/v3/events/recover', { body });
    expect(json.data.events).toBeGreaterThan(others);
    await drivers.accept(orderId);
    send();
    await allDelivered();
    const statuses = ['ASSIGNING_DRIVER', 'ON_GOING'];
    expect(statusesTold(receiver.taken(), orderId)).toEqual(statuses);
    await runDueJobs(world.foundations);
    await drivers.pickUp(orderId);
    await deliverAll();
    expect(statusesTold(receiver.taken(), orderId)).toEqual([...statuses, 'PICKED_UP']);
    const told = receiver.taken().filter(({ json }) => json.eventType === 'WALLET_BALANCE_CHANGED');
    const recorded = await eventsOfWallet(world.foundations.database, world.partner.partnerId);
    expect(told.map(({ json }) => json.data)).toEqual(recorded.map(({ data }) => data));
    const taken = receiver.taken().map(({ json }) => json.eventId);
    expect(new Set(taken).size).toBe(taken.length);
  });
});

describe('trying again', () => {
  test('a repeat carries the same eventId and data, with a new time and signature', async () => {
    await setUrl(world, receiver.url);
    receiver.behave(answers.status(500, {}, 'not now'));
    send();
    await fund(world, 1n);
    await eventually(() => receiver.pushes.length === 2);
    receiver.behave(answers.status(200));
    await deliverAll();
    const [, first, second] = receiver.pushes;
    expect(second?.json.eventId).toBe(first?.json.eventId);
    expect(second?.json.data).toEqual(first?.json.data);
    expect(second?.json.timestamp).toBeGreaterThan(first?.json.timestamp);
  });

  test('ten attempts are made in a day; then, as something else got through, that stream alone is parked', async () => {
    await setUrl(world, receiver.url);
    const stuck = (await place(world)).orderId;
    receiver.behave((push, answer, socket) =>
      answers.status(push.json?.data?.order?.orderId === stuck ? 500 : 200)(push, answer, socket),
    );
    send();
    const startedAt = world.clock.now();
    const attempts = () => receiver.pushes.filter(({ status }) => status === 500);
    for (let made = 1; made <= 10; made++) {
      await eventually(async () => attempts().length === made && (await attemptsOf(stuck)) === made);
      await fund(world, 1n);
      await eventually(() => pendingBut(stuck));
      await pass((await dueAtOf(stuck)) - world.clock.now());
    }
    await eventually(async () => (await readEvents(world)).text.includes('"PARKED"'));
    expect(world.clock.now() - startedAt).toBeLessThan(DAY_MS);
    await runDueJobs(world.foundations);
    const seen = (await readEvents(world, '?limit=200')).json.data;
    const ofOrder = seen.filter((event: { data: { order?: unknown } }) => event.data.order !== undefined);
    expect(ofOrder.map((event: { delivery: unknown }) => event.delivery)).toEqual([
      { status: 'PARKED', attempts: 10, lastError: '10 attempts failed. Last: The receiver answered 500.' },
      { status: 'PARKED', attempts: 0, lastError: '10 attempts failed. Last: The receiver answered 500.' },
    ]);
    const other = (await place(world)).orderId;
    await eventually(() => statusesTold(receiver.taken(), other).length === 1);
    // Set again, it goes on where it stopped.
    receiver.behave(answers.status(200));
    await setUrl(world, receiver.url);
    await deliverAll();
    expect(statusesTold(receiver.taken(), stuck)).toEqual(['ASSIGNING_DRIVER', 'EXPIRED']);
  }, 120_000);

  test('an attempt that fails after its events were asked for again counts as the first of a new series', async () => {
    await setUrl(world, receiver.url);
    const { orderId } = await place(world);
    receiver.behave((push, answer, socket) =>
      answers.status(push.json?.data?.order?.orderId === orderId ? 500 : 200)(push, answer, socket),
    );
    send();
    for (let made = 1; made <= 4; made++) {
      await eventually(async () => (await attemptsOf(orderId)) === made);
      await eventually(() => pendingBut(orderId));
      if (made < 4) await pass((await dueAtOf(orderId)) - world.clock.now());
    }
    const underWay: (() => void)[] = [];
    receiver.behave((_push, answer) => {
      underWay.push(() => answer.writeHead(500).end());
      return 0;
    });
    await pass((await dueAtOf(orderId)) - world.clock.now());
    await eventually(() => underWay.length === 1);
    receiver.behave(answers.status(200));
    const body = JSON.stringify({ data: { since: formatInstant(world.clock.now() - HOUR_MS) } });
    expect((await world.call('POST', '/v3/events/recover', { body })).status).toBe(200);
    underWay[0]?.();
    await eventually(async () => (await attemptsOf(orderId)) !== 0);
    expect(await attemptsOf(orderId)).toBe(1);
    await pass(10 * SECOND_MS);
    await allDelivered();
    expect(statusesTold(receiver.taken(), orderId)).toEqual(['ASSIGNING_DRIVER']);
  });

  test('a URL to which nothing gets through is disabled, and when it is set again everything follows in order', async () => {
    await setUrl(world, receiver.url);
    const { orderId } = await place(world);
    receiver.behave(answers.status(503));
    send();
    const disabled = async () =>
      (await sql<{ reason: string | null }>('select disabled_reason as reason from webhook_receivers'))[0]?.reason;
    await eventually(async () => {
      await pass(5 * MINUTE_MS);
      return disabled();
    }, 50_000);
    expect(await disabled()).toMatch(/^Nothing got through since .*The receiver answered 503\.$/);
    await eventually(
      async () => (await sql('select 1 from delivery_streams where leased_until is not null')).length === 0,
    );
    const before = receiver.pushes.length;
    await runDueJobs(world.foundations);
    await pass(DAY_MS);
    await aWhile();
    expect(receiver.pushes).toHaveLength(before);
    expect((await readEvents(world)).json.data.at(-1).delivery).toMatchObject({ status: 'PARKED', attempts: 0 });
    receiver.behave(answers.status(200));
    expect((await setUrl(world, receiver.url)).status).toBe(200);
    await allDelivered();
    expect(statusesTold(receiver.taken(), orderId)).toEqual(['ASSIGNING_DRIVER', 'EXPIRED']);
  }, 120_000);

  test('one with a single stream too, whose first attempt ended later than it began', async () => {
    await setUrl(world, receiver.url);
    await fund(world, 1n);
    receiver.behave((push, answer, socket) => {
      world.clock.advance(3);
      return answers.status(503)(push, answer, socket);
    });
    send();
    type Held = StreamRow & { parked_reason: string | null; disabled_reason: string | null };
    const held = async () =>
      (await sql<Held>('select * from delivery_streams join webhook_receivers using (partner_id)'))[0];
    for (let made = 1; made <= 10; made++) {
      await eventually(async () => (await held())?.attempts === made);
      await pass(((await held())?.due_at.getTime() ?? 0) - world.clock.now());
    }
    expect(await held()).toMatchObject({
      parked_reason: null,
      disabled_reason: expect.stringMatching(/^Nothing got through since /),
    });
  });

  test('what gets through beside an attempt that fails ends the silence that this began', async () => {
    await setUrl(world, receiver.url);
    const { orderId } = await place(world);
    const silence = async () =>
      (await sql<{ since: Date | null }>('select silent_since as since from webhook_receivers'))[0]?.since;
    receiver.behave((push, answer, socket) => {
      if (push.json?.data?.order?.orderId === orderId) return answers.status(500)(push, answer, socket);
      void eventually(silence).then(() => answer.writeHead(200).end());
      return 200;
    });
    send();
    await eventually(async () => (await attemptsOf(orderId)) === 1 && (await pendingBut(orderId)));
    await eventually(async () => (await silence()) === null);
  });

  const noKey = 'There is no active API key to sign with.';
  const resume = () => changeKeyStatus(world.foundations.database, world.partner.apiKey, 'active');
  const issueAnother = () =>
    world.foundations.database.inTransaction((tx) =>
      issueKey(partnerDeps(world.foundations, []), tx, world.partner.partnerId, {}),
    );
  test.each([
    ['it is resumed', resume],
    ['another is issued', issueAnother],
  ])(
    'a key that is missing is not held against the receiver: when %s, all that waited follows in order',
    async (_, open) => {
      await setUrl(world, receiver.url);
      const { orderId } = await place(world);
      receiver.behave(answers.status(503));
      send();
      await eventually(async () => (await attemptsOf(orderId)) === 1);
      await changeKeyStatus(world.foundations.database, world.partner.apiKey, 'suspended');
      const failed = receiver.pushes.length;
      type Held = { disabled_at: Date | null; silent_since: Date | null; next_try_at: Date | null };
      const held = async () => (await sql<Held>('select * from webhook_receivers'))[0];
      for (let hours = 0; hours < 48; hours += 8) {
        await pass(8 * HOUR_MS);
        await runDueJobs(world.foundations);
        await eventually(async () => ((await held())?.next_try_at?.getTime() ?? 0) > world.clock.now());
      }
      expect(receiver.pushes).toHaveLength(failed);
      expect(await held()).toMatchObject({ disabled_at: null, silent_since: null });
      expect(await sql('select attempts, parked_reason from delivery_streams where stream_id = $1', [orderId])).toEqual(
        [{ attempts: 0, parked_reason: null }],
      );
      expect(await sql("select distinct last_error from deliveries where state = 'pending' and number = 1")).toEqual([
        { last_error: noKey },
      ]);
      receiver.behave(answers.status(200));
      await open();
      await pass(MINUTE_MS);
      await allDelivered();
      expect(statusesTold(receiver.taken(), orderId)).toEqual(['ASSIGNING_DRIVER', 'EXPIRED']);
      await eventually(async () => (await held())?.next_try_at === null);
    },
  );

  test('410 disables at once', async () => {
    await setUrl(world, receiver.url);
    receiver.behave(answers.status(410));
    send();
    await fund(world, 1n);
    await fund(world, 1n);
    await eventually(async () => (await readEvents(world)).json.data.at(-1).delivery.status === 'PARKED');
    await pass(DAY_MS);
    await aWhile();
    expect(receiver.pushes.filter(({ json }) => json !== undefined)).toHaveLength(1);
  });

  test('Retry-After is kept to, an hour at most', async () => {
    await setUrl(world, receiver.url);
    receiver.behave(answers.status(503, { 'retry-after': '999999' }));
    send();
    await fund(world, 1n);
    await eventually(() => receiver.pushes.length === 2);
    receiver.behave(answers.status(200));
    await eventually(async () => (await readEvents(world)).json.data.at(-1).delivery.attempts === 1);
    await pass(HOUR_MS - 10 * SECOND_MS);
    await aWhile();
    expect(receiver.taken()).toHaveLength(0);
    await pass(20 * SECOND_MS);
    await allDelivered();
  });

  test.each([
    ['closes early', answers.closeEarly, 'The receiver closed the connection before it answered.', null],
    ['answers gigabytes', answers.flood(500), 'The receiver answered 500.', 500],
    [
      'redirects inside',
      answers.status(307, { location: 'http://169.254.169.254/' }),
      'The receiver answered 307, and redirects are not followed.',
      307,
    ],
  ])(
    'a receiver that %s is left, the attempt is kept, and the event comes again',
    async (_, behaviour, error, status) => {
      await setUrl(world, receiver.url);
      receiver.behave(behaviour);
      send();
      await fund(world, 1n);
      const delivery = await eventually(async () => {
        const seen = (await readEvents(world, '', undefined, { expand: 'attempts' })).json.data.at(-1)?.delivery;
        return seen?.attempts === 1 ? seen : undefined;
      });
      expect(delivery).toMatchObject({ status: 'PENDING', attempts: 1, lastError: error, tries: [{ status }] });
      expect(Buffer.byteLength(delivery.tries[0].answer)).toBeLessThanOrEqual(500);
      receiver.behave(answers.status(200));
      await deliverAll();
      expect(receiver.taken()).toHaveLength(1);
    },
  );
});

describe('who is told what', () => {
  test('events from before the first registration, and after a removal, are not sent; those that waited at a removal are', async () => {
    send();
    await place(world);
    await setUrl(world, receiver.url);
    const told = (await place(world)).orderId;
    await allDelivered();
    expect(receiver.taken()).toHaveLength(2);
    expect(statusesTold(receiver.taken(), told)).toHaveLength(1);
    receiver.behave(answers.status(500));
    await fund(world, 5n);
    await eventually(() => receiver.pushes.some(({ status }) => status === 500));
    await setUrl(world, '');
    await place(world);
    receiver.behave(answers.status(200));
    await setUrl(world, receiver.url);
    await deliverAll();
    expect(receiver.taken()).toHaveLength(3);
    expect(
      (await readEvents(world)).json.data.map((event: { delivery: { status: string } }) => event.delivery.status),
    ).toContain('SKIPPED');
  });

  test('each partner gets its own events only, signed with its own key', async () => {
    const other = await world.newPartner({ creditMinor: 10_000n, markets: ['HK'], limitFactor: 100 });
    const theirs = await startReceiver();
    try {
      await setUrl(world, receiver.url);
      await setUrl(world, theirs.url, other);
      send();
      const mine = (await place(world)).orderId;
      const foreign = (await place(world, { as: other })).orderId;
      await allDelivered();
      expect(statusesTold(receiver.taken(), mine)).toHaveLength(1);
      expect(statusesTold(receiver.taken(), foreign)).toHaveLength(0);
      expect(statusesTold(theirs.taken(), foreign)).toHaveLength(1);
      expect(new Set(theirs.taken().map(({ json }) => json.apiKey))).toEqual(new Set([other.apiKey]));
    } finally {
      await theirs.stop();
    }
  });

  test('an alert of a low balance is for the portal only', async () => {
    await setUrl(world, receiver.url);
    await sql("update ledger_accounts set alert_below_minor = 999999 where kind = 'partner'");
    send();
    const { orderId } = await place(world);
    await world.call('DELETE', `/v3/orders/${orderId}`);
    await allDelivered();
    expect(await sql("select 1 from events where type = 'WALLET_BALANCE_LOW'")).toHaveLength(1);
    expect(receiver.taken().map(({ json }) => json.eventType)).not.toContain('WALLET_BALANCE_LOW');
    expect((await readEvents(world)).text).not.toContain('WALLET_BALANCE_LOW');
  });
});

test('what is older than 30 days is forgotten, and nothing younger', async () => {
  await setUrl(world, receiver.url);
  await fund(world, 1n);
  send();
  await allDelivered();
  await sender?.stop();
  sender = undefined;
  world.clock.advance(30 * DAY_MS - 1);
  await fund(world, 1n);
  await readEvents(world);
  const { foundations } = world;
  const count = async () => [
    (await sql('select 1 from events')).length,
    (await sql('select 1 from event_log')).length,
    (await sql('select 1 from deliveries')).length,
  ];
  await foundations.database.query(
    "insert into jobs (kind, name, due_at, payload) values ('webhooks.forgetEvents', 'hourly', now() - interval '9 years', '{}')",
  );
  await runDueJobs(foundations);
  expect(await count()).toEqual([3, 3, 2]);
  world.clock.advance(HOUR_MS);
  await runDueJobs(foundations);
  expect(await count()).toEqual([1, 1, 1]);
});
