import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatInstant, type Instant, SECOND_MS } from '../../foundation/time.ts';
import { keptBy } from '../kept.ts';
import { errorCode, OperatorError } from '../operator-error.ts';
import { inProject } from '../project-folder.ts';
import { allTables, isEmpty } from './contents.ts';
import { type Connection, hadToGiveWay, type Queryable, timestamp, withConnection } from './database.ts';
import { isBeingSaved } from './saving.ts';

const FOLDER = inProject('migrations/');
/** Held by whoever changes the schema, and shared by whoever needs it to stay as it is for a moment. */
export const SCHEMA_LOCK = 5_910_001;

export type Migration = { readonly name: string; readonly sql: string; readonly hash: string };
export type AppliedMigration = { readonly name: string; readonly hash: string };

/** Those of the program that runs, whatever an upgrade puts into its folder meanwhile. */
export function readMigrations(): Promise<readonly Migration[]> {
  return migrationsIn(FOLDER);
}

const migrationsIn = keptBy(async (folder: string): Promise<readonly Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
});

/**
 * Forward only: what is still to be applied, in order. A file changed after it was applied is refused. A database that is further on still
 * serves this program (`docs/decisions/0019-upgrades-without-a-stop.md`); one that went another way does not.
 */
export function planMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const hashByName = new Map(applied.map(({ name, hash }) => [name, hash]));
  const missing = missingMigrations(known, applied);
  const foreign = applied.find(({ name }) => !known.some((migration) => migration.name === name));
  const newest = known.at(-1)?.name ?? '';
  if (foreign !== undefined && (missing.length > 0 || foreign.name < newest)) {
    throw new OperatorError(
      `The database was migrated by another Waybill (it has ${foreign.name}). Start that version, or use another database.`,
    );
  }
  for (const { name, hash } of known) {
    if (hashByName.has(name) && hashByName.get(name) !== hash) {
      throw new OperatorError(`The migration ${name} was changed after it was applied. Put the original file back.`);
    }
  }
  return missing;
}

/** What this program needs and the database has not. */
export function missingMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  return known.filter(({ name }) => !applied.some((migration) => migration.name === name));
}

type Patience = {
  /** How long a lock is waited for: everybody who comes later waits behind whoever waits for a whole table. */
  readonly lockMs: number;
  /** How long they go on before the next try. */
  readonly pauseMs: number;
  readonly tries: number;
};
const PATIENCE: Patience = { lockMs: 2 * SECOND_MS, pauseMs: 3 * SECOND_MS, tries: 10 };
const LOCK_NOT_AVAILABLE = '55P03';

type MigrateOptions = { readonly report?: (line: string) => void; readonly patience?: Patience };

/** Applies what is missing, all files in one transaction with their records; many processes may try at once. */
export async function migrate(
  connection: Connection,
  now: Instant,
  migrations: readonly Migration[],
  { report = () => {}, patience = PATIENCE }: MigrateOptions = {},
): Promise<readonly string[]> {
  // A connection of its own: a large migration may take longer than any call.
  return withConnection(connection, async (sql) => {
    for (let tries = 1; ; tries++) {
      try {
        return await migrateOnce(sql, now, migrations, patience.lockMs);
      } catch (error) {
        if (errorCode(error) !== LOCK_NOT_AVAILABLE && !hadToGiveWay(error)) throw error;
      }
      await sql.query('rollback');
      const wanted = `a table that it changes is in use for long, ${await longestUser(sql)}`;
      if (tries === patience.tries)
        throw new OperatorError(`The database cannot be prepared: ${wanted}. Nothing was changed. Try again after it.`);
      report(`The migration waits: ${wanted}`);
      await sleep(patience.pauseMs);
    }
  }).catch((error) => {
    const advice = MIGRATION_FAULTS[errorCode(error) ?? ''];
    throw advice === undefined ? error : new OperatorError(`The database cannot be prepared: ${advice}`);
  });
}

async function migrateOnce(
  sql: Queryable,
  now: Instant,
  migrations: readonly Migration[],
  lockMs: number,
): Promise<readonly string[]> {
  await sql.query('begin');
  // Whoever migrates already may take as long as it needs.
  await sql.query(`select pg_advisory_xact_lock(${SCHEMA_LOCK})`);
  await sql.query(`set local lock_timeout = ${lockMs}`);
  const names = await applyMissing(sql, now, migrations);
  await sql.query('commit');
  return names;
}

/** Who it is most likely, in words for whoever sees to the database. Since when, the server tells of our own user only; others come first. */
async function longestUser(sql: Queryable): Promise<string> {
  const [longest] = await sql.query<{ pid: number; usename: string | null; xact_start: Date | null }>(
    `select pid, usename, xact_start from pg_stat_activity
     where pid <> pg_backend_pid() and pid in (
       select lock.pid from pg_locks lock join pg_class class on class.oid = lock.relation
       where lock.granted and lock.database = (select oid from pg_database where datname = current_database())
         and class.relnamespace = to_regnamespace('public')
     ) order by xact_start nulls first limit 1`,
  );
  if (longest === undefined) return 'by somebody who is gone now';
  const { pid, usename, xact_start: at } = longest;
  const since = at === null ? '' : ` since ${formatInstant(at.getTime())}`;
  return `most likely by ${usename ?? 'the server itself'}${since}, whom this ends: select pg_terminate_backend(${pid})`;
}

/** The same in the caller's transaction, which holds the lock. */
export async function applyMissing(
  sql: Queryable,
  now: Instant,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const stranger = await findStranger(sql);
  if (stranger !== undefined) throw new OperatorError(stranger);
  await sql.query(
    'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null)',
  );
  const missing = planMigrations(migrations, await appliedMigrations(sql));
  if (missing.length > 0 && (await isBeingSaved(sql)))
    throw new OperatorError(
      'A backup of this database is being made, and its tables stay as they are until it is done.',
    );
  for (const { name, sql: text, hash } of missing) {
    await sql.query(text);
    await sql.query('insert into migrations (name, hash, applied_at) values ($1, $2, $3)', [
      name,
      hash,
      timestamp(now),
    ]);
  }
  return missing.map(({ name }) => name);
}

const MIGRATION_FAULTS: Readonly<Record<string, string>> = {
  '42501':
    'its user may not create tables there. Grant it CREATE on the schema public, or make it the owner of the database.',
  '25006': 'it is read-only. Point DATABASE_URL at the primary server.',
};

/** Why no Waybill can begin in a database that is another program's. */
export async function findStranger(sql: Queryable): Promise<string | undefined> {
  if ((await appliedMigrations(sql)).length > 0 || (await isEmpty(sql))) return undefined;
  const [table] = await allTables(sql);
  const found = table === undefined ? 'something else' : `another program's tables, such as ${table.name}`;
  return `The database holds ${found}, and Waybill needs one of its own. Make a new database, or change DATABASE_URL.`;
}

/** Others keep a table of this name too, with other columns. */
export async function appliedMigrations(sql: Queryable): Promise<readonly AppliedMigration[]> {
  const [table] = await sql.query<{ found: boolean }>(
    "select exists (select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'hash') as found",
  );
  if (table?.found !== true) return [];
  return sql.query<AppliedMigration>('select name, hash from migrations order by name');
}
