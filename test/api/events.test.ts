import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, formatInstant, HOUR_MS } from '../../src/foundation/time.ts';
import { runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { composeJobs } from '../../src/main/compose-worker.ts';
import { topUp } from '../../src/wallet/index.ts';
import { lockSequence } from '../../src/webhooks/event-log-sql.ts';
import { lockReceiver } from '../../src/webhooks/receivers-sql.ts';
import { setWebhook } from '../../src/webhooks/set-webhook.ts';
import { waitingForLocks } from '../support/meeting.ts';
import { fund, place } from '../support/orders.ts';
import { answers, eventually, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { readEvents, setUrl, startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let receiver: WebhookReceiver;
beforeAll(async () => {
  world = await createWorld();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await world.close();
});
afterEach(() => receiver.behave(answers.status(200)));

const newPartner = () => world.newPartner({ limitFactor: 1_000, creditMinor: 100_000n, markets: ['HK', 'SG'] });
type Event = {
  cursor: string;
  eventId: string;
  eventType: string;
  createdAt: string;
  delivery: { status: string; attempts: number; lastError: string | null };
  data: Record<string, never>;
};
const eventsOf = async (partner: Awaited<ReturnType<typeof newPartner>>, query = '') =>
  (await readEvents(world, query, partner)).json.data as Event[];
const post = (path: string, as: Awaited<ReturnType<typeof newPartner>>, data?: unknown) =>
  world.call('POST', path, { as, ...(data === undefined ? {} : { body: JSON.stringify({ data }) }) });
const NOBODY = '3E1B2C4D-0000-8000-8000-000000000001';

describe('GET /v3/events', () => {
  test('shows what a partner has just done, with the data of the push and how far its delivery is', async () => {
    const partner = await newPartner();
    const { orderId } = await place(world, { as: partner });
    const { status, json } = await readEvents(world, '', partner);
    expect(status).toBe(200);
    expect(json.next).toBeNull();
    const events = json.data as Event[];
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'WALLET_BALANCE_CHANGED',
      'WALLET_BALANCE_CHANGED',
      'ORDER_STATUS_CHANGED',
      'WALLET_BALANCE_CHANGED',
    ]);
    expect(events[2]).toEqual({
      cursor: expect.stringMatching(/^\d+$/),
      eventId: expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
      eventType: 'ORDER_STATUS_CHANGED',
      createdAt: formatInstant(world.clock.now()),
      delivery: { status: 'SKIPPED', attempts: 0, lastError: null },
      data: expect.objectContaining({ order: expect.objectContaining({ orderId, status: 'ASSIGNING_DRIVER' }) }),
    });
  });

  test('is read page by page, each event once, and goes on from any cursor', async () => {
    const partner = await newPartner();
    for (let index = 0; index < 5; index++) await fund(world, 1n, partner.partnerId);
    const all = await eventsOf(partner);
    const pages: string[] = [];
    for (let query = '?limit=3'; query !== ''; ) {
      const { json } = await readEvents(world, query, partner);
      expect(json.data.length).toBeLessThanOrEqual(3);
      pages.push(...json.data.map(({ eventId }: Event) => eventId));
      query = json.next === null ? '' : `?limit=3&after=${json.next}`;
    }
    expect(pages).toEqual(all.map(({ eventId }) => eventId));
    expect(await eventsOf(partner, `?after=${all.at(-1)?.cursor}`)).toEqual([]);
    await fund(world, 1n, partner.partnerId);
    expect(await eventsOf(partner, `?after=${all.at(-1)?.cursor}`)).toHaveLength(1);
    expect((await readEvents(world, `?limit=${all.length}`, partner)).json.next).not.toBeNull();
    expect((await readEvents(world, `?limit=${all.length + 1}`, partner)).json.next).toBeNull();
  });

  test('never skips an event of a transaction that began earlier and commits later', async () => {
    const partner = await newPartner();
    const before = (await eventsOf(partner)).at(-1)?.cursor;
    const { database } = world.foundations;
    let commit: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let recorded: () => void = () => {};
    const isRecorded = new Promise<void>((resolve) => {
      recorded = resolve;
    });
    const early = database.inTransaction(async (tx) => {
      await topUp(world.foundations, tx, { partnerId: partner.partnerId, currency: 'SGD', decimals: 1 }, 70n);
      recorded();
      await held;
    });
    await isRecorded;
    await fund(world, 5n, partner.partnerId);
    const seen = await eventsOf(partner, `?after=${before}`);
    expect(seen.map(({ data }) => data.balance)).toMatchObject([{ currency: 'HKD' }]);
    commit();
    await early;
    const later = await eventsOf(partner, `?after=${seen.at(-1)?.cursor}`);
    expect(later.map(({ data }) => data.balance)).toMatchObject([{ currency: 'SGD' }]);
  });

  test('holds an event back that is recorded while a URL is being set, and then sends it', async () => {
    const partner = await newPartner();
    const { database, clock } = world.foundations;
    const last = (await eventsOf(partner)).at(-1)?.cursor;
    const { reading } = await database.inTransaction(async (tx) => {
      await setWebhook(tx, partner.partnerId, receiver.url, clock.now());
      await fund(world, 5n, partner.partnerId);
      const reading = eventsOf(partner, `?after=${last}`);
      await expect.poll(() => waitingForLocks(database), { interval: 1 }).toBe(1);
      return { reading };
    });
    expect((await reading).map(({ delivery }) => delivery)).toMatchObject([{ status: 'PENDING', attempts: 0 }]);
  });

  test('gives each event one place while many record and read at once, and keeps the order of each stream', async () => {
    const partners = await Promise.all(Array.from({ length: 5 }, newPartner));
    const record = async (partnerId: string) => {
      for (let index = 0; index < 10; index++) {
        await fund(world, 1n, partnerId as never);
        await fund(world, 1n, partnerId as never, 'SGD', 1);
      }
    };
    const seen = new Map<string, Event[]>();
    const follow = async (partner: (typeof partners)[0]) => {
      const events: Event[] = [];
      while (events.length < 22) events.push(...(await eventsOf(partner, `?after=${events.at(-1)?.cursor ?? 0}`)));
      seen.set(partner.partnerId, events);
    };
    await Promise.all(partners.flatMap((partner) => [record(partner.partnerId), follow(partner)]));
    const rows = await world.foundations.database.query<{ wrong: number; places: number; last: number }>(
      `select count(*) filter (where number <= before)::integer as wrong, count(*)::integer as places, max(position)::integer as last
       from (select *, lag(number) over (partition by stream_id order by position) as before from event_log) log`,
    );
    expect(rows[0]?.wrong).toBe(0);
    expect(rows[0]?.last).toBe(rows[0]?.places);
    for (const events of seen.values()) expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(22);
  });

  test('shows a partner its own events only', async () => {
    const [mine, theirs] = [await newPartner(), await newPartner()];
    await fund(world, 123n, theirs.partnerId);
    expect(JSON.stringify(await eventsOf(mine))).not.toContain('100123');
    expect(JSON.stringify(await eventsOf(theirs))).toContain('100123');
  });

  test('reaches back 30 days', async () => {
    const partner = await newPartner();
    const start = world.clock.now();
    expect(await eventsOf(partner)).toHaveLength(2);
    world.clock.set(start + 30 * DAY_MS - 1);
    expect(await eventsOf(partner)).toHaveLength(2);
    world.clock.set(start + 30 * DAY_MS);
    expect(await eventsOf(partner)).toHaveLength(0);
    world.clock.set(start);
  });

  test.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=',
    'limit=1&limit=2',
    'after=x',
    'after=-1',
    'after=',
    'after=1e3',
    `after=${'9'.repeat(19)}`,
  ])('refuses %s', async (query) => {
    const { status, json } = await readEvents(world, `?${query}`, await newPartner());
    expect(status).toBe(422);
    expect(json).toMatchObject({
      message: 'ERR_INVALID_FIELD',
      errors: [{ detail: `/querystring/${query.split('=')[0]}` }],
    });
  });

  test('counts as reading orders does', async () => {
    expect((await readEvents(world)).headers['ratelimit-limit-getorder']).toBe('50');
  });
});

describe('POST /v3/events/{eventId}/redeliver', () => {
  test('sends a delivered event again, with the same id, and keeps every attempt', async () => {
    const partner = await newPartner();
    await setUrl(world, receiver.url, partner);
    await fund(world, 1n, partner.partnerId);
    const sender = startSending(world);
    try {
      const event = await eventually(async () =>
        (await eventsOf(partner)).find(({ delivery }) => delivery.status === 'DELIVERED'),
      );
      const pushed = () => receiver.taken().filter(({ json }) => json.eventId === event.eventId);
      expect(pushed()).toHaveLength(1);
      const answer = await post(`/v3/events/${event.eventId.toLowerCase()}/redeliver`, partner);
      expect(answer.status).toBe(200);
      expect(answer.json.data).toMatchObject({ eventId: event.eventId, delivery: { attempts: 1 } });
      await eventually(() => pushed().length === 2);
      expect(pushed()[1]?.json.data).toEqual(event.data);
      const again = await eventually(async () => {
        const { json } = await readEvents(world, '', partner, { expand: 'attempts' });
        const found = json.data.find(({ eventId }: Event) => eventId === event.eventId);
        return found.delivery.status === 'DELIVERED' ? found : undefined;
      });
      expect(again.delivery).toEqual({
        status: 'DELIVERED',
        attempts: 2,
        lastError: null,
        tries: Array.from({ length: 2 }, () => ({
          at: formatInstant(world.clock.now()),
          status: 200,
          durationMs: 0,
          answer: '',
        })),
      });
    } finally {
      await sender.stop();
    }
  });

  test('does not know an event that never was, or of somebody else', async () => {
    const [partner, other] = [await newPartner(), await newPartner()];
    await setUrl(world, receiver.url, partner);
    const [foreign] = await eventsOf(other);
    for (const id of [NOBODY, 'nonsense', foreign?.eventId]) {
      const { status, json } = await post(`/v3/events/${id}/redeliver`, partner);
      expect(status).toBe(404);
      expect(json.message).toBe('ERR_EVENT_NOT_FOUND');
    }
  });

  test('needs a URL to send to', async () => {
    const partner = await newPartner();
    const [event] = await eventsOf(partner);
    for (const path of [`/v3/events/${event?.eventId}/redeliver`, '/v3/events/recover']) {
      const { status, json } = await post(path, partner, { since: '2026-11-16T00:00:00Z' });
      expect(status).toBe(422);
      expect(json.message).toBe('ERR_NO_WEBHOOK');
    }
  });

  test('needs a URL that is not switched off: nothing is sent to it until it is set again', async () => {
    const partner = await newPartner();
    await setUrl(world, receiver.url, partner);
    receiver.behave(answers.status(410));
    await fund(world, 1n, partner.partnerId);
    const sender = startSending(world);
    try {
      const event = await eventually(async () =>
        (await eventsOf(partner)).find(({ delivery }) => delivery.status === 'PARKED'),
      );
      for (const path of [`/v3/events/${event.eventId}/redeliver`, '/v3/events/recover']) {
        const { status, json } = await post(path, partner, { since: '2000-01-01T00:00:00Z' });
        expect([status, json.errors]).toEqual([
          422,
          [
            {
              id: 'ERR_NO_WEBHOOK',
              message:
                'The webhook URL is switched off. The receiver answered 410: it is gone for good. Set it again first, and all that waits follows.',
            },
          ],
        ]);
      }
      receiver.behave(answers.status(200));
      await setUrl(world, receiver.url, partner);
      await eventually(async () =>
        (await eventsOf(partner)).some(
          ({ eventId, delivery }) => eventId === event.eventId && delivery.status === 'DELIVERED',
        ),
      );
    } finally {
      await sender.stop();
    }
  });
});

describe('POST /v3/events/recover', () => {
  test('sends what was not delivered since a time, also from before the URL was set, and nothing else', async () => {
    const partner = await newPartner();
    const start = world.clock.now();
    world.clock.advance(HOUR_MS);
    await fund(world, 1n, partner.partnerId);
    await setUrl(world, receiver.url, partner);
    await fund(world, 2n, partner.partnerId);
    const sender = startSending(world);
    try {
      const told = () =>
        receiver
          .taken()
          .filter(({ json }) => json.apiKey === partner.apiKey)
          .map(({ json }) => json.data.balance.amount);
      await eventually(() => told().length === 1);
      const delivered = (count: number) =>
        eventually(
          async () =>
            (await eventsOf(partner)).filter(({ delivery }) => delivery.status === 'DELIVERED').length === count,
        );
      await delivered(1);
      const since = new Date(world.clock.now()).toISOString();
      const answer = await post('/v3/events/recover', partner, { since });
      expect(answer.json).toEqual({ data: { events: 1 } });
      await eventually(() => told().length === 2);
      expect(told()).toEqual(['100003', '100001']);
      await delivered(2);
      expect((await post('/v3/events/recover', partner, { since: '2000-01-01T00:00:00Z' })).json.data.events).toBe(2);
      await eventually(() => told().length === 4);
    } finally {
      await sender.stop();
      world.clock.set(start);
    }
  });

  test('puts a thousand in line at once and leaves the rest to the worker, in their order: nobody waits for all of them', async () => {
    const partner = await newPartner();
    const { foundations } = world;
    const { database } = foundations;
    const stream = '1400000000000000000';
    await database.query(
      `insert into events (stream_id, number, partner_id, type, data, created_at)
       select $1, number, $2, 'ORDER_STATUS_CHANGED', '{"updatedAt":"…"}', $3 from generate_series(1, 2500) number`,
      [stream, partner.partnerId, new Date(world.clock.now())],
    );
    await setUrl(world, receiver.url, partner);
    const lastInLine = async () => {
      const [row] = await database.query<{ count: number; last: number }>(
        'select count(*)::integer as count, max(number) as last from deliveries where stream_id = $1',
        [stream],
      );
      return [row?.count, row?.last];
    };
    const since = new Date(world.clock.now()).toISOString();
    // Two top-ups come before them.
    expect((await post('/v3/events/recover', partner, { since })).json).toEqual({ data: { events: 2_502 } });
    expect(await lastInLine()).toEqual([998, 998]);
    const handlers = composeJobs(foundations);
    const goOn = () => runDueJob({ ...foundations, handlers }, { only: ['webhooks.recoverRest'] });
    expect(await goOn()).toBe(true);
    expect(await lastInLine()).toEqual([1_998, 1_998]);
    expect(await goOn()).toBe(true);
    expect(await lastInLine()).toEqual([2_500, 2_500]);
    expect(await goOn()).toBe(false);
  });

  test('does not send again what gets through while it waits to put it in line', async () => {
    const partner = await newPartner();
    await setUrl(world, receiver.url, partner);
    await fund(world, 1n, partner.partnerId);
    const event = (await eventsOf(partner)).at(-1);
    expect(event?.delivery.status).toBe('PENDING');
    const { database } = world.foundations;
    const { recovering } = await database.inTransaction(async (tx) => {
      await lockSequence(tx);
      const recovering = post('/v3/events/recover', partner, { since: event?.createdAt });
      await expect.poll(() => waitingForLocks(database), { interval: 1, timeout: 5_000 }).toBe(1);
      await database.query("update deliveries set state = 'delivered', delivered_at = now() where position = $1", [
        event?.cursor,
      ]);
      return { recovering };
    });
    expect((await recovering).status).toBe(200);
    expect((await eventsOf(partner)).at(-1)?.delivery.status).toBe('DELIVERED');
  });

  test('takes the receiver before the log, as sending one again and setting the URL do: none of them waits for another that waits for it', async () => {
    const partner = await newPartner();
    await setUrl(world, receiver.url, partner);
    const [event] = await eventsOf(partner);
    const { database } = world.foundations;
    const calls = [
      () => post('/v3/events/recover', partner, { since: '2000-01-01T00:00:00Z' }),
      () => post(`/v3/events/${event?.eventId}/redeliver`, partner),
      () => setUrl(world, receiver.url, partner),
    ];
    for (const call of calls) {
      const { calling } = await database.inTransaction(async (tx) => {
        await lockReceiver(tx, partner.partnerId);
        const calling = call();
        await expect.poll(() => waitingForLocks(database), { interval: 1, timeout: 5_000 }).toBe(1);
        await tx.query('select from event_sequence for update nowait', []);
        return { calling };
      });
      expect((await calling).status).toBe(200);
    }
  });

  test.each([
    ['yesterday', 'ERR_INVALID_FIELD'],
    ['', 'ERR_INVALID_FIELD'],
    [7, 'ERR_INVALID_FIELD'],
    [undefined, 'ERR_MISSING_FIELD'],
  ])('refuses the time %s', async (since, code) => {
    const { status, json } = await post('/v3/events/recover', await newPartner(), { since });
    expect(status).toBe(422);
    expect(json).toMatchObject({ message: code, errors: [{ detail: '/data/since' }] });
  });
});
