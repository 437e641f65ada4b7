import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PartnerId } from '../../src/foundation/ids.ts';
import { MINUTE_MS } from '../../src/foundation/time.ts';
import { recordDelivered } from '../../src/webhooks/delivery-attempts-sql.ts';
import {
  type Lease,
  type LeaseRequest,
  leaseStreams,
  lockLeasing,
  putStreamsAway,
} from '../../src/webhooks/delivery-streams-sql.ts';
import { recordEvents } from '../../src/webhooks/index.ts';
import { createSequence, sequenceAll } from '../../src/webhooks/sequence-events.ts';
import { waitingForLocks } from '../support/meeting.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let partners: readonly PartnerId[];
beforeAll(async () => {
  world = await createWorld();
  const made: PartnerId[] = [];
  for (let index = 0; index < 4; index++) made.push((await world.newPartner()).partnerId);
  partners = made;
});
afterAll(() => world.close());
afterEach(() => sql('truncate webhook_receivers, deliveries, delivery_streams'));

const sql = <Row>(text: string) => world.foundations.database.query<Row>(text);
const streams = () => sql<{ stream_id: string; leased_until: Date | null }>('select * from delivery_streams');

/** As many streams of one event each. */
async function lineUp(partnerId: PartnerId, count: number): Promise<void> {
  const { database, ids, clock } = world.foundations;
  await database.query(
    `insert into webhook_receivers (partner_id, url, updated_at) values ($1, 'http://127.0.0.1:1/', now())
     on conflict do nothing`,
    [partnerId],
  );
  for (let stream = 0; stream < count; stream++) await record(partnerId, ids.next<'stream'>(), 0);
  await createSequence(database, clock)();
}

function record(partnerId: PartnerId, streamId: string, eventCount: number): Promise<number> {
  const { database, clock } = world.foundations;
  return database.inTransaction((tx) =>
    recordEvents(tx, { streamId, partnerId, eventCount }, clock.now(), [{ type: 'WALLET_BALANCE_CHANGED', data: {} }]),
  );
}

const EVERYTHING = { most: 128, perReceiver: 8, perStream: 1, lastTurn: '0' };

function lease(request: Partial<LeaseRequest>) {
  const now = world.clock.now();
  return world.foundations.database.inTransaction(async (tx) => {
    await lockLeasing(tx);
    return leaseStreams(tx, { now, until: now + MINUTE_MS, ...EVERYTHING, ...request });
  });
}

const receiversOf = (leases: readonly Lease[]) => leases.map(({ partnerId }) => partners.indexOf(partnerId)).sort();

describe('receivers take turns', () => {
  test('each is pushed to once before any is a second time, wherever the last round ended', async () => {
    for (const partnerId of partners) await lineUp(partnerId, 2);
    const first = await lease({ most: 3 });
    expect(receiversOf(first.leases)).toEqual([0, 1, 2]);
    const second = await lease({ most: 3, lastTurn: first.lastTurn });
    expect(receiversOf(second.leases)).toEqual([0, 1, 3]);
    const third = await lease({ most: 3, lastTurn: second.lastTurn });
    expect(receiversOf(third.leases)).toEqual([2, 3]);
    expect((await lease({ lastTurn: third.lastTurn })).leases).toEqual([]);
  });

  test('what is left when each has one goes round again, as far as a receiver has places', async () => {
    await lineUp(partners[0] as PartnerId, 1);
    await lineUp(partners[1] as PartnerId, 5);
    await lineUp(partners[2] as PartnerId, 5);
    expect(receiversOf((await lease({ most: 5, perReceiver: 3 })).leases)).toEqual([0, 1, 1, 2, 2]);
    expect(receiversOf((await lease({ perReceiver: 3 })).leases)).toEqual([1, 2]);
    expect((await lease({ perReceiver: 3 })).leases).toEqual([]);
  });

  test('one that has all its places taken, pauses or is disabled is passed over', async () => {
    for (const partnerId of partners) await lineUp(partnerId, 2);
    await lease({ most: 1 });
    await sql(
      `update webhook_receivers set failures = 1, next_try_at = '2999-01-01' where partner_id = ${partners[1]}`,
    );
    await sql(
      `update webhook_receivers set disabled_at = now(), disabled_reason = 'x' where partner_id = ${partners[2]}`,
    );
    expect(receiversOf((await lease({ perReceiver: 1 })).leases)).toEqual([3]);
  });
});

describe('a stream is put away', () => {
  async function leaseOne(): Promise<Lease> {
    await lineUp(partners[0] as PartnerId, 1);
    return (await lease({})).leases[0] as Lease;
  }

  async function deliver({ streamId, partnerId, leasedUntil, events }: Lease): Promise<void> {
    const at = world.clock.now();
    const attempts = events.map(({ position }) => ({ position, at, durationMs: 1, status: 200, answer: '' }));
    const run = { streamId, answeredBy: partnerId, leasedUntil, attempts };
    await recordDelivered(world.foundations.database, [run], at);
  }

  /** Another event comes into the log while the work is being done, and is committed only when the work waits for it. */
  async function interrupt({ partnerId, streamId }: Lease, work: () => Promise<void>): Promise<void> {
    await record(partnerId, streamId, 1);
    let done: Promise<void> | undefined;
    await world.foundations.database.inTransaction(async (tx) => {
      await sequenceAll(tx, world.clock.now());
      done = work();
      await expect.poll(() => waitingForLocks(world.foundations.database)).toBe(1);
    });
    await done;
  }

  test('with its last event', async () => {
    await deliver(await leaseOne());
    expect(await streams()).toEqual([]);
  });

  test('not while more of it waits', async () => {
    const leased = await leaseOne();
    await record(leased.partnerId, leased.streamId, 1);
    await createSequence(world.foundations.database, world.clock)();
    await deliver(leased);
    expect(await streams()).toMatchObject([{ leased_until: null }]);
    expect((await lease({})).leases).toMatchObject([{ events: [{ number: 2 }] }]);
  });

  test('not by whoever has lost its lease', async () => {
    const leased = await leaseOne();
    world.clock.advance(MINUTE_MS);
    await lease({});
    const before = await streams();
    await deliver(leased);
    expect(await streams()).toEqual(before);
  });

  test.each([
    ['its last event is recorded', deliver],
    ['it is found idle', ({ streamId }: Lease) => putStreamsAway(world.foundations.database, [streamId])],
  ])('not when something comes while %s', async (_, work) => {
    const leased = await leaseOne();
    if (work !== deliver) await sql("update deliveries set state = 'delivered', delivered_at = now()");
    await interrupt(leased, () => work(leased));
    expect(await streams()).toMatchObject([{ leased_until: null }]);
    expect((await lease({})).leases).toMatchObject([{ events: [{ number: 2 }] }]);
  });
});
