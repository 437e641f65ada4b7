import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { wakeSenders } from '../../src/webhooks/delivery-streams-sql.ts';
import { driversOf, fund, place } from '../support/orders.ts';
import { countRowsRead } from '../support/rows-read.ts';
import { advance, setFaults } from '../support/sandbox.ts';
import { answers, eventually, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { forgetEvents, readEvents, setUrl, startSending } from '../support/webhooks.ts';
import { createWorld, type World, withNewPartner } from '../support/world.ts';

/** One for all: each test is about a partner of its own. */
let shared: World;
let world: World;
let receiver: WebhookReceiver;
let sender: { stop(): Promise<void> };
beforeAll(async () => {
  shared = await createWorld();
});
afterAll(() => shared.close());
beforeEach(async () => {
  world = await withNewPartner(shared, { limitFactor: 1_000, creditMinor: 1_000_000n, markets: ['HK'] });
  receiver = await startReceiver();
  await setUrl(world, receiver.url);
  sender = startSending(world);
});
afterEach(async () => {
  await sender.stop();
  await receiver.stop();
  await forgetEvents(world);
});

const A_WHILE_MS = 700;
const aWhile = () => new Promise((resolve) => setTimeout(resolve, A_WHILE_MS));
/** Lets time pass, and has the sender look at once. */
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  wakeSenders(world.foundations.database);
}
async function pending(): Promise<number> {
  const [row] = await world.foundations.database.query<{ count: number }>(
    "select (select count(*)::integer from deliveries where state = 'pending') + (select count(*)::integer from events_unsequenced) as count",
  );
  return row?.count ?? 0;
}
const settled = () => eventually(async () => (await pending()) === 0);
/** Each top-up is an event of the wallet's stream that says the balance; done when all have their places in the log. */
async function topUps(...amounts: bigint[]): Promise<void> {
  for (const amount of amounts) await fund(world, amount);
  await readEvents(world);
}
const START = 1_000_000n;
const balances = () => receiver.taken().map(({ json }) => Number(BigInt(json.data.balance.amount) - START));
type Seen = { readonly eventId: string; readonly delivery: { status: string; attempts: number; lastError: unknown } };
const deliveries = async () =>
  ((await readEvents(world, '?limit=200', undefined, { expand: 'attempts' })).json.data as Seen[])
    .slice(1)
    .map(({ delivery }) => delivery);

describe('drop', () => {
  test('every second event is never sent, counts as delivered, and says why', async () => {
    await setFaults(world, { webhooks: { drop: 0.5 } });
    await topUps(1n, 1n, 1n, 1n);
    await settled();
    expect(balances()).toEqual([1, 3]);
    const dropped = {
      status: 'DELIVERED',
      attempts: 1,
      lastError: 'Dropped by your fault setting.',
      tries: [{ at: expect.any(String), status: null, durationMs: 0, answer: 'Dropped by your fault setting.' }],
    };
    const sent = {
      status: 'DELIVERED',
      attempts: 1,
      lastError: null,
      tries: [expect.objectContaining({ status: 200 })],
    };
    expect(await deliveries()).toEqual([sent, dropped, sent, dropped]);
  });

  test('sent again on request, it arrives, though the setting still holds', async () => {
    await setFaults(world, { webhooks: { drop: true } });
    await topUps(1n);
    await settled();
    const { eventId } = (await readEvents(world)).json.data.at(-1);
    await world.call('POST', `/v3/events/${eventId}/redeliver`);
    await settled();
    expect(receiver.taken().map(({ json }) => json.eventId)).toEqual([eventId]);
    expect((await deliveries()).at(-1)).toMatchObject({ status: 'DELIVERED', attempts: 2, lastError: null });
  });

  test('says nothing about a receiver that does not answer', async () => {
    receiver.behave(answers.status(500));
    await topUps(1n);
    await eventually(() => receiver.pushes.some(({ status }) => status === 500));
    await setFaults(world, { webhooks: { drop: true } });
    await place(world);
    await eventually(async () =>
      (await deliveries()).some(({ lastError }) => lastError === 'Dropped by your fault setting.'),
    );
    const [row] = await world.foundations.database.query<{ silent: boolean }>(
      'select silent_since is not null as silent from webhook_receivers',
    );
    expect(row?.silent).toBe(true);
  });
});

describe('duplicate', () => {
  test('an event comes twice with the same id, each time signed, in the order of its stream', async () => {
    await setFaults(world, { webhooks: { duplicate: 0.5 } });
    await topUps(1n, 1n, 1n);
    await settled();
    expect(balances()).toEqual([1, 2, 2, 3]);
    const [, second, third] = receiver.taken().map(({ json }) => json.eventId);
    expect(second).toBe(third);
    expect((await deliveries()).map(({ attempts, lastError }) => [attempts, lastError])).toEqual([
      [1, null],
      [2, null],
      [1, null],
    ]);
  });

  test('a push that fails is tried again as ever, and doubled only if its first attempt got through', async () => {
    receiver.behave(answers.status(500));
    await setFaults(world, { webhooks: { duplicate: true } });
    await topUps(1n);
    await eventually(async () => (await deliveries())[0]?.attempts === 1);
    receiver.behave(answers.status(200));
    await pass(10 * SECOND_MS);
    await settled();
    expect(balances()).toEqual([1]);
  });
});

describe('delay', () => {
  test('every push waits its time on our clock, however far ahead the partner’s is', async () => {
    await advance(world, 3_600);
    await setFaults(world, { webhooks: { delaySeconds: 60 } });
    await topUps(1n);
    await pass(30 * SECOND_MS);
    await topUps(1n);
    await pass(30 * SECOND_MS - 1);
    await aWhile();
    expect(balances()).toEqual([]);
    await pass(1);
    await eventually(() => balances().length === 1);
    await aWhile();
    expect(balances()).toEqual([1]);
    await pass(30 * SECOND_MS);
    await settled();
    expect(balances()).toEqual([1, 2]);
  });

  test('when it is taken away, what waits goes at once', async () => {
    await setFaults(world, { webhooks: { delaySeconds: 3_600 } });
    await topUps(1n, 1n);
    await aWhile();
    expect(balances()).toEqual([]);
    await setFaults(world, {});
    await settled();
    expect(balances()).toEqual([1, 2]);
  });
});

describe('reorder', () => {
  /** Until everything is told; whoever waits for a neighbour looks again twice a second. */
  const looking = () =>
    eventually(async () => {
      await pass(500);
      return (await pending()) === 0;
    });

  test('neighbours swap places, all of them or a share', async () => {
    await setFaults(world, { webhooks: { reorder: true } });
    await topUps(1n, 1n, 1n, 1n);
    await looking();
    expect(balances()).toEqual([2, 1, 4, 3]);
    await setFaults(world, { webhooks: { reorder: 0.5 } });
    await topUps(1n, 1n, 1n, 1n, 1n);
    await looking();
    expect(balances().slice(4)).toEqual([5, 7, 6, 9, 8]);
  });

  test('an event waits for its neighbour, ten seconds at most', async () => {
    await setFaults(world, { webhooks: { reorder: true } });
    await topUps(1n);
    for (let passed = 500; passed < 10 * SECOND_MS; passed += 500) await pass(500);
    await aWhile();
    expect(balances()).toEqual([]);
    await pass(500);
    await settled();
    expect(balances()).toEqual([1]);
    await topUps(1n);
    await pass(4 * SECOND_MS);
    await aWhile();
    await topUps(1n);
    await looking();
    expect(balances()).toEqual([1, 3, 2]);
  });

  test('of an order the later status comes first, whatever other orders do', async () => {
    const drivers = await driversOf(world);
    const [first, second] = [await place(world), await place(world)];
    await settled();
    await setFaults(world, { webhooks: { reorder: true } });
    for (const { orderId } of [first, second]) {
      await drivers.accept(orderId);
      await drivers.pickUp(orderId);
    }
    await looking();
    for (const { orderId } of [first, second]) {
      const told = receiver
        .taken()
        .filter(({ json }) => json.data.order?.orderId === orderId)
        .map(({ json }) => json.data.order.status);
      expect(told).toEqual(['ASSIGNING_DRIVER', 'PICKED_UP', 'ON_GOING']);
    }
  });

  test('with events that are dropped and doubled too, each keeps its own fate', async () => {
    await setFaults(world, { webhooks: { reorder: true, duplicate: 0.5, drop: 0.25 } });
    await topUps(1n, 1n, 1n, 1n);
    await looking();
    expect(balances()).toEqual([2, 1, 2, 3]);
  });
});

test('events of before the setting are spared, and so are other partners', async () => {
  const other = await world.newPartner({ creditMinor: 10_000n, markets: ['HK'], limitFactor: 100 });
  const theirs = await startReceiver();
  try {
    await setUrl(world, theirs.url, other);
    await sender.stop();
    await topUps(1n);
    await setFaults(world, { webhooks: { drop: true } });
    await topUps(1n);
    await fund(world, 1n, other.partnerId);
    sender = startSending(world);
    await settled();
    expect(balances()).toEqual([1]);
    expect(theirs.taken()).toHaveLength(1);
  } finally {
    await theirs.stop();
  }
});

test('a delay outlives a restart of the sender', async () => {
  await setFaults(world, { webhooks: { delaySeconds: 120 } });
  await topUps(1n);
  await sender.stop();
  sender = startSending(world);
  await pass(MINUTE_MS);
  await aWhile();
  expect(balances()).toEqual([]);
  await pass(MINUTE_MS);
  await settled();
  expect(balances()).toEqual([1]);
});

test('how many events there were since the setting is counted once, not for every push', async () => {
  const { database } = world.foundations;
  const readBy = countRowsRead(database);
  await setFaults(world, { webhooks: { drop: 0.5 } });
  await topUps(1n);
  await settled();
  await database.inTransaction(async (tx) => {
    await tx.query(
      `insert into event_log (position, partner_id, stream_id, number, type, created_at, sequenced_at)
       select position + n, partner_id, n, 1, type, created_at, sequenced_at
       from event_log, generate_series(1, 20000) n where position = (select last_position from event_sequence)`,
    );
    await tx.query('update event_sequence set last_position = last_position + 20000');
  });
  await database.query('analyze event_log');
  await topUps(1n, 1n);
  await settled();
  const read = await readBy(async () => {
    await topUps(1n, 1n, 1n, 1n);
    await settled();
  });
  expect(read).toBeLessThan(10_000);
  // The second of all was dropped, and then each that is even among them.
  expect(balances()).toEqual([1, 3, 5, 7]);
});
