import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '../../src/foundation/time.ts';
import { openConnection, type Queryable } from '../../src/infrastructure/database/database.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/database/embedded-postgres.ts';
import { readMigrations } from '../../src/infrastructure/database/migrations.ts';
import { orderBody, post, quote } from '../../test/support/orders.ts';
import { call } from '../../test/support/partner-client.ts';
import { type CleanUp, createCleanUp } from '../support/clean-up.ts';
import { makePartners, type Partner } from '../support/partners.ts';
import { pauseDispatch, WALLETS } from '../support/placing.ts';
import { startOn } from '../support/production.ts';
import { fill, type Size } from './fill.ts';

/** Kept from one run to the next, and no part of the repository. */
export const KEPT = path.resolve(process.env.BENCH_DATA ?? 'bench/.data');
export const GROWN: Size = { orders: 2_000_000, partners: 100_000, days: 20 };
/** Afterwards the worker begins to forget the first of its events. */
const USABLE_MS = 7 * DAY_MS;

/** A folder with a database that has grown, and the partners who have half of all orders in it. */
export type GrownData = { readonly data: string; readonly partners: readonly Partner[] };
type Stamp = {
  readonly size: Size;
  /** The hashes of those it was built with; further ones are applied to it as to any database. */
  readonly migrations: readonly string[];
  readonly builtAt: number;
  readonly partners: readonly Partner[];
};

type Building = {
  /** Stops what is started meanwhile, should the run be interrupted. */
  readonly afterwards: CleanUp['afterwards'];
  readonly report: (line: string) => void;
};

/** Built anew where there is none, or one of a schema that did not become today's, another size or another week. */
export async function grownData(folder: string, size: Size, building: Building): Promise<GrownData> {
  const data = path.join(folder, 'data');
  const stampFile = path.join(folder, 'grown.json');
  const migrations = (await readMigrations()).map(({ hash }) => hash);
  const stamp: Stamp | undefined = await readFile(stampFile, 'utf8').then(JSON.parse, () => undefined);
  if (stamp !== undefined && isUsable(stamp, migrations, size)) return { data, partners: stamp.partners };
  await rm(folder, { recursive: true, force: true });
  const partners = await build(data, size, building);
  const made: Stamp = { size, migrations, builtAt: Date.now(), partners };
  await writeFile(stampFile, JSON.stringify(made));
  return { data, partners };
}

function isUsable(stamp: Stamp, migrations: readonly string[], size: Size): boolean {
  const isOfToday = stamp.migrations.every((hash, index) => hash === migrations[index]);
  return isOfToday && stamp.size.orders === size.orders && Date.now() - stamp.builtAt < USABLE_MS;
}

async function build(data: string, size: Size, { afterwards, report }: Building): Promise<readonly Partner[]> {
  const { partners, orderId } = await placePattern(data, afterwards);
  const cleanUp = createCleanUp();
  afterwards(cleanUp.putAllAway);
  try {
    const postgres = await startEmbeddedPostgres(data, () => {});
    cleanUp.afterwards(postgres.stop);
    const sql = await openConnection(postgres.connection);
    cleanUp.afterwards(sql.close);
    await setAll(sql, CARELESS);
    const busyIds = partners.map(({ partnerId }) => partnerId);
    await fill(sql, size, orderId, busyIds, report);
    report('Vacuuming');
    await sql.query('vacuum (analyze)');
    await sql.query('alter system reset all');
    await sql.query('select pg_reload_conf()');
    await sql.query('checkpoint');
    // What was written without waiting for the disk is there now, and from here on everything waits again.
    execFileSync('sync');
    return partners;
  } finally {
    await cleanUp.putAllAway();
  }
}

/** For a database that is thrown away should the machine stop meanwhile. */
const CARELESS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_wal_size: '4GB',
  maintenance_work_mem: '1GB',
};

async function setAll(sql: Queryable, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await sql.query(`alter system set ${name} = '${value}'`);
  await sql.query('select pg_reload_conf()');
}

/** One order, placed over the API, of which all others become copies. */
async function placePattern(data: string, ofRun: CleanUp['afterwards']) {
  const { afterwards, putAllAway } = createCleanUp();
  ofRun(putAllAway);
  try {
    const program = await startOn(afterwards, data);
    await pauseDispatch(program.foundations);
    const partners = await makePartners(program.foundations, WALLETS + 1);
    const caller: Parameters<typeof quote>[0] = {
      call: (method, callPath, options) => call(program, partners[0] as Partner, Date.now(), method, callPath, options),
    };
    const quotation = await quote(caller);
    const metadata = { reference: quotation.quotationId };
    const placed = await post(caller, orderBody(quotation, { metadata }), { requestId: 'pattern' });
    return { partners, orderId: String(placed.json.data.orderId) };
  } finally {
    await putAllAway();
  }
}
