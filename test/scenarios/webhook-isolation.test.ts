import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PartnerId } from '../../src/foundation/ids.ts';
import { recordEvents } from '../../src/webhooks/index.ts';
import { answers, eventually, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

const PARTNERS = 200;
const STREAMS = 50;

let world: World;
let receiver: WebhookReceiver;
let partners: readonly PartnerId[];
beforeAll(async () => {
  world = await createWorld();
  receiver = await startReceiver();
  const made: PartnerId[] = [];
  for (let index = 0; index < PARTNERS; index++) made.push((await world.newPartner()).partnerId);
  partners = made;
});
afterAll(async () => {
  await receiver.stop();
  await world.close();
});
afterEach(() => world.foundations.database.query('truncate webhook_receivers, deliveries, delivery_streams'));

function listenAt(partnerIds: readonly PartnerId[], url: string): Promise<unknown> {
  return world.foundations.database.query(
    'insert into webhook_receivers (partner_id, url, updated_at) select unnest($1::bigint[]), $2, now()',
    [partnerIds, url],
  );
}

function record(partnerId: PartnerId): Promise<number> {
  const streamId = world.foundations.ids.next<'stream'>();
  return world.foundations.database.inTransaction((tx) =>
    recordEvents(tx, { streamId, partnerId, eventCount: 0 }, world.clock.now(), [
      { type: 'WALLET_BALANCE_CHANGED', data: { partnerId } },
    ]),
  );
}

/** How long it takes until each of these partners has been told five things. */
async function timeToTell(told: readonly PartnerId[]): Promise<number> {
  const before = receiver.taken().length;
  for (const partnerId of told) for (let index = 0; index < 5; index++) await record(partnerId);
  const startedAt = performance.now();
  const sender = startSending(world);
  await eventually(() => receiver.taken().length >= before + told.length * 5, 50_000);
  const taken = performance.now() - startedAt;
  await sender.stop();
  return taken;
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
    for (let index = 0; index < STREAMS; index++) await record(dead);
    const beside = await timeToTell(others);
    // biome-ignore lint/suspicious/noConsole: a ratio for whoever reads the run
    console.log(`one dead receiver among ${PARTNERS}: the others take ${(beside / without).toFixed(2)} times as long`);
    await broken.stop();
    expect(broken.pushes.length).toBeGreaterThan(0);
    // A receiver that nobody answers at is tried by one stream at a time, not by all of them.
    expect(broken.pushes.length).toBeLessThan(STREAMS);
  },
  120_000,
);
