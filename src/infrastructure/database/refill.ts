import type { Instant } from '../../foundation/time.ts';
import { OperatorError } from '../operator-error.ts';
import {
  allTables,
  foreignKeys,
  isEmpty,
  type KeptTable,
  type Part,
  partsOfTables,
  type Sequence,
} from './contents.ts';
import { type Connection, type OpenConnection, type Queryable, type Transaction, withConnection } from './database.ts';
import { type AppliedMigration, applyMissing, type Migration, missingMigrations, SCHEMA_LOCK } from './migrations.ts';
import { columnList, prepareSession, quoted } from './snapshot.ts';

export type Refill = {
  readonly migrations: readonly AppliedMigration[];
  readonly parts: readonly Part[];
  readonly sequences: readonly Sequence[];
  readonly tables: readonly (KeptTable & { readonly rows: number; open(): AsyncIterable<Buffer> })[];
};

/**
 * Fills an empty database: the schema as it was, the rows, then what has been migrated since. `finish` sees all of it before
 * anybody else does, and where it throws nothing has happened.
 */
export function refill<T>(
  connection: Connection,
  { now, known }: { readonly now: Instant; readonly known: readonly Migration[] },
  kept: Refill,
  finish: (tx: Transaction) => Promise<T>,
): Promise<{ readonly finished: T; readonly migrated: readonly string[] }> {
  return withConnection({ ...connection, query_timeout: 0 }, async (sql) => {
    await prepareSession(sql);
    await sql.query('begin');
    await sql.query(`select pg_advisory_xact_lock(${SCHEMA_LOCK})`);
    await insistOnEmpty(sql);
    await applyMissing(sql, now, schemaOf(kept.migrations, known));
    await fill(sql, kept);
    const migrated = await applyMissing(sql, now, known);
    const finished = await finish(asTransaction(sql));
    await sql.query('commit');
    // Without it the first calls would be planned for empty tables. Where it fails, all is restored nevertheless.
    await sql.query('analyze').catch(() => {});
    return { finished, migrated };
  });
}

export async function insistOnEmpty(sql: Queryable): Promise<void> {
  if (await isEmpty(sql)) return;
  throw new OperatorError(
    'The database is not empty, and a restore goes only into an empty one. Make a new database and name it by DATABASE_URL, or choose another WAYBILL_DATA.',
  );
}

/** Files of migrations never change, so those that the kept database had make its schema again. */
function schemaOf(applied: readonly AppliedMigration[], known: readonly Migration[]): readonly Migration[] {
  const later = missingMigrations(known, applied);
  return known.filter((migration) => !later.includes(migration));
}

function asTransaction(sql: Queryable): Transaction {
  return { ...sql, announce: () => {} } as unknown as Transaction;
}

async function fill(sql: OpenConnection, { parts, sequences, tables }: Refill): Promise<void> {
  // Triggers have done their part when the rows were written first, and keys between tables hold when all rows are there.
  const keys = await foreignKeys(sql);
  const all = await allTables(sql);
  for (const { name } of all) await sql.query(`alter table ${quoted(name)} disable trigger user`);
  for (const { table, name } of keys) await sql.query(`alter table ${table} drop constraint ${quoted(name)}`);
  await sql.query(`truncate ${all.map(({ name }) => quoted(name)).join(', ')}`);
  await makeParts(sql, parts);
  for (const table of tables) await fillTable(sql, table);
  for (const { name, last } of sequences)
    if (last !== null) await sql.query('select setval($1::regclass, $2)', [quoted(name), last]);
  for (const { table, name, definition } of keys)
    await sql.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  for (const { name } of all) await sql.query(`alter table ${quoted(name)} enable trigger user`);
}

/** The stretches that the migrations have just made are those of today, and may be in the way. */
async function makeParts(sql: Queryable, parts: readonly Part[]): Promise<void> {
  for (const { name } of await partsOfTables(sql)) await sql.query(`drop table ${quoted(name)}`);
  for (const { table, name, bounds } of parts) {
    await sql.query(`create table ${quoted(name)} (like ${quoted(table)} including all)`);
    await sql.query(`alter table ${quoted(table)} attach partition ${quoted(name)} ${bounds}`);
  }
}

async function fillTable(sql: OpenConnection, table: Refill['tables'][number]): Promise<void> {
  const rows = await sql.copyIn(`copy ${quoted(table.name)} (${columnList(table)}) from stdin`, table.open());
  if (rows !== table.rows)
    throw new OperatorError(`The backup is damaged: ${table.name} has ${rows} rows instead of ${table.rows}.`);
}
