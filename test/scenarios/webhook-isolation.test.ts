import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PartnerId } from '../../src/foundation/ids.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { makePartner } from '../../src/main/make-partner.ts';
import { recordEvents } from '../../src/webhooks/index.ts';
import { MOST_AT_ONCE } from '../../src/webhooks/rules/pace.ts';
import { createSequence } from '../../src/webhooks/sequence-events.ts';
import { answers, eventually, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

const PARTNERS = 200;
const STREAMS = 50;
const SOMEBODY = {
  name: 'Acme',
  markets: ['HK'],
  platforms: ['ON_DEMAND'],
  sourceAddresses: [],
  limitFactor: 1,
} as const;

let world: World;
let receiver: WebhookReceiver;
let partners: readonly PartnerId[];
beforeAll(async () => {
  world = await createWorld();
  receiver = await startReceiver();
  partners = await newPartners(PARTNERS);
});
afterAll(async () => {
  await receiver.stop();
  await world.close();
});
afterEach(() => world.foundations.database.query('truncate webhook_receivers, deliveries, delivery_streams'));

function newPartners(count: number): Promise<readonly PartnerId[]> {
  const { foundations } = world;
  return foundations.database.inTransaction(async (tx) => {
    const made: PartnerId[] = [];
    for (let index = 0; index < count; index++)
      made.push((await makePartner(foundations, tx, [], SOMEBODY, [])).partnerId);
    return made;
  });
}

function listenAt(partnerIds: readonly PartnerId[], url: string): Promise<unknown> {
  return world.foundations.database.query(
    'insert into webhook_receivers (partner_id, url, updated_at) select unnest($1::bigint[]), $2, now()',
    [partnerIds, url],
  );
}

/** An event in a stream of its own for each. */
function recordAll(partnerIds: readonly PartnerId[]): Promise<void> {
  const { ids, database } = world.foundations;
  return database.inTransaction(async (tx) => {
    for (const partnerId of partnerIds) {
      const stream = { streamId: ids.next<'stream'>(), partnerId, eventCount: 0 };
      await recordEvents(tx, stream, world.clock.now(), [{ type: 'WALLET_BALANCE_CHANGED', data: { partnerId } }]);
    }
  });
}

/** How long it takes until each of these partners has been told two things. */
async function timeToTell(told: readonly PartnerId[]): Promise<number> {
  const before = receiver.taken().length;
  await recordAll(told.flatMap((partnerId) => [partnerId, partnerId]));
  const startedAt = performance.now();
  const sender = startSending(world);
  try {
    await eventually(() => receiver.taken().length >= before + told.length * 2, 100_000);
    return performance.now() - startedAt;
  } finally {
    await sender.stop();
  }
}

test.each([
  ['hangs', answers.hang],
  ['closes every connection', answers.closeEarly],
])(
  'of 200 partners one has a receiver that %s with a long backlog: the others are told as fast as without it',
  async (_, behaviour) => {
    const [dead, ...others] = partners as [PartnerId, ...PartnerId[]];
    await listenAt(others, receiver.url);
    const without = await timeToTell(others);
    const broken = await startReceiver();
    broken.behave(behaviour);
    await listenAt([dead], broken.url);
    await recordAll(Array(STREAMS).fill(dead));
    const beside = await timeToTell(others);
    // biome-ignore lint/suspicious/noConsole: a ratio for whoever reads the run
    console.log(`one dead receiver among ${PARTNERS}: the others take ${(beside / without).toFixed(2)} times as long`);
    await broken.stop();
    expect(broken.pushes.length).toBeGreaterThan(0);
    // A receiver that nobody answers at is tried by one stream at a time, not by all of them.
    expect(broken.pushes.length).toBeLessThan(STREAMS);
  },
  240_000,
);

test('more receivers hang than pushes begin at once: whoever answers is told before those are given up', async () => {
  const hanging = await startReceiver();
  hanging.behave(answers.hang);
  const [prompt, ...others] = partners as [PartnerId, ...PartnerId[]];
  const silent = [...others, ...(await newPartners(MOST_AT_ONCE - others.length + 1))];
  await listenAt(silent, hanging.url);
  await recordAll(silent);
  const sender = startSending(world);
  await eventually(() => hanging.pushes.length >= MOST_AT_ONCE);
  const before = receiver.taken().length;
  await listenAt([prompt], receiver.url);
  await recordAll([prompt]);
  // Half of the ten seconds after which the first of the others is given up.
  await eventually(() => receiver.taken().length === before + 1, 5_000);
  await hanging.stop();
  await sender.stop();
});

test('streams that have nothing left to tell hold back nobody', async () => {
  await listenAt(partners, receiver.url);
  await world.foundations.database.query(
    `insert into delivery_streams (stream_id, partner_id, due_at)
     select row_number() over (), partner_id, $2 from unnest($1::bigint[]) as partner_id, generate_series(1, 8)`,
    [partners, new Date(world.clock.now() - MINUTE_MS)],
  );
  const before = receiver.taken().length;
  await recordAll(partners.slice(-1));
  const sender = startSending(world);
  // Put away one batch a look, with a rest after each, they would take twice as long.
  await eventually(() => receiver.taken().length === before + 1, 3_000);
  await sender.stop();
  expect(await world.foundations.database.query('select 1 from delivery_streams where stream_id <= 1600')).toEqual([]);
});

describe('two processes that send', () => {
  const AT_ONCE = 8;

  /** A receiver that takes its time, and knows how many pushes it had open at most. */
  async function startSlowReceiver(delayMs: number, status: () => number) {
    const slow = await startReceiver();
    const seen = { open: 0, most: 0 };
    slow.behave((_push, answer) => {
      seen.open++;
      seen.most = Math.max(seen.most, seen.open);
      answer.on('close', () => seen.open--);
      setTimeout(() => (status() === 0 ? answer.destroy() : answer.writeHead(status()).end()), delayMs);
      return status();
    });
    return { ...slow, seen };
  }

  /** Each with its own connections to the database. */
  async function startTwo() {
    const other = await world.another();
    const senders = [startSending(world), startSending(other)];
    return { stop: () => Promise.all(senders.map((sender) => sender.stop())) };
  }

  test('send no more to a receiver at once than one does', async () => {
    const [partnerId] = partners as [PartnerId, ...PartnerId[]];
    const slow = await startSlowReceiver(40, () => 200);
    await listenAt([partnerId], slow.url);
    const streams = AT_ONCE * 20;
    await recordAll(Array(streams).fill(partnerId));
    const senders = await startTwo();
    await eventually(() => slow.taken().length === streams);
    expect(slow.seen.most).toBe(AT_ONCE);
    await senders.stop();
    await slow.stop();
  });

  test('try a receiver that gives no answer one at a time, both together', async () => {
    const [partnerId] = partners as [PartnerId, ...PartnerId[]];
    const slow = await startSlowReceiver(20, () => 0);
    await listenAt([partnerId], slow.url);
    await world.foundations.database.query('update webhook_receivers set failures = 1, silent_since = $1', [
      new Date(world.clock.now()),
    ]);
    await recordAll(Array(AT_ONCE).fill(partnerId));
    const senders = await startTwo();
    await eventually(() => {
      world.clock.advance(SECOND_MS);
      return slow.pushes.length >= 5;
    });
    expect(slow.seen.most).toBe(1);
    await senders.stop();
    await slow.stop();
  });

  test('wait for the places of one that died until its leases end', async () => {
    const [partnerId] = partners as [PartnerId, ...PartnerId[]];
    await listenAt([partnerId], receiver.url);
    await recordAll(Array(AT_ONCE + 1).fill(partnerId));
    const before = receiver.taken().length;
    const { database } = world.foundations;
    await createSequence(database, world.clock)();
    const leasedUntil = new Date(world.clock.now() + MINUTE_MS);
    await database.query(
      'update delivery_streams set leased_until = $1 where stream_id in (select stream_id from delivery_streams limit $2)',
      [leasedUntil, AT_ONCE],
    );
    const senders = await startTwo();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(receiver.taken()).toHaveLength(before);
    world.clock.advance(MINUTE_MS);
    await eventually(() => receiver.taken().length === before + AT_ONCE + 1);
    await senders.stop();
  });
});
