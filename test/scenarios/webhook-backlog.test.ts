import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/foundation/time.ts';
import { createSequence } from '../../src/webhooks/sequence-events.ts';
import { type DeskUser, deskUser } from '../support/desk.ts';
import { fund } from '../support/orders.ts';
import { countRowsRead, type RowsRead } from '../support/rows-read.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { setUrl } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

const STREAMS = 50_000;

let world: World;
let receiver: WebhookReceiver;
let user: DeskUser;
let readBy: RowsRead;
beforeAll(async () => {
  world = await createWorld({ usualPlans: true });
  receiver = await startReceiver();
  await setUrl(world, receiver.url);
  await fund(world, 1n);
  user = await deskUser(world, 'portal', { role: 'developer', partner: world.partner });
  await user.get('/portal/v1/webhook');
  await leaveWaiting();
  readBy = countRowsRead(world.foundations.database);
});
afterAll(async () => {
  await receiver.stop();
  await world.close();
});

/** So many copies of the one event there is, two in each stream; every second stream is parked. */
async function leaveWaiting(): Promise<void> {
  const { database } = world.foundations;
  const [first] = await database.query<{ position: string }>('select max(position) as position from event_log');
  const from = Number(first?.position);
  await database.inTransaction(async (tx) => {
    const run = (text: string) => tx.query(text, []);
    await run('set local session_replication_role = replica');
    await run(`insert into events (stream_id, number, partner_id, type, data, created_at)
      select n, number.of, partner_id, type, data, created_at from event_log join events using (stream_id, number, partner_id, type, created_at),
        generate_series(1, ${STREAMS}) n, generate_series(1, 2) as number(of) where position = ${from}`);
    await run(`insert into event_log (position, partner_id, stream_id, number, type, created_at, sequenced_at)
      select ${from} + row_number() over (order by number, stream_id), partner_id, stream_id, number, type, created_at, created_at
      from events where stream_id <= ${STREAMS}`);
    await run(`insert into deliveries (position, stream_id, number)
      select position, stream_id, number from event_log where position > ${from}`);
    await run(`insert into delivery_streams (stream_id, partner_id, due_at, parked_reason)
      select n, partner_id, created_at, case when n % 2 = 0 then 'Tried ten times.' end
      from event_log, generate_series(1, ${STREAMS}) n where position = ${from}`);
    await run(`update event_sequence set last_position = last_position + ${2 * STREAMS}`);
  });
  await database.query('analyze');
}

describe(`with ${2 * STREAMS} events that wait`, () => {
  test('how deliveries go is told without counting them all, as often as a page asks', async () => {
    let waiting: unknown;
    const read = await readBy(async () => {
      waiting = (await user.get('/portal/v1/webhook')).json.data.waiting;
    });
    expect(read).toBeLessThan(200_000);
    expect(waiting).toMatchObject([
      { parkedReason: null, count: 10_000, isAtLeast: true },
      { parkedReason: 'Tried ten times.', count: 10_000, isAtLeast: true },
    ]);
  });

  test('the console says who is in trouble and since when without reading all that waits, as often as it is looked at', async () => {
    const { database, clock } = world.foundations;
    const viewer = await deskUser(world, 'console', { role: 'viewer' });
    const longAgo = new Date(clock.now() - DAY_MS);
    await database.query(
      `update delivery_streams set attempts = case when stream_id % 4 = 3 then 0 else 3 end,
         first_attempt_at = case when stream_id % 4 <> 3 then $1::timestamptz end
       where stream_id <= ${STREAMS}`,
      [longAgo],
    );
    await database.query('update delivery_streams set first_attempt_at = $2 where stream_id = $1', [
      STREAMS,
      new Date(longAgo.getTime() - DAY_MS),
    ]);
    await database.query('update delivery_streams set attempts = 7 where stream_id = $1', [STREAMS]);
    await database.query('vacuum analyze delivery_streams');
    world.clock.advance(HOUR_MS);
    let troubles: unknown;
    const look = async () => {
      troubles = (await viewer.get('/console/v1/webhooks')).json.data;
    };
    await look();
    expect(await readBy(look)).toBeLessThan(10_000);
    expect(troubles).toMatchObject([
      { parked: 1_000, behind: 1_000, isAtLeast: { parked: true, behind: true }, attempts: 7 },
    ]);
  });

  test('what is recovered is put in line before a new event without looking for it again with every one after that', async () => {
    const { database } = world.foundations;
    const { partnerId } = world.partner;
    const [order, wallet] = [STREAMS + 1, STREAMS + 2];
    const unsent = 5_000;
    const event = (stream: number, number: number | string, from = '') =>
      `insert into events (stream_id, number, partner_id, type, data, created_at)
       select ${stream}, ${number}, ${partnerId}, 'WALLET_BALANCE_CHANGED', '{}', now() ${from}`;
    await database.inTransaction(async (tx) => {
      const run = (text: string) => tx.query(text, []);
      await run('set local session_replication_role = replica');
      await run(event(order, 'n', 'from generate_series(1, 2) n'));
      await run(event(wallet, 'n', `from generate_series(1, ${unsent}) n`));
      await run(`insert into event_log (position, partner_id, stream_id, number, type, created_at, sequenced_at)
        select last_position + row_number() over (order by stream_id, number), partner_id, stream_id, number, type, created_at, created_at
        from events, event_sequence where stream_id in (${order}, ${wallet})`);
      await run('update event_sequence set last_position = (select max(position) from event_log)');
    });
    await database.query('analyze');
    const body = JSON.stringify({ data: { since: '2026-01-01T00:00:00Z' } });
    expect((await world.call('POST', '/v3/events/recover', { body })).status).toBe(200);
    const inLine = async () => {
      const [row] = await database.query<{ counts: number[] }>(
        `select array[count(*) filter (where stream_id = ${order}), count(*) filter (where stream_id = ${wallet})]::integer[] as counts
         from deliveries`,
      );
      return row?.counts;
    };
    expect(await inLine()).toEqual([0, 0]);
    const sequence = createSequence(database, world.clock);
    const sequencing = async (stream: number, number: number) => {
      await database.query(event(stream, number));
      return readBy(sequence);
    };
    expect(await sequencing(order, 3)).toBeLessThan(100);
    expect(await inLine()).toEqual([3, 0]);
    expect(await sequencing(wallet, unsent + 1)).toBeLessThan(2 * unsent);
    expect(await inLine()).toEqual([3, unsent + 1]);
    expect(await sequencing(wallet, unsent + 2)).toBeLessThan(100);
    expect(await inLine()).toEqual([3, unsent + 2]);
  });
});
