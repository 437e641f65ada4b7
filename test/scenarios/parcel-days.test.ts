import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/foundation/time.ts';
import { timestampOrNull } from '../../src/infrastructure/database/database.ts';
import { findParcelsOf } from '../../src/plus/index.ts';
import { makeDriver } from '../support/drivers.ts';
import { placePlus } from '../support/parcels.ts';
import { countRowsRead, type RowsRead } from '../support/rows-read.ts';
import { createWorld, type World } from '../support/world.ts';

const ROWS = 9_000;
const MINUTES_APART = 20;
const ID_STEP = BigInt(MINUTES_APART * 60_000) << 22n;

let world: World;
let readBy: RowsRead;
beforeAll(async () => {
  world = await createWorld({ usualPlans: true, partner: { platforms: ['ON_DEMAND', 'PLUS'], markets: ['HK', 'SG'] } });
  const { orderId } = await placePlus(world);
  const { id: driverId } = await makeDriver(world);
  const { database } = world.foundations;
  // Each is picked up within three days, in another order than they were placed in; a few were put off for a season.
  await database.inTransaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into parcels (id, partner_id, quotation_id, client_ref, market, locode, status, placed_at, updated_at, schedule_at, deliver_by,
         ended_at, driver_id, document, history, edits, wants_label, request_hash, share_token, event_count)
       select id - n * ${ID_STEP}, partner_id, quotation_id - n * ${ID_STEP}, 'DAYS-' || n, case when n % 5 = 0 then 'SG' else market end, locode, made.status,
         made.placed_at, made.placed_at, made.schedule_at, made.schedule_at + interval '4 hours',
         case when made.status <> 'AWAIT_DRIVER' then made.schedule_at end,
         case when made.status = 'DELIVERED' then ${driverId}::bigint end, document, history, edits, wants_label, request_hash,
         'many-' || lpad(n::text, 20, '0'), 0
       from parcels, generate_series(1, ${ROWS}) n, lateral (
         select placed_at - n * interval '${MINUTES_APART} minutes' as placed_at,
           placed_at - n * interval '${MINUTES_APART} minutes' + (n * 7919 % 4320) * interval '1 minute'
             + case when n % 500 = 0 then interval '90 days' else interval '1 minute' end as schedule_at,
           case when n % 40 = 0 then 'AWAIT_DRIVER' when n % 11 = 0 then 'CANCELED' else 'DELIVERED' end as status
       ) made where id = ${orderId}`,
    );
  });
  await database.query('analyze parcels');
  readBy = countRowsRead(database);
});
afterAll(() => world.close());

type Wanted = Parameters<typeof findParcelsOf>[1];
const daysAgo = (days: number) => world.clock.now() - days * DAY_MS;
const wantedOf = (wanted: Partial<Wanted>): Wanted => ({
  ...{
    partnerId: world.partner.partnerId,
    markets: ['HK', 'SG'],
    status: undefined,
    from: undefined,
    until: undefined,
  },
  ...{ search: undefined, after: undefined, limit: 500 },
  ...wanted,
});

async function allPagesOf(wanted: Wanted): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: string | undefined, page = 0; page <= ROWS / wanted.limit + 1; page++) {
    const { parcels, next } = await findParcelsOf(world.foundations.database, { ...wanted, after });
    ids.push(...parcels.map(({ id }) => id));
    if (next === null) return ids;
    expect(parcels).toHaveLength(wanted.limit);
    after = next;
  }
  throw new Error('the pages do not end');
}

/** By nothing but what was asked for. */
async function idsOf({ partnerId, markets, status, from, until }: Wanted): Promise<readonly string[]> {
  const rows = await world.foundations.database.query<{ id: string }>(
    `select id from parcels where partner_id = $1 and market = any($2) and schedule_at >= coalesce($3, '-infinity'::timestamptz)
       and schedule_at < coalesce($4, 'infinity'::timestamptz)
       and case $5::text when 'ALL' then true when 'OPEN' then ended_at is null else status = $5 end
     order by id desc`,
    [partnerId, markets, timestampOrNull(from), timestampOrNull(until), status ?? 'ALL'],
  );
  return rows.map(({ id }) => id);
}

describe(`among ${ROWS} parcels`, () => {
  const DAYS = {
    'a few days': () => ({ from: daysAgo(44), until: daysAgo(40) }),
    'many days': () => ({ from: daysAgo(110), until: daysAgo(20) }),
    'all days since then': () => ({ from: daysAgo(90) }),
    'all days until then': () => ({ until: daysAgo(30) }),
    'no day': () => ({ from: daysAgo(20), until: daysAgo(20) }),
  };

  test.each(Object.entries(DAYS))('%s hold the same, page by page, however many there are', async (_name, days) => {
    for (const status of [undefined, 'OPEN', 'AWAIT_DRIVER', 'CANCELED', 'DELIVERED'] as const)
      for (const markets of [['HK', 'SG'], ['SG'], []]) {
        const wanted = wantedOf({ ...days(), status, markets });
        expect(await allPagesOf(wanted)).toEqual(await idsOf(wanted));
      }
  });

  test('no page of many days reads all that they hold', async () => {
    /** Counted, found and shown; and passed by, what was still to be picked up when the days were over. */
    const MOST_READ = 3_500;
    for (const days of [DAYS['many days'](), DAYS['all days since then'](), DAYS['all days until then']()]) {
      for (const status of [undefined, 'DELIVERED'] as const) {
        const wanted = wantedOf({ ...days, status, limit: 20 });
        expect((await idsOf(wanted)).length).toBeGreaterThan(MOST_READ);
        const { next } = await findParcelsOf(world.foundations.database, wanted);
        for (const after of [undefined, String(next)])
          expect(await readBy(() => findParcelsOf(world.foundations.database, { ...wanted, after }))).toBeLessThan(
            MOST_READ,
          );
      }
    }
  });
});
