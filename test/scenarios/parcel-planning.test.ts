import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setDriverStatus } from '../../src/drivers/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { composePlanning } from '../../src/main/compose.ts';
import { leaveStandingJobs } from '../../src/main/compose-worker.ts';
import { type City, openMarketCatalogue } from '../../src/markets/index.ts';
import {
  applyPlan,
  type CityPlanningDeps,
  dateIn,
  makePlan,
  planningDay,
  proposePlan,
  SLOW_PLUS_JOBS,
} from '../../src/plus/index.ts';
import { plusJobs } from '../../src/plus/plus-jobs.ts';
import { planRoutes } from '../../src/plus/rules/routes/plan-routes.ts';
import { type DriverClient, driverOf } from '../support/driver-client.ts';
import { jobsOf, runDueJobs } from '../support/order-records.ts';
import { CENTRAL, MONG_KOK, TUEN_MUN } from '../support/orders.ts';
import { callPlus, inHours, placePlus, supportOf, take } from '../support/parcels.ts';
import { createWorld, type World } from '../support/world.ts';

/** The test clock begins at noon in Hong Kong; the morning after begins 19 hours later. */
const TO_SIX_IN_THE_MORNING = 18;

type Plan = {
  kept: string[];
  broken: { orderId: string; lateSeconds: number }[];
  unplanned: { orderId: string; reason: string }[];
  totalMeters: number;
};

async function plansOf(world: World): Promise<readonly Plan[]> {
  const rows = await world.foundations.database.query<{ summary: Plan }>(
    'select summary from parcel_plans order by id',
  );
  return rows.map(({ summary }) => summary);
}

type PlanRoutes = CityPlanningDeps['planRoutes'];
type PlannedCity = {
  readonly world: World;
  readonly drivers: readonly DriverClient[];
  /** Time goes on, and a worker does all that is due then. */
  wait(ms: number): Promise<void>;
};

/** Without a thread for each plan: to begin one takes far longer than such small plans do. */
const planHere: PlanRoutes = async (problem) => planRoutes(problem);

async function cityWith(drivers: number, plan = planHere): Promise<PlannedCity> {
  const world = await createWorld({ partner: { platforms: ['PLUS'], limitFactor: 1_000 } });
  await leaveStandingJobs(world.foundations);
  const handlers = { ...jobsOf(world.foundations), ...(await planningJobs(world, plan)) };
  const made: DriverClient[] = [];
  for (let count = 0; count < drivers; count++)
    made.push(await driverOf(world, { capabilities: ['PARCELS'], service: 'VAN' }));
  return {
    world,
    drivers: made,
    async wait(ms) {
      world.clock.advance(ms);
      while (await runDueJob({ ...world.foundations, handlers, slowKinds: SLOW_PLUS_JOBS }));
    },
  };
}

async function planningJobs({ foundations }: World, plan: PlanRoutes) {
  const { database, session, log, files, settings } = foundations;
  const catalogue = await openMarketCatalogue(database, session, log);
  const planning = { ...(await composePlanning(foundations)), planRoutes: plan };
  return plusJobs({ files, catalogue: async () => catalogue }, async () => planning, settings.quotationDays);
}

async function planningOf({ foundations, clock }: World) {
  const { database, session, log, settings } = foundations;
  const city = (await openMarketCatalogue(database, session, log)).city('HK HKG') as City;
  const today = planningDay(dateIn(city.timeZone, clock.now()), city.timeZone, settings.plusHours);
  return { deps: { ...(await composePlanning(foundations)), database }, city, today };
}

/** As an operator asks for it. */
async function planToday(world: World, isDry = false) {
  const { deps, city } = await planningOf(world);
  return makePlan(deps, { city, isDry }, world.clock.now());
}

const suspend = ({ foundations: { database }, clock }: World, driverId: string) =>
  database.inTransaction((tx) => setDriverStatus(tx, driverId, 'suspended', clock.now()));
const WAITING = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

const tomorrowAt = (world: World, hour: number) => ({ scheduleAt: inHours(world, TO_SIX_IN_THE_MORNING + hour - 6) });
const driverIdOf = async (world: World, orderId: string) =>
  (await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data.driverId;
const workOf = async (driver: DriverClient) => (await driver.call('GET', '/parcels')).json.data;

describe('a morning in a city', { shuffle: false }, () => {
  let world: World;
  let drivers: readonly DriverClient[];
  let wait: PlannedCity['wait'];
  const orderIds: string[] = [];
  beforeAll(async () => {
    ({ world, drivers, wait } = await cityWith(2));
    await driverOf(world);
    for (const [stops, hour] of [
      [[CENTRAL, MONG_KOK], 8],
      [[CENTRAL, TUEN_MUN], 8],
      [[MONG_KOK, CENTRAL], 9],
      [[TUEN_MUN, CENTRAL], 10],
    ] as const) {
      orderIds.push((await placePlus(world, { quotation: { stops, ...tomorrowAt(world, hour) } })).orderId);
    }
    orderIds.push((await placePlus(world, { quotation: { scheduleAt: inHours(world, 48) } })).orderId);
  });
  afterAll(() => world.close());

  test('is planned from an hour before drivers begin, and not a moment earlier', async () => {
    await wait(TO_SIX_IN_THE_MORNING * HOUR_MS - MINUTE_MS);
    expect(await plansOf(world)).toEqual([]);
    await wait(6 * MINUTE_MS);
    const [plan] = await plansOf(world);
    expect(plan).toMatchObject({ broken: [], unplanned: [] });
    expect(plan?.kept).toEqual(orderIds.slice(0, 4).toSorted());
    expect(plan?.totalMeters).toBeGreaterThan(20_000);
  });

  test('every parcel of the day has a driver who carries parcels, and what is for another day has none', async () => {
    const carriers = drivers.map(({ id }) => id);
    for (const orderId of orderIds.slice(0, 4)) expect(carriers).toContain(await driverIdOf(world, orderId));
    expect(await driverIdOf(world, orderIds[4] as string)).toBe('');
  });

  test("a driver's work list has every visit in the order and with the time of the plan", async () => {
    const lists = await Promise.all(drivers.map(workOf));
    const visits = lists.flatMap((list) => list.visits as { orderId: string; visit: string; plannedAt: string }[]);
    expect(visits).toHaveLength(8);
    for (const { visits: own } of lists) {
      const times = own.map(({ plannedAt }: { plannedAt: string }) => Date.parse(plannedAt));
      expect(times).toEqual(times.toSorted((one: number, other: number) => one - other));
    }
    for (const orderId of orderIds.slice(0, 4)) {
      const own = visits.filter((visit) => visit.orderId === orderId);
      expect(own.map(({ visit }) => visit)).toEqual(['PICK_UP', 'DROP_OFF']);
    }
  });

  test('looking again every few minutes keeps no further plan while there is nothing new', async () => {
    await wait(10 * MINUTE_MS);
    expect(await plansOf(world)).toHaveLength(1);
  });

  test('an edit of a parcel that is on a route plans the city anew, with the same driver', async () => {
    const orderId = orderIds[0] as string;
    const before = await driverIdOf(world, orderId);
    const { stops } = (await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data;
    const times = { scheduleAt: inHours(world, 5), deliveryBy: inHours(world, 8) };
    expect((await callPlus(world, 'PATCH', `/v3/orders/${orderId}`, { ...times, stops })).status).toBe(201);
    await wait(0);
    expect(await plansOf(world)).toHaveLength(2);
    expect(await driverIdOf(world, orderId)).toBe(before);
    const driver = drivers.find(({ id }) => id === before) as DriverClient;
    const visit = (await workOf(driver)).visits.find((own: { orderId: string }) => own.orderId === orderId);
    expect(Date.parse(visit.plannedAt)).toBeGreaterThan(world.clock.now() + 4 * HOUR_MS);
  });

  test('a parcel on board stays with its driver when more come in', async () => {
    const orderId = orderIds[1] as string;
    const driverId = await driverIdOf(world, orderId);
    const holder = drivers.find(({ id }) => id === driverId) as DriverClient;
    await wait(2 * HOUR_MS);
    await take(holder, orderId, 'pick-up');
    const { orderId: late } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 1) } });
    await wait(5 * MINUTE_MS);
    expect(await driverIdOf(world, late)).not.toBe('');
    const kinds = (await workOf(holder)).visits.filter((visit: { orderId: string }) => visit.orderId === orderId);
    expect(kinds.map(({ visit }: { visit: string }) => visit)).toEqual(['DROP_OFF']);
  });
});

test('a deadline that cannot be kept is planned and said, and what fits nobody too', async () => {
  const { world, drivers } = await cityWith(1);
  const tight = { scheduleAt: inHours(world, 1), deliveryBy: inHours(world, 2) };
  const far: string[] = [];
  for (const stops of [
    [TUEN_MUN, CENTRAL],
    [CENTRAL, TUEN_MUN],
    [TUEN_MUN, MONG_KOK],
    [MONG_KOK, TUEN_MUN],
  ])
    far.push((await placePlus(world, { quotation: { stops, ...tight } })).orderId);
  const { orderId: night } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 9.9) } });
  world.clock.advance(5 * MINUTE_MS);
  // As the program does it: in a thread.
  await runDueJobs(world.foundations);
  const [plan] = await plansOf(world);
  expect(plan?.broken.length).toBeGreaterThan(0);
  for (const { orderId, lateSeconds } of plan?.broken ?? []) {
    expect(far).toContain(orderId);
    expect(lateSeconds).toBeGreaterThan(0);
  }
  expect(plan?.unplanned).toEqual([{ orderId: night, reason: 'OUTSIDE_HOURS' }]);
  expect((await workOf(drivers[0] as DriverClient)).parcels).toHaveLength(4);
  await world.close();
});

test('where nobody carries parcels they wait, and the plan says why', async () => {
  const { world, wait } = await cityWith(0);
  const { orderId } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
  await wait(5 * MINUTE_MS);
  expect((await plansOf(world))[0]?.unplanned).toEqual([{ orderId, reason: 'NO_DRIVER' }]);
  expect(await driverIdOf(world, orderId)).toBe('');
  await world.close();
});

test('a day from which the last parcel was moved is planned empty once, and the parcel is planned on its own day', async () => {
  const { world, drivers, wait } = await cityWith(1);
  const [driver] = drivers as [DriverClient];
  const { orderId, stops } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
  await wait(5 * MINUTE_MS);
  expect((await workOf(driver)).visits[0].plannedAt).toBe(
    (await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data.scheduleAt,
  );
  const times = { scheduleAt: inHours(world, 72), deliveryBy: inHours(world, 76) };
  await callPlus(world, 'PATCH', `/v3/orders/${orderId}`, { ...times, stops });
  await wait(0);
  expect((await plansOf(world)).at(-1)).toMatchObject({ kept: [], broken: [], unplanned: [], totalMeters: 0 });
  expect((await workOf(driver)).visits.map(({ plannedAt }: { plannedAt: unknown }) => plannedAt)).toEqual([null, null]);
  const plans = await plansOf(world);
  await wait(HOUR_MS);
  await wait(DAY_MS);
  expect(await plansOf(world)).toEqual(plans);
  await wait(2 * DAY_MS - 3 * HOUR_MS);
  expect((await plansOf(world)).at(-1)?.kept).toEqual([orderId]);
  expect(Date.parse((await workOf(driver)).visits[0].plannedAt)).toBe(Date.parse(times.scheduleAt));
  await world.close();
});

test('an edit after drivers have stopped leaves the plan that late ones go by, and the morning plans it anew', async () => {
  const { world, drivers, wait } = await cityWith(1);
  const [driver] = drivers as [DriverClient];
  const { orderId, stops } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 8) } });
  await placePlus(world, { quotation: { scheduleAt: inHours(world, 8) } });
  await wait(5 * MINUTE_MS);
  await take(driver, orderId, 'pick-up');
  await wait(10 * HOUR_MS);
  const { visits } = await workOf(driver);
  const plans = await plansOf(world);
  const times = { scheduleAt: inHours(world, 1), deliveryBy: inHours(world, 20) };
  expect((await callPlus(world, 'PATCH', `/v3/orders/${orderId}`, { ...times, stops })).status).toBe(201);
  await wait(0);
  expect(await plansOf(world)).toEqual(plans);
  const plannedAt = ({ plannedAt }: { plannedAt: unknown }) => plannedAt;
  expect((await workOf(driver)).visits.map(plannedAt)).toEqual(visits.map(plannedAt));
  expect(visits.map(plannedAt)).not.toContain(null);
  await expect(planToday(world)).rejects.toThrow('Drivers in Hong Kong have stopped for today. Name another day.');
  expect((await planToday(world, true)).unplanned).toHaveLength(2);
  expect(await plansOf(world)).toEqual(plans);
  await wait(8 * HOUR_MS);
  expect(await plansOf(world)).toHaveLength(plans.length + 1);
  expect((await plansOf(world)).at(-1)?.kept).toContain(orderId);
  await world.close();
});

test.each([
  ['a pick-up', ['fail-pick-up']],
  ['a delivery', ['pick-up', 'fail-delivery']],
] as const)('another try of %s that failed plans the city anew, by what was edited meanwhile', async (_, steps) => {
  const { world, drivers, wait } = await cityWith(1);
  const [driver] = drivers as [DriverClient];
  const { orderId, stops } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
  await wait(5 * MINUTE_MS);
  const before = (await workOf(driver)).visits.at(-1);
  for (const step of steps) await take(driver, orderId, step);
  const [from, to] = stops;
  const moved = [from, { ...to, ...TUEN_MUN }];
  const times = { scheduleAt: inHours(world, 4), deliveryBy: inHours(world, 8) };
  expect((await callPlus(world, 'PATCH', `/v3/orders/${orderId}`, { ...times, stops: moved })).status).toBe(201);
  await wait(0);
  const plans = await plansOf(world);
  await take(driver, orderId, 'retry');
  await wait(0);
  expect(await plansOf(world)).toHaveLength(plans.length + 1);
  expect((await plansOf(world)).at(-1)?.kept).toEqual([orderId]);
  const after = (await workOf(driver)).visits.at(-1);
  expect(Date.parse(after.plannedAt)).not.toBe(Date.parse(before.plannedAt));
  expect(Date.parse(after.plannedAt)).toBeGreaterThan(world.clock.now());
  await world.close();
});

test('what is on board is planned today, though it was edited to be picked up tomorrow', async () => {
  const { world, drivers, wait } = await cityWith(1);
  const [driver] = drivers as [DriverClient];
  const { orderId, stops } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
  await wait(5 * MINUTE_MS);
  for (const step of ['pick-up', 'fail-delivery'] as const) await take(driver, orderId, step);
  const times = { scheduleAt: inHours(world, 26), deliveryBy: inHours(world, 30) };
  await callPlus(world, 'PATCH', `/v3/orders/${orderId}`, { ...times, stops });
  const { orderId: another } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
  await wait(5 * MINUTE_MS);
  expect((await plansOf(world)).at(-1)?.kept).toEqual([another]);
  await take(driver, orderId, 'retry');
  await wait(0);
  expect((await plansOf(world)).at(-1)?.kept).toEqual([orderId, another]);
  await world.close();
});

test.each(['carries no parcels', 'was suspended'])(
  'an edited parcel of a driver who %s plans the city anew once',
  async (why) => {
    const { world, drivers, wait } = await cityWith(1);
    const { database } = world.foundations;
    const { orderId, stops } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
    if (why === 'was suspended') {
      await wait(5 * MINUTE_MS);
      await suspend(world, drivers[0]?.id as string);
    } else await (await supportOf(world)).assign(orderId, (await driverOf(world)).id);
    const times = { scheduleAt: inHours(world, 3), deliveryBy: inHours(world, 7) };
    expect((await callPlus(world, 'PATCH', `/v3/orders/${orderId}`, { ...times, stops })).status).toBe(201);
    await wait(0);
    const plans = await plansOf(world);
    expect(plans.at(-1)).toMatchObject({ kept: [], broken: [], unplanned: [] });
    for (let time = 0; time < 3; time++) await wait(5 * MINUTE_MS);
    expect(await plansOf(world)).toEqual(plans);
    expect(await database.query('select from parcels where needs_plan')).toEqual([]);
    await world.close();
  },
);

test('whoever drops out is not given the parcel again', async () => {
  const { world, drivers, wait } = await cityWith(1);
  const { orderId } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
  await wait(5 * MINUTE_MS);
  await take(drivers[0] as DriverClient, orderId, 'drop-out');
  await wait(5 * MINUTE_MS);
  expect(await driverIdOf(world, orderId)).toBe('');
  expect((await plansOf(world)).at(-1)?.unplanned).toEqual([{ orderId, reason: 'NO_DRIVER' }]);
  const another = await driverOf(world, { capabilities: ['PARCELS'], service: 'VAN' });
  await wait(31 * MINUTE_MS);
  expect(await driverIdOf(world, orderId)).toBe(another.id);
  await world.close();
});

test('a parcel that is edited while the city is planned is planned again at once', async () => {
  const plan = vi.fn<PlanRoutes>(async (problem) => {
    if (plan.mock.calls.length === 1) await callPlus(world, 'PATCH', `/v3/orders/${orderId}`, { ...times, stops });
    return planHere(problem);
  });
  const { world, drivers, wait } = await cityWith(1, plan);
  const { orderId, stops } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
  const times = { scheduleAt: inHours(world, 4), deliveryBy: inHours(world, 7) };
  await wait(5 * MINUTE_MS);
  expect(plan).toHaveBeenCalledTimes(2);
  expect(await plansOf(world)).toHaveLength(1);
  expect(Date.parse((await workOf(drivers[0] as DriverClient)).visits[0].plannedAt)).toBeGreaterThan(
    world.clock.now() + 3 * HOUR_MS,
  );
  await world.close();
});

test('a driver who is suspended while the city is planned is given nothing', async () => {
  const plan = vi.fn<PlanRoutes>(async (problem) => {
    const made = planHere(problem);
    if (plan.mock.calls.length === 1) await suspend(world, (await made).routes[0]?.driverId as string);
    return made;
  });
  const { world, wait } = await cityWith(2, plan);
  const { orderId } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
  await wait(5 * MINUTE_MS);
  expect(plan).toHaveBeenCalledTimes(2);
  expect(await plansOf(world)).toHaveLength(1);
  const active = await world.foundations.database.query("select id::text from drivers where status = 'active'");
  expect(active).toEqual([{ id: await driverIdOf(world, orderId) }]);
  await world.close();
});

test('a plan waits for a driver who is being suspended, and is given up', async () => {
  const { world, drivers } = await cityWith(1);
  const [{ id }] = drivers as [DriverClient];
  const { database } = world.foundations;
  const { orderId } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
  const { deps, city, today } = await planningOf(world);
  const proposed = await proposePlan(deps, database, city, today, world.clock.now());
  expect(proposed.plan.kept).toEqual([orderId]);
  let applied: Promise<boolean> | undefined;
  await database.inTransaction(async (tx) => {
    await setDriverStatus(tx, id, 'suspended', world.clock.now());
    applied = database.inTransaction((own) => applyPlan(deps, own, city, today, proposed, world.clock.now()));
    await expect.poll(() => tx.query(WAITING)).toHaveLength(1);
  });
  expect(await applied).toBe(false);
  expect(await driverIdOf(world, orderId)).toBe('');
  expect(await plansOf(world)).toEqual([]);
  await world.close();
});

/** As many more of a parcel that waits, each a second after the one before. */
const copyOf = (world: World, orderId: string, count: number) =>
  world.foundations.database.query(
    `insert into parcels select (jsonb_populate_record(p, jsonb_build_object('id', p.id + n,
       'quotation_id', p.quotation_id + n, 'client_ref', p.client_ref || n, 'share_token', p.share_token || n, 'schedule_at', p.schedule_at + n * interval '1 second'))).*
     from parcels p, generate_series(1, $2::int) n where p.id = $1`,
    [orderId, count],
  );

describe('of more parcels than one plan can hold', () => {
  test('every one that nobody can bring is named, and none of them is news again', async () => {
    const { world, wait } = await cityWith(0);
    const { orderId } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
    await copyOf(world, orderId, 820);
    await wait(5 * MINUTE_MS);
    await wait(20 * MINUTE_MS);
    const [plan, ...more] = await plansOf(world);
    expect(more).toEqual([]);
    expect(plan?.unplanned).toHaveLength(821);
    expect(new Set(plan?.unplanned.map(({ reason }) => reason))).toEqual(new Set(['NO_DRIVER']));
    await world.close();
  });

  test('the earliest are planned, and of the others the plan says that they were too many', async () => {
    const { world } = await cityWith(1);
    const { orderId } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
    await copyOf(world, orderId, 801);
    const { deps, city, today } = await planningOf(world);
    // To plan them all takes too long for a test.
    const planFew: PlanRoutes = async (problem) => planRoutes({ ...problem, parcels: problem.parcels.slice(0, 3) });
    const { database } = world.foundations;
    const { plan, parcels } = await proposePlan(
      { ...deps, planRoutes: planFew },
      database,
      city,
      today,
      world.clock.now(),
    );
    const nth = (n: number) => String(BigInt(orderId) + BigInt(n));
    expect(plan.kept).toEqual([0, 1, 2].map(nth));
    expect(parcels).toHaveLength(800);
    expect(plan.unplanned).toEqual([800, 801].map((n) => ({ orderId: nth(n), reason: 'TOO_MANY' })));
    await world.close();
  });
});

test('a plan for tomorrow leaves today alone', async () => {
  const { world, drivers, wait } = await cityWith(1);
  const [driver] = drivers as [DriverClient];
  const { orderId: today } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 2) } });
  const { orderId: tomorrow } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 26) } });
  await wait(5 * MINUTE_MS);
  const before = (await workOf(driver)).visits;
  const { foundations } = world;
  const { deps, city } = await planningOf(world);
  const day = planningDay('2026-11-17', 'Asia/Hong_Kong', foundations.settings.plusHours);
  const proposed = await proposePlan(deps, foundations.database, city, day, world.clock.now());
  expect(proposed.plan.kept).toEqual([tomorrow]);
  expect(
    await foundations.database.inTransaction((tx) => applyPlan(deps, tx, city, day, proposed, world.clock.now())),
  ).toBe(true);
  const after = (await workOf(driver)).visits;
  expect(after.slice(0, 2)).toEqual(before);
  expect(after.map(({ orderId }: { orderId: string }) => orderId)).toEqual([today, today, tomorrow, tomorrow]);
  await world.close();
});

test('however many old plans there are, one that was made early for a later day keeps none of them', async () => {
  const { world, wait } = await cityWith(1);
  try {
    const { database } = world.foundations;
    const today = new Date(world.clock.now()).toISOString().slice(0, 10);
    await database.query(
      `insert into parcel_plans (id, locode, day, made_at, summary)
       select id, 'HK HKG', $1::date - case id when 1 then 0 else 31 end, now(), '{}' from generate_series(1, 1500) as id`,
      [today],
    );
    await wait(0);
    expect(await database.query('select id from parcel_plans')).toEqual([{ id: '1' }]);
  } finally {
    await world.close();
  }
});

test('a plan is forgotten with its routes 30 days after its day', async () => {
  const { world, drivers, wait } = await cityWith(1);
  try {
    const { database } = world.foundations;
    const today = new Date(world.clock.now()).toISOString().slice(0, 10);
    await database.query(
      `insert into parcel_plans (id, locode, day, made_at, summary)
       select days, 'HK HKG', $1::date - days, now(), '{}' from unnest(array[30, 31]) as days`,
      [today],
    );
    await database.query(
      "insert into parcel_routes (plan_id, driver_id, visits, meters) select id, $1, '[]', 0 from parcel_plans",
      [drivers[0]?.id],
    );
    await wait(0);
    expect(await database.query('select id from parcel_plans')).toEqual([{ id: '30' }]);
    expect(await database.query('select plan_id from parcel_routes')).toEqual([{ plan_id: '30' }]);
  } finally {
    await world.close();
  }
});
