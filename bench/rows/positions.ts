import { savePositions } from '../../src/drivers/positions-sql.ts';
import type { OrderTrackPoint } from '../../src/drivers/rules/position-report.ts';
import { HOUR_MS, type Instant, SECOND_MS } from '../../src/foundation/time.ts';
import { timestamp } from '../../src/infrastructure/database/database.ts';
import { hashOf, newSessionToken } from '../../src/infrastructure/session-token.ts';
import type { Foundations } from '../../src/main/foundations.ts';
import type { Row } from '../row.ts';
import { alternate } from '../support/alternate.ts';

/** The app reports every ten seconds what it has kept: in town, a place every 25 metres or so. */
const REPORT_MS = 10 * SECOND_MS;
const PLACES_IN_A_REPORT = 3;
const CENTRAL = { lat: 22.281, lng: 114.158 };
const STEP_DEGREES = 0.000225;

type BusyDriver = { readonly driverId: string; readonly orderId: string; readonly token: string };

/** Every driver is under way with an order: so each position is a row of a track, and the last of a report also the driver's latest. */
export const POSITIONS: Row = {
  row: 9,
  name: 'positions',
  what: 'positions a second through the driver API, 10,000 drivers with an order, three positions a call',
  against: 'the same rows by one SQL upsert for all drivers',
  bar: 0.1,
  moonshot: 0.3,
  better: 'higher',
  async measure({ isShort, production, load }) {
    const [driverCount, rounds] = isShort ? [20, 1] : [10_000, 3];
    const program = await production();
    const { database, clock } = program.foundations;
    const drivers = await employDrivers(program.foundations, driverCount);
    const positions = driverCount * PLACES_IN_A_REPORT;
    const begunAt = clock.now() - HOUR_MS;
    let reports = 0;
    const nextPlaces = () => placesOf(reports, begunAt + REPORT_MS * reports++);
    const ours = async () => {
      const body = JSON.stringify({ data: { positions: nextPlaces().map(toWire) } });
      const { perSecond } = await load(
        [program],
        drivers.map(({ token }) => reportRequest(token, body)),
      );
      return perSecond * PLACES_IN_A_REPORT;
    };
    const theirs = async () => {
      const places = nextPlaces();
      const latest = { ...(places.at(-1) as Place), receivedAt: clock.now() };
      const track = (driver: BusyDriver): readonly OrderTrackPoint[] =>
        places.map(({ lat, lng, at }) => ({ ...driver, lat, lng, at, isJump: false }));
      const begin = performance.now();
      await savePositions(
        database,
        drivers.map((driver) => ({ ...driver, ...latest })),
        drivers.flatMap(track),
      );
      return (positions * SECOND_MS) / (performance.now() - begin);
    };
    const added = async (tell: () => Promise<number>) => {
      const before = await countTrack(program.foundations);
      await tell();
      return (await countTrack(program.foundations)) - before;
    };
    const [byUs, byThem] = [await added(ours), await added(theirs)];
    if (byUs !== positions || byThem !== positions) throw new Error(`${byUs} and ${byThem} of ${positions} were kept`);
    return alternate(rounds, ours, theirs);
  },
};

type Place = { readonly lat: number; readonly lng: number; readonly at: Instant; readonly accuracyMeters: number };

function placesOf(report: number, begunAt: Instant): readonly Place[] {
  return Array.from({ length: PLACES_IN_A_REPORT }, (_, index) => ({
    lat: CENTRAL.lat + STEP_DEGREES * (report * PLACES_IN_A_REPORT + index),
    lng: CENTRAL.lng,
    at: begunAt + Math.floor((REPORT_MS * index) / PLACES_IN_A_REPORT / SECOND_MS) * SECOND_MS,
    accuracyMeters: 8,
  }));
}

function toWire({ at, ...place }: Place) {
  return { ...place, at: new Date(at).toISOString(), headingDegrees: 0 };
}

function reportRequest(token: string, body: string): string {
  const head = [
    'POST /driver/v1/positions HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Online, signed in, and matched with an order an hour and more ago. */
async function employDrivers(
  { database, clock, ids, random }: Foundations,
  count: number,
): Promise<readonly BusyDriver[]> {
  const tokens = Array.from({ length: count }, () => newSessionToken(random));
  const rows = await database.query<{ driver_id: string; order_id: string; place: number }>(
    `with driver as (
       insert into drivers (name, phone, plate, service, locode, created_at)
       select 'Driver ' || place, '+852' || 70000000 + place, 'AB 1234', 'MOTORCYCLE', 'HK HKG', $1
       from generate_series(1, $2::integer) as place returning id
     ), employed as materialized (
       select id as driver_id, $3::bigint + row_number() over () as order_id, (row_number() over ())::integer as place from driver
     ), session as (
       insert into driver_sessions (driver_id, token_hash, device, created_at, last_seen_at)
       select driver_id, ($4::bytea[])[place], 'Pixel 9', $1, $1 from employed
     ), shift as (
       insert into driver_shifts (driver_id, locode, online_at) select driver_id, 'HK HKG', $1 from employed
     ), new_order as (
       insert into orders (id, partner_id, quotation_id, market, locode, service, status, placed_at, driver_id, matched_at, currency,
         fare_minor, document, pricing, history, request_hash, share_token, stream_id)
       select order_id, 1, order_id, 'HK', 'HK HKG', 'MOTORCYCLE', 'ON_GOING', $1, driver_id, $1, 'HKD', 5000, '{}', '{}', '[]',
         sha256(order_id::text::bytea), 'bench-of-positions-' || order_id, order_id
       from employed
     )
     select * from employed`,
    [timestamp(clock.now() - 2 * HOUR_MS), count, ids.next(), tokens.map(hashOf)],
  );
  await database.query('analyze drivers, driver_sessions, orders');
  return rows.map((row) => ({
    driverId: row.driver_id,
    orderId: row.order_id,
    token: tokens[row.place - 1] as string,
  }));
}

async function countTrack({ database }: Foundations): Promise<number> {
  const [row] = await database.query<{ count: number }>('select count(*)::integer as count from driver_tracks');
  return row?.count ?? 0;
}
