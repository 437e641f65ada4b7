import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { recordEvents } from '../../src/webhooks/index.ts';
import { type Program, runProgram } from '../support/program.ts';
import { answers, eventually, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { setUrl, startSending } from '../support/webhooks.ts';
import { createWorld, sharedWith, type World } from '../support/world.ts';

let world: World;
let receiver: WebhookReceiver;
let folder: string;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1_000 } });
  receiver = await startReceiver(inject('shared').certificate);
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-crash-'));
  await writeFile(path.join(folder, 'ca.pem'), inject('shared').authority);
});
afterAll(async () => {
  await receiver.stop();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

function startWorker(): Program {
  return runProgram({
    args: ['worker'],
    env: { ...sharedWith(world), WAYBILL_DATA: folder, NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem') },
  });
}

const record = (streamId: string, eventCount: number) =>
  world.foundations.database.inTransaction((tx) =>
    recordEvents(tx, { streamId, partnerId: world.partner.partnerId, eventCount }, world.clock.now(), [
      { type: 'WALLET_BALANCE_CHANGED', data: { stream: streamId, number: eventCount + 1 } },
    ]),
  );
const database = () => world.foundations.database;
const undelivered = async () =>
  (
    await database().query<{ count: number }>(
      "select ((select count(*) from deliveries where state = 'pending') + (select count(*) from events_unsequenced))::integer as count",
    )
  )[0]?.count;

test('after kill -9 in the middle of sending nothing is lost, each stream stays in order, and a repeat has the same id', async () => {
  const plain = await startReceiver();
  await setUrl(world, plain.url);
  await plain.stop();
  // The probe is sent by this process, which does not know the authority; the worker does.
  await database().query('update webhook_receivers set url = $1', [receiver.url]);
  receiver.behave(answers.after(30, answers.status(200)));
  const streams = Array.from({ length: 6 }, () => world.foundations.ids.next<'stream'>());
  const numbers = 20;
  let worker = startWorker();
  await worker.ready();
  let kills = 0;
  for (let number = 0; number < numbers; number++) {
    await Promise.all(streams.map((stream) => record(stream, number)));
    if (number % 6 !== 5) continue;
    const before = receiver.pushes.length;
    await eventually(() => receiver.pushes.length > before);
    worker.child.kill('SIGKILL');
    await worker.ended;
    kills += 1;
    // What it held is free when its lease ends.
    await database().query(
      "update delivery_streams set leased_until = now() - interval '1 second' where leased_until is not null",
    );
    worker = startWorker();
    await worker.ready();
  }
  await eventually(async () => (await undelivered()) === 0, 40_000);
  worker.child.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
  expect(kills).toBe(3);
  for (const stream of streams) {
    const pushes = receiver.pushes.filter(({ json }) => json.data.stream === stream);
    const firsts = pushes.filter(
      ({ json }, index) => pushes.findIndex((other) => other.json.eventId === json.eventId) === index,
    );
    expect(firsts.map(({ json }) => json.data.number)).toEqual(
      Array.from({ length: numbers }, (_, index) => index + 1),
    );
    for (const { json } of pushes) {
      const first = firsts.find((other) => other.json.data.number === json.data.number);
      expect(json.eventId).toBe(first?.json.eventId);
    }
  }
}, 120_000);

test('a sender that is told to stop gives back what hangs, without counting it', async () => {
  const hanging = await startReceiver();
  try {
    await setUrl(world, hanging.url);
    hanging.behave(answers.hang);
    const sender = startSending(world);
    await record(world.foundations.ids.next<'stream'>(), 0);
    await eventually(() => hanging.pushes.length === 2);
    const startedAt = performance.now();
    await sender.stop();
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    expect(
      await database().query(
        "select stream.attempts, leased_until from delivery_streams stream join deliveries using (stream_id) where state = 'pending'",
      ),
    ).toEqual([{ attempts: 0, leased_until: null }]);
    hanging.behave(answers.status(200));
    const next = startSending(world);
    await eventually(async () => (await undelivered()) === 0);
    await next.stop();
  } finally {
    await hanging.stop();
  }
});
