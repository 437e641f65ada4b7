import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, withConnection } from '../../src/infrastructure/database/database.ts';
import { readableLog, silentLog } from '../support/edges.ts';
import { fund, place } from '../support/orders.ts';
import { placePlus } from '../support/parcels.ts';
import { createWorld, type World } from '../support/world.ts';

type Partner = World['partner'];

let world: World;
let ours: Partner;
let theirs: Partner;
beforeAll(async () => {
  world = await createWorld();
  [ours, theirs] = [await partnerWithBusiness(), await partnerWithBusiness()];
});
afterAll(() => world.close());

async function partnerWithBusiness(): Promise<Partner> {
  const as = await world.newPartner({ platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 1000 });
  await fund(world, 1_000_000n, as.partnerId);
  await place(world, { as, order: { metadata: { a: 'b' } } });
  await placePlus(world, { as });
  await world.call('GET', '/v3/events', { as });
  return as;
}

const idOf = ({ partnerId }: Partner) => partnerId as World['partner']['partnerId'];
const whose = 'select distinct partner_id::text as partner from';

/** Tables with rows of partners; parts of a divided one are read through it. */
const owned = () =>
  world.foundations.database.query<{ name: string; has_policy: boolean; partner: string }>(
    `select relname as name, case relname when 'partners' then 'id' else 'partner_id' end as partner,
       relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid) as has_policy
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and (relname = 'partners' or exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'partner_id'))
     order by relname`,
  );

test('every table with rows of partners has a policy', async () => {
  const tables = await owned();
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter(({ has_policy }) => !has_policy)).toEqual([]);
});

test('a statement that forgets to say whose rows it wants still shows nothing of others', async () => {
  const { database } = world.foundations;
  const all = await database.query<{ partner: string }>(`${whose} orders`);
  expect(all.map(({ partner }) => partner).sort()).toEqual([ours.partnerId, theirs.partnerId].sort());
  for (const { name, partner } of await owned()) {
    const seen = await database
      .asSeenBy(idOf(ours))
      .query<{ partner: string }>(`select distinct ${partner}::text as partner from ${name}`, []);
    expect([name, seen.filter(({ partner: id }) => id !== ours.partnerId)]).toEqual([name, []]);
  }
  for (const name of ['orders', 'parcels', 'quotations', 'plus_quotations', 'events', 'api_keys', 'ledger_accounts'])
    expect([name, await database.asSeenBy(idOf(ours)).query(`${whose} ${name}`)]).toEqual([
      name,
      [{ partner: ours.partnerId }],
    ]);
  const [foreign] = await database.query<{ id: string }>('select id from orders where partner_id = $1', [
    theirs.partnerId,
  ]);
  expect(await database.asSeenBy(idOf(ours)).query('select id from orders where id = $1', [foreign?.id])).toEqual([]);
});

test('who reads for a partner cannot write, and leaves nothing behind for whoever gets the connection next', async () => {
  const database = openDatabase(world.connection, 1, silentLog);
  const seen = database.asSeenBy(idOf(ours));
  await expect(seen.query("update orders set market = 'XX'")).rejects.toThrow(/permission denied|read-only/);
  expect(await seen.query(`${whose} orders`)).toHaveLength(1);
  await expect(seen.query('select 1 / 0')).rejects.toThrow(/division by zero/);
  expect(await database.query(`${whose} orders`)).toHaveLength(2);
  const [left] = await database.query(
    `select current_user = session_user as same, current_setting('waybill.partner', true) as partner`,
  );
  expect(left).toEqual({ same: true, partner: '' });
  await database.close();
});

test('where the database’s user may not take the role, reads go on without the net, and the log says so', async () => {
  const role = `plain_${world.connection.database}`;
  await withConnection(world.connection, async (sql) => {
    await sql.query(`create role ${role} login`);
    await sql.query(`grant select on all tables in schema public to ${role}`);
  });
  const { log, lines } = readableLog();
  const database = openDatabase({ ...world.connection, user: role }, 1, log);
  expect(await database.asSeenBy(idOf(ours)).query('select 1 as one')).toEqual([{ one: 1 }]);
  expect(lines.join('')).toContain('row-level security is not in force');
  await database.close();
  await withConnection(world.connection, async (sql) => {
    await sql.query(`drop owned by ${role}`);
    await sql.query(`drop role ${role}`);
  });
});
