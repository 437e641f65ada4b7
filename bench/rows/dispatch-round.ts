import { assignCheapest } from '../../src/dispatch/rules/assignment.ts';
import type { AssignmentRow } from '../../src/dispatch/rules/assignment-graph.ts';
import { findCandidates } from '../../src/dispatch/rules/candidates.ts';
import { createDriverPool } from '../../src/dispatch/rules/driver-pool.ts';
import type { WaitingOrder } from '../../src/dispatch/rules/pool.ts';
import { scoreOf, WEIGHTS } from '../../src/dispatch/rules/score.ts';
import { isInside, type Point, type Polygon } from '../../src/foundation/geo.ts';
import { smallestIdAt } from '../../src/foundation/ids.ts';
import { HOUR_MS } from '../../src/foundation/time.ts';
import { readSettings } from '../../src/infrastructure/config/settings.ts';
import { prepareDataFolder } from '../../src/infrastructure/data-folder.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/database/embedded-postgres.ts';
import type { JobHandlers } from '../../src/infrastructure/jobs/worker.ts';
import { continueTrace } from '../../src/infrastructure/trace.ts';
import { composeJobs, composeSimulation } from '../../src/main/compose-worker.ts';
import { type Foundations, layFoundations } from '../../src/main/foundations.ts';
import { makePartner } from '../../src/main/make-partner.ts';
import { type Market, type MarketCatalogue, openMarketCatalogue } from '../../src/markets/index.ts';
import { placeOrder } from '../../src/orders/index.ts';
import { createQuotation, vehicleOf } from '../../src/quotations/index.ts';
import { metersPerSecond } from '../../src/routing/index.ts';
import { seeded } from '../../src/sandbox/rules/seeded.ts';
import { silentLog, testClock } from '../../test/support/edges.ts';
import { MONG_KOK, RECIPIENT, SENDER } from '../../test/support/orders.ts';
import type { Row } from '../row.ts';
import { median } from '../support/statistics.ts';

const LOCODE = 'HK HKG';
const SERVICE = 'MOTORCYCLE';
/** A thousand orders wait where drivers are short: of twenty drivers one is free, the others are on an order. */
const isFree = (number: number) => number % 20 === 0;
const ASSIGNMENTS_A_ROUND = 3;

export const DISPATCH_ROUND: Row = {
  row: 10,
  name: 'dispatch-round',
  what: 'one dispatch round at a peak, 1,000 waiting orders and 20,000 drivers of whom 1,000 are free, from the database to committed offers and explanations',
  against: 'the sparse assignment alone, of the same candidates in memory',
  bar: 30,
  moonshot: 8,
  better: 'lower',
  async measure({ isShort, afterwards, dataFolder }) {
    const [orderCount, driverCount, warmUps, rounds] = isShort ? [10, 200, 1, 1] : [1_000, 20_000, 3, 15];
    const data = await dataFolder();
    await prepareDataFolder(data);
    const postgres = await startEmbeddedPostgres(data, () => {});
    afterwards(() => postgres.stop());
    const clock = testClock();
    const settings = readSettings({ WAYBILL_DATA: data });
    const foundations = await layFoundations(settings, postgres.connection, { clock, log: silentLog });
    afterwards(() => foundations.close());
    const city = await fillCity(foundations, orderCount, driverCount);
    const arcs = candidatesOf(city);
    const matched = assignCheapest(arcs, driverCount).columns.filter((column) => column !== undefined).length;
    const matchCity = composeJobs(foundations)['dispatch.matchCity'] as JobHandlers[string];
    const { database, random } = foundations;
    // Time stands still, so that all rounds are alike. What drivers earn, which is looked up once a minute, is known after the first.
    const playMs = async () => {
      await database.query('truncate offers, match_rounds');
      const job = {
        payload: { locode: LOCODE },
        now: clock.now(),
        trace: continueTrace(undefined, random),
        log: silentLog,
      };
      const begun = performance.now();
      await database.inTransaction((tx) => matchCity(tx, job));
      const tookMs = performance.now() - begun;
      const [{ made } = { made: 0 }] = await database.query<{ made: number }>(
        'select count(*)::integer as made from offers',
      );
      if (made !== matched) throw new Error(`${made} offers were made, but ${matched} are the best`);
      return tookMs;
    };
    const assignMs = () =>
      median(
        Array.from({ length: ASSIGNMENTS_A_ROUND }, () => {
          const begun = performance.now();
          assignCheapest(arcs, driverCount);
          return performance.now() - begun;
        }),
      );
    const ratios: number[] = [];
    for (let round = 0; round < warmUps + rounds; round++) {
      const ratio = (await playMs()) / assignMs();
      if (round >= warmUps) ratios.push(ratio);
    }
    return ratios;
  },
};

type City = { readonly pickUps: readonly Point[]; readonly drivers: readonly Point[]; readonly roadFactor: number };

/** Where much is ordered: Central, Mong Kok, Wong Tai Sin and Tsuen Wan. */
const BUSY_PLACES: readonly Point[] = [
  { lat: 22.281, lng: 114.158 },
  { lat: 22.3193, lng: 114.1694 },
  { lat: 22.335, lng: 114.2 },
  { lat: 22.372, lng: 114.115 },
];
const MIDDLE: Point = { lat: 22.3193, lng: 114.1694 };
const KILOMETERS_PER_DEGREE = 111;

/** Six of ten are near a busy place, orders and drivers alike. */
function drawPlaces(area: readonly Polygon[], count: number, draw: () => number): readonly Point[] {
  const off = (kilometers: number) => ((draw() + draw() + draw() + draw() - 2) * kilometers) / KILOMETERS_PER_DEGREE;
  const around = ({ lat, lng }: Point, kilometers: number): Point => {
    const point = { lat: lat + off(kilometers), lng: lng + off(kilometers) };
    return isInside(point, area) ? point : around({ lat, lng }, kilometers);
  };
  return Array.from({ length: count }, () =>
    draw() < 0.6 ? around(BUSY_PLACES[Math.floor(draw() * BUSY_PLACES.length)] as Point, 2) : around(MIDDLE, 12),
  );
}

async function fillCity(foundations: Foundations, orderCount: number, driverCount: number): Promise<City> {
  const { database, session, log } = foundations;
  const catalogue = await openMarketCatalogue(database, session, log);
  const market = catalogue.market('HK');
  const area = catalogue.city(LOCODE)?.area ?? [];
  const draw = seeded(10);
  const city = { pickUps: drawPlaces(area, orderCount, draw), drivers: drawPlaces(area, driverCount, draw) };
  await placeOrders(foundations, catalogue, market, city.pickUps);
  await bringOnline(foundations, city.drivers);
  await giveOrders(foundations);
  await letEarn(foundations, driverCount);
  await database.query('analyze');
  return { ...city, roadFactor: catalogue.city(LOCODE)?.roadFactor ?? 1 };
}

async function placeOrders(
  foundations: Foundations,
  catalogue: MarketCatalogue,
  market: Market,
  pickUps: readonly Point[],
): Promise<void> {
  const { database, clock, random } = foundations;
  const deps = await composeSimulation(foundations, catalogue);
  const request = {
    name: 'Bench',
    markets: [market.market],
    platforms: ['ON_DEMAND'],
    sourceAddresses: [],
    limitFactor: 1,
  } as const;
  const { partnerId } = await database.inTransaction((tx) =>
    makePartner(foundations, tx, [market], request, [{ market, amountMinor: 1_000_000_000n }]),
  );
  const asker = { partnerId, market, now: clock.now() };
  const waiting = [...pickUps];
  const placeAll = async () => {
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const pickUp = { coordinates: { lat: place.lat.toFixed(6), lng: place.lng.toFixed(6) }, address: 'Somewhere' };
      const stops = [pickUp, MONG_KOK];
      const { id } = await createQuotation(deps, asker, { serviceType: SERVICE, language: 'en_HK', stops });
      await placeOrder(
        deps,
        { ...asker, clockAheadMs: 0, trace: continueTrace(undefined, random), remember: () => undefined },
        { quotationId: id, sender: SENDER, recipients: [RECIPIENT], isPODEnabled: false },
      );
    }
  };
  await Promise.all(Array.from({ length: 32 }, placeAll));
}

/** For two hours. Where they are stays true while the rounds are played. */
async function bringOnline({ database, clock }: Foundations, places: readonly Point[]): Promise<void> {
  const [begun, heardAt] = [new Date(clock.now() - 2 * HOUR_MS), new Date(clock.now() + HOUR_MS)];
  await database.query(
    `with driver as (
       insert into drivers (name, phone, plate, service, locode, created_at)
       select 'Driver ' || number, '+852' || 60000000 + number, 'AB 1234', $1, $2, $3
       from generate_series(1, cardinality($5::float8[])) as number returning id
     ), shift as (
       insert into driver_shifts (driver_id, locode, online_at) select id, $2, $3 from driver
     )
     insert into driver_positions (driver_id, lat, lng, position_at, received_at)
     select driver.id, place.lat, place.lng, $4, $4
     from (select id, row_number() over (order by id) as number from driver) driver
       join unnest($5::float8[], $6::float8[]) with ordinality as place(lat, lng, number) using (number)`,
    [SERVICE, LOCODE, begun, heardAt, places.map(({ lat }) => lat), places.map(({ lng }) => lng)],
  );
}

/** Copies of the first order, picked up or on the way there. */
async function giveOrders({ database, clock }: Foundations): Promise<void> {
  const drivers = await database.query<{ id: string }>('select id from drivers order by id');
  const busy = drivers.flatMap(({ id }, number) => (isFree(number) ? [] : [id]));
  await database.query(
    `insert into orders
     select (jsonb_populate_record(source, jsonb_build_object('id', $2::bigint + busy.id, 'quotation_id', $2::bigint + busy.id,
       'stream_id', $2::bigint + busy.id, 'share_token', source.share_token || busy.id, 'status', 'ON_GOING',
       'driver_id', busy.id, 'matched_at', $3::timestamptz, 'match_by', null))).*
     from orders source, unnest($1::bigint[]) as busy(id) where source.id = (select min(id) from orders)`,
    [busy, smallestIdAt(clock.now() - HOUR_MS), new Date(clock.now())],
  );
}

/** Each has brought an order in each of the two hours; some earn more by it than others. */
const earnedBy = (number: number) => 50 + 7 * (number % 11);

async function letEarn({ database, clock }: Foundations, driverCount: number): Promise<void> {
  const firstId = smallestIdAt(clock.now() - HOUR_MS);
  await database.query(
    `insert into ledger_accounts (id, kind, currency, driver_id) select $1::bigint + id, 'driver', 'HKD', id from drivers`,
    [firstId],
  );
  await database.query(
    `insert into ledger_transfers
       (id, business_key, kind, from_account_id, to_account_id, amount_minor, created_at, wallet_id)
     select $1::bigint + 2 * account.driver_id + nth, 'bench/' || account.driver_id || '/' || nth, 'earning', sales.id, account.id, amount, $2, account.id
     from (select *, row_number() over (order by driver_id) as number from ledger_accounts where kind = 'driver') account
       join unnest($3::bigint[]) with ordinality as earned(amount, number) using (number),
       generate_series(0, 1) as nth, ledger_accounts sales
     where sales.kind = 'sales' and sales.currency = 'HKD'`,
    [firstId, new Date(clock.now() - HOUR_MS), Array.from({ length: driverCount }, (_, number) => earnedBy(number))],
  );
}

/** As the round sees them. */
function candidatesOf({ pickUps, drivers, roadFactor }: City): readonly AssignmentRow[] {
  const pool = createDriverPool(
    drivers.map((point, number) => ({
      id: `${number}`,
      service: SERVICE,
      capabilities: [],
      point,
      hasOrder: !isFree(number),
      openOffers: 0,
      earnedPerHour: earnedBy(number),
    })),
    pickUps[0] as Point,
    ({ hasOrder }) => !hasOrder,
  );
  return pickUps.map((pickUp, number) => {
    const order = orderAt(pickUp, number);
    const { candidates, usualPerHour } = findCandidates(order, pool, 0, { roadFactor, aheadMs: 0 });
    const claim = { ...order, roadFactor, waitedMs: 0, usualPerHour };
    return {
      unmatchedCost: WEIGHTS.leftWaiting,
      candidates: candidates.map(({ number: column, driver: { earnedPerHour }, meters }) => ({
        column,
        cost: scoreOf(claim, { meters, earnedPerHour }).cost,
      })),
    };
  });
}

function orderAt(pickUp: Point, number: number): WaitingOrder {
  return {
    id: `${number}`,
    service: SERVICE,
    metersPerSecond: metersPerSecond(vehicleOf(SERVICE)),
    needs: [],
    pickUp,
    waitingSince: 0,
    scheduleAt: undefined,
    fareMinor: 100n,
    priorityFeeMinor: 0n,
    formerDriverIds: [],
    refusedDriverIds: [],
    askedDriverIds: [],
    blockedDriverIds: [],
  };
}
