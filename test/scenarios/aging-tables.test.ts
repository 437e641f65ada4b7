import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallestIdAt } from '../../src/foundation/ids.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../src/foundation/time.ts';
import { withSnapshot } from '../../src/infrastructure/database/snapshot.ts';
import { runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { composeJobs } from '../../src/main/compose-worker.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const sql = <Row>(text: string, values: readonly unknown[] = []) =>
  world.foundations.database.query<Row>(text, values.length === 0 ? undefined : values);

/** Those of this database who wait for another. */
const WAITING = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

type Aging = {
  job: string;
  table: string;
  stretchDays: number;
  keptDays: number;
  insert(at: Instant): Promise<unknown>;
};
const TABLES: readonly Aging[] = [
  {
    job: 'webhooks.keepAttempts',
    table: 'delivery_attempts',
    stretchDays: 7,
    keptDays: 30,
    insert: (at) =>
      sql("insert into delivery_attempts (position, attempted_at, duration_ms, answer) values (1, $1, 0, '')", [
        new Date(at),
      ]),
  },
  {
    job: 'drivers.keepTracks',
    table: 'driver_tracks',
    stretchDays: 7,
    keptDays: 90,
    insert: (at) =>
      sql('insert into driver_tracks (order_id, driver_id, at, lat, lng, is_jump) values ($1, 1, $2, 0, 0, false)', [
        smallestIdAt(at),
        new Date(at),
      ]),
  },
  {
    job: 'dispatch.keepRounds',
    table: 'match_rounds',
    stretchDays: 7,
    keptDays: 90,
    insert: (at) =>
      sql("insert into match_rounds (order_id, number, at, document) values ($1, 1, $2, '{}')", [
        smallestIdAt(at),
        new Date(at),
      ]),
  },
  {
    job: 'partners.keepRequestLog',
    table: 'request_log',
    stretchDays: 1,
    keptDays: 7,
    insert: (at) =>
      sql(
        `insert into request_log (id, partner_id, key_id, at, method, path, api, duration_ms, request_id, address,
           request_body, request_bytes, answer_body, answer_bytes)
         values ($1, 1, 1, $2, 'GET', '/v3/cities', 'GetCities', 1, '', '', '', 0, '', 0)`,
        [smallestIdAt(at), new Date(at)],
      ),
  },
  {
    job: 'partners.keepAnswers',
    table: 'remembered_answers',
    stretchDays: 1,
    keptDays: 1,
    insert: (at) =>
      sql("insert into remembered_answers (fingerprint, status, body, answered_at) values (sha256('1'), 201, '', $1)", [
        new Date(at),
      ]),
  },
  {
    job: 'quotations.keepQuotations',
    table: 'quotations',
    stretchDays: 7,
    keptDays: 30,
    insert: (at) =>
      sql(
        `insert into quotations (id, partner_id, market, locode, service, created_at, expires_at, document, trip, explanation, total_minor)
         values ($1, 1, 'HK', 'HK HKG', 'VAN', $2, 'infinity', '{}', '{}', '{}', 1)`,
        [smallestIdAt(at), new Date(at)],
      ),
  },
  {
    job: 'plus.keepQuotations',
    table: 'plus_quotations',
    stretchDays: 7,
    keptDays: 30,
    insert: (at) =>
      sql(
        `insert into plus_quotations (id, partner_id, market, locode, created_at, expires_at, schedule_at, deliver_by, document)
         values ($1, 1, 'HK', 'HK HKG', $2, '2090-01-01', '2090-01-01', 'infinity', '{}')`,
        [smallestIdAt(at), new Date(at)],
      ),
  },
];

/** As the worker does at that time; says when it will again. */
async function keep(job: string, at: Instant): Promise<Instant | undefined> {
  world.clock.set(at);
  await sql('delete from jobs');
  await sql("insert into jobs (kind, name, due_at, payload) values ($1, 'daily', $2, '{}')", [job, new Date(at)]);
  const { foundations } = world;
  expect(await runDueJob({ ...foundations, handlers: composeJobs(foundations) })).toBe(true);
  const [left] = await sql<{ attempts: number; last_error: string | null; due_at: Date }>(
    'select attempts, last_error, due_at from jobs',
  );
  expect(left).toMatchObject({ attempts: 0, last_error: null });
  return left?.due_at.getTime();
}

describe('as the weeks and days go by', { shuffle: false }, () => {
  describe.each(TABLES)('$table', ({ job, table, stretchDays, keptDays, insert }) => {
    const now = () => world.clock.now();
    const places = async () =>
      (await sql<{ place: string }>(`select tableoid::regclass::text as place from ${table} order by 1`)).map(
        ({ place }) => place,
      );
    const dayOf = (place: string) => /_until_(\d{4})(\d\d)(\d\d)$/.exec(place)?.slice(1) as [string, string, string];
    const endOf = (place: string) => {
      const [year, month, day] = dayOf(place);
      return Date.UTC(Number(year), Number(month) - 1, Number(day));
    };
    const stretches = async () =>
      (
        await sql<{ name: string }>(
          "select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass and inhrelid::regclass::text like '%until%'",
          [table],
        )
      ).map(({ name }) => name);
    const keepAt = async (at: Instant) => expect(await keep(job, at)).toBe(at + DAY_MS);

    test('a row has a place at any time, and gets into its week or day when that is made', async () => {
      const ahead = now() + 100 * DAY_MS;
      await insert(now());
      await insert(ahead);
      expect((await places())[0]).toBe(`${table}_other`);
      await keepAt(ahead - stretchDays * DAY_MS);
      const [place] = (await places()).slice(-1) as [string];
      expect(endOf(place)).toBeGreaterThan(ahead);
      expect(endOf(place)).toBeLessThanOrEqual(ahead + stretchDays * DAY_MS);
      expect(await sql(`select 1 from ${table}_other`)).toEqual([]);
      await keepAt(ahead);
    });

    test('there is one for every time of the next two, and looking again changes nothing', async () => {
      const before = await stretches();
      await keepAt(now());
      expect(await stretches()).toEqual(before);
      await insert(now() + 2 * stretchDays * DAY_MS - 1);
      expect(await places()).not.toContain(`${table}_other`);
    });

    test('each goes with all that is in it when it is old enough, and not before', async () => {
      const [place] = (await places()).slice(-1) as [string];
      await keepAt(endOf(place) + keptDays * DAY_MS - 1);
      expect(await places()).toContain(place);
      await keepAt(endOf(place) + keptDays * DAY_MS);
      expect(await places()).toEqual([]);
      expect(await stretches()).not.toContain(place);
    });

    test('they are made and dropped at once beside a reader, and neither has to give way', async () => {
      const last = (await stretches()).map(endOf).reduce((a, b) => Math.max(a, b));
      let [keeping, reading]: Promise<unknown>[] = [];
      await world.foundations.database.inTransaction(async (holder) => {
        const waiting = (count: number) => expect.poll(() => sql(WAITING).then(({ length }) => length)).toBe(count);
        await holder.query(`lock table only ${table} in share update exclusive mode`);
        keeping = keepAt(last + keptDays * DAY_MS);
        await waiting(1);
        reading = sql(`select from ${table}`);
        await waiting(2);
      });
      await Promise.all([reading, keeping]);
      expect((await stretches()).map(endOf)).not.toContain(last);
    });

    test('while a backup is made they stay as they are, nobody waits, and the job comes again', async () => {
      const before = await stretches();
      const later = now() + (2 * stretchDays + keptDays) * DAY_MS;
      await withSnapshot(world.connection, async () => {
        expect(await keep(job, later)).toBe(later + 5 * MINUTE_MS);
      });
      expect(await stretches()).toEqual(before);
      await keepAt(later + 5 * MINUTE_MS);
      expect(await stretches()).not.toEqual(before);
    });

    test('after years without a worker rows stay where they are until they are too old, and the next weeks or days are made', async () => {
      const back = now() + 3 * 365 * DAY_MS + 1;
      await insert(now() + 365 * DAY_MS);
      await insert(back);
      await keepAt(back);
      expect(await places()).toEqual([`${table}_other`]);
      expect((await stretches()).length).toBeLessThan(5);
      await insert(back + stretchDays * DAY_MS);
      expect((await places())[1]).toContain('_until_');
      await keepAt(back + keptDays * DAY_MS + 1);
      expect(await places()).not.toContain(`${table}_other`);
      await sql(`delete from ${table}`);
    });
  });

  test('of very many that found no place ten thousand are forgotten at a time', async () => {
    const old = world.clock.now() + 365 * DAY_MS;
    await sql(
      `insert into delivery_attempts (position, attempted_at, duration_ms, answer)
       select position, $1, 0, '' from generate_series(1, 10001) position`,
      [new Date(old)],
    );
    const left = async () => (await sql('select from delivery_attempts')).length;
    const later = old + 365 * DAY_MS;
    expect(await keep('webhooks.keepAttempts', later)).toBe(later);
    expect(await left()).toBe(1);
    expect(await keep('webhooks.keepAttempts', later)).toBe(later + DAY_MS);
    expect(await left()).toBe(0);
  });

  test('of very many counts of calls that are too old ten thousand go at a time', async () => {
    const now = world.clock.now();
    await sql(
      `insert into call_counts (key_id, api, minute, calls, refused)
       select id, 'Api' || number, $1, 1, 0 from api_keys, generate_series(1, 10001) number where partner_id = $2`,
      [new Date(now - 2 * DAY_MS), world.partner.partnerId],
    );
    const left = async () => (await sql('select from call_counts where minute < $1', [new Date(now - DAY_MS)])).length;
    expect(await keep('partners.forgetCounts', now)).toBe(now);
    expect(await left()).toBe(1);
    expect(await keep('partners.forgetCounts', now)).toBe(now + HOUR_MS);
    expect(await left()).toBe(0);
  });
});
