import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leaveDispatchJobs } from '../../src/dispatch/dispatch-jobs.ts';
import { acceptOffer } from '../../src/dispatch/index.ts';
import { SECOND_MS } from '../../src/foundation/time.ts';
import { type Database, type Transaction, withConnection } from '../../src/infrastructure/database/database.ts';
import { type JobHandlers, runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import type { Foundations } from '../../src/main/foundations.ts';
import { dispatchOf, ROUND_MS } from '../support/dispatch.ts';
import { jobsOf, runDueJobs, runNextJob } from '../support/order-records.ts';
import { fund, place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

const MATCH_CITY = 'dispatch.matchCity';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await fund(world, 1_000_000n);
});
afterEach(() => world.close());

const sql = () => world.foundations.database;
const count = async (what: string) => Number((await sql().query<{ n: string }>(`select count(*) as n ${what}`))[0]?.n);

describe('two processes and one city', () => {
  /** An order and a driver, and the job of their city, which is due. */
  async function somethingToDo() {
    const dispatch = await dispatchOf(world);
    const driver = await dispatch.join(100);
    const { orderId } = await place(world);
    await runNextJob(world.foundations);
    expect(await count(`from jobs where kind = '${MATCH_CITY}'`)).toBe(1);
    return { dispatch, driver, orderId };
  }

  test('while one works on it the other does not; when the one dies the other takes over, and each is asked once', async () => {
    const { dispatch, driver, orderId } = await somethingToDo();
    const other = await world.another();
    const dying = await startAndHold(world.foundations);
    await runDueJobs(other.foundations);
    expect(await dispatch.asked(orderId)).toEqual([]);
    await withConnection(world.connection, (connection) =>
      connection.query('select pg_terminate_backend($1)', [dying.backend]),
    );
    await expect.poll(() => count(`from pg_stat_activity where pid = ${dying.backend}`)).toBe(0);
    await runDueJobs(other.foundations);
    expect(await dispatch.asked(orderId)).toEqual([driver.id]);
    dying.letGo();
    await expect(dying.ended).rejects.toThrow('connection error');
    world.clock.advance(ROUND_MS);
    await Promise.all([runDueJobs(world.foundations), runDueJobs(other.foundations)]);
    expect(await dispatch.offers(orderId)).toMatchObject([{ driverId: driver.id, state: 'open' }]);
    expect(await count('from match_rounds where number > 0')).toBe(1);
  });

  test('both look at the same moment, and one round is played', async () => {
    const { dispatch, driver, orderId } = await somethingToDo();
    const others = await Promise.all([world.another(), world.another()]);
    let rounds = 0;
    const look = (foundations: Foundations) => {
      const handlers = jobsOf(foundations);
      const counted: JobHandlers = {
        ...handlers,
        [MATCH_CITY]: (tx, call) => {
          rounds++;
          return (handlers[MATCH_CITY] as JobHandlers[string])(tx, call);
        },
      };
      return runDueJob({ ...foundations, handlers: counted });
    };
    await Promise.all([world, ...others].map(({ foundations }) => look(foundations)));
    expect(rounds).toBe(1);
    expect(await dispatch.asked(orderId)).toEqual([driver.id]);
  });
});

describe('a driver who accepts at the last moment, while a worker lets the offer lapse', () => {
  /** Holds the job that marks offers as lapsed before its transaction ends. */
  async function holdLapse(foundations: Foundations) {
    const held = gate();
    const lapsed = gate();
    const { database } = foundations;
    const slow = withStatements(database, async (text, run) => {
      const rows = await run();
      if (!text.includes("'lapsed'")) return rows;
      lapsed.open();
      await held.opened;
      return rows;
    });
    const ended = runDueJob({ ...foundations, database: slow, handlers: jobsOf(foundations) });
    await Promise.race([lapsed.opened, ended]);
    return { letGo: held.open, ended };
  }

  test('is told that it is over: the record never says both', async () => {
    const dispatch = await dispatchOf(world);
    const driver = await dispatch.join(100);
    const { orderId } = await place(world);
    await dispatch.round();
    const [offer] = await dispatch.offers(orderId);
    const justInTime = world.clock.now() + 25 * SECOND_MS - 1;
    world.clock.advance(27 * SECOND_MS);
    const lapse = await holdLapse(world.foundations);
    const accepting = sql().inTransaction((tx) =>
      acceptOffer(dispatch.orders, tx, driver, offer?.id as string, justInTime),
    );
    const refusal = expect(accepting).rejects.toMatchObject({ code: 'ERR_OFFER_GONE' });
    await expect.poll(waiting, { interval: 1 }).toBe(1);
    lapse.letGo();
    await lapse.ended;
    await refusal;
    expect(await dispatch.offers(orderId)).toMatchObject([{ state: 'lapsed' }]);
    expect(await count(`from orders where id = ${orderId} and status = 'ASSIGNING_DRIVER'`)).toBe(1);
  });

  test('keeps no worker waiting while the acceptance is being saved', async () => {
    const dispatch = await dispatchOf(world);
    const driver = await dispatch.join(100);
    const { orderId } = await place(world);
    await dispatch.round();
    const [offer] = await dispatch.offers(orderId);
    const justInTime = world.clock.now() + 25 * SECOND_MS - 1;
    await sql().inTransaction(async (tx) => {
      await acceptOffer(dispatch.orders, tx, driver, offer?.id as string, justInTime);
      world.clock.advance(27 * SECOND_MS);
      expect(await runNextJob(world.foundations)).toBe(true);
    });
    expect(await dispatch.offers(orderId)).toMatchObject([{ state: 'accepted' }]);
  });
});

const waiting = () => count("from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** The same database, with something done around every statement of its transactions. */
function withStatements(
  database: Database,
  around: (text: string, run: () => Promise<unknown[]>) => Promise<unknown[]>,
): Database {
  const watched = (tx: Transaction) =>
    ({ ...tx, query: (text, values) => around(text, () => tx.query(text, values)) }) as Transaction;
  return { ...database, inTransaction: (work) => database.inTransaction((tx) => work(watched(tx))) };
}

/** A round that is played and not yet committed, until it is let go. */
async function startAndHold(foundations: Foundations) {
  const handlers = jobsOf(foundations);
  const held = gate();
  let played: (backend: number) => void = () => {};
  const backend = new Promise<number>((resolve) => {
    played = resolve;
  });
  const holding: JobHandlers = {
    ...handlers,
    [MATCH_CITY]: async (tx, call) => {
      const again = await (handlers[MATCH_CITY] as JobHandlers[string])(tx, call);
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      played((row as { pid: number }).pid);
      await held.opened;
      return again;
    },
  };
  const ended = runDueJob({ ...foundations, handlers: holding });
  return { backend: await backend, letGo: held.open, ended };
}

describe('a large city', () => {
  const ORDERS = 1_000;
  const DRIVERS = 2_000;

  /** Copies of one order, each with a pick-up of its own within some kilometres. */
  const copyOrder = (orderId: string, copies: number) =>
    sql().query(
      `with quoted as (
         insert into quotations select (jsonb_populate_record(quotation, jsonb_build_object('id', quotation.id + number))).*
         from quotations quotation, generate_series(1, $2::integer) as number
         where quotation.id = (select quotation_id from orders where id = $1)
       )
       insert into orders select (jsonb_populate_record(source, jsonb_build_object(
         'id', source.id + number, 'quotation_id', source.quotation_id + number, 'stream_id', source.id + number,
         'share_token', source.share_token || number,
         'document', jsonb_set(source.document::jsonb, '{stops,0,coordinates}', jsonb_build_object(
           'lat', (22.28 + (number * 7 % 1000) / 20000.0)::text, 'lng', (114.15 + (number * 13 % 1000) / 20000.0)::text))))).*
       from orders source, generate_series(1, $2::integer) as number where source.id = $1`,
      [orderId, copies],
    );

  const createDrivers = () =>
    sql().query(
      `with made as (
         insert into drivers (name, phone, plate, service, locode, created_at)
         select 'Driver ' || number, '+852' || 60000000 + number, 'AB 1234', 'MOTORCYCLE', 'HK HKG', $2
         from generate_series(1, $1::integer) as number returning id
       ), online as (
         insert into driver_shifts (driver_id, locode, online_at) select id, 'HK HKG', $2 from made
       )
       insert into driver_positions (driver_id, lat, lng, position_at, received_at)
       select id, 22.28 + (id * 11 % 2000) / 40000.0, 114.15 + (id * 17 % 2000) / 40000.0, $2, $2 from made`,
      [DRIVERS, new Date(world.clock.now())],
    );

  /** Runs the round of the city; answers with how many statements it took. */
  async function countStatements(handlers: JobHandlers): Promise<number> {
    let statements = 0;
    const counting = withStatements(world.foundations.database, (_, run) => {
      statements++;
      return run();
    });
    expect(await runDueJob({ ...world.foundations, database: counting, handlers })).toBe(true);
    return statements;
  }

  test('a thousand orders and two thousand drivers: everyone is asked once, by as many statements as for one order but for what drivers earn, which is known by then', async () => {
    const { orderId } = await place(world);
    await createDrivers();
    const handlers = jobsOf(world.foundations);
    const lookAround = () => runDueJob({ ...world.foundations, handlers });
    await sql().inTransaction((tx) => leaveDispatchJobs(tx, world.clock.now()));
    await lookAround();
    const forOne = await countStatements(handlers);
    expect(await count('from offers')).toBe(1);
    await copyOrder(orderId, ORDERS - 1);
    world.clock.advance(20 * SECOND_MS);
    await lookAround();
    const withoutEarnings = forOne - 2;
    expect(await countStatements(handlers)).toBe(withoutEarnings);
    expect(await count("from offers where state = 'open'")).toBe(ORDERS);
    expect(await count('from (select distinct order_id from offers) as asked')).toBe(ORDERS);
    expect(await count('from (select distinct driver_id from offers) as asked')).toBe(ORDERS);
    expect(await count('from match_rounds')).toBe(ORDERS);
  });
});
