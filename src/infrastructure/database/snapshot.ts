import type { Writable } from 'node:stream';
import pg from 'pg';
import { type KeptTable, keptTables, type Part, partsOfTables, type Sequence, sequencesOfTables } from './contents.ts';
import { type Connection, type OpenConnection, type Queryable, withConnection } from './database.ts';
import { SCHEMA_LOCK } from './migrations.ts';
import { beginSaving } from './saving.ts';

/** A column that holds keys of the file store. */
export type FileColumn = { readonly table: string; readonly column: string };

/** The whole database as it was at one moment, while everybody goes on writing. */
export type Snapshot = {
  readonly sql: Queryable;
  readonly tables: readonly KeptTable[];
  readonly parts: readonly Part[];
  copyTable(table: KeptTable, sink: Writable): Promise<number>;
  /** One key a line. Columns that this database does not have yet are passed over. */
  copyFileKeys(columns: readonly FileColumn[], sink: Writable): Promise<number>;
  /** To be asked last: at least as far as any row of the snapshot. */
  sequences(): Promise<readonly Sequence[]>;
};

/** Texts mean the same to every server, and nothing is left out without a word. */
const SESSION_SETTINGS = [
  "set client_encoding = 'UTF8'",
  "set timezone = 'UTC'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'iso_8601'",
  'set extra_float_digits = 3',
  'set row_security = off',
  'set statement_timeout = 0',
  'set lock_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
];

export async function prepareSession(sql: Queryable): Promise<void> {
  for (const setting of SESSION_SETTINGS) await sql.query(setting);
}

export function withSnapshot<T>(connection: Connection, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return withConnection({ ...connection, query_timeout: 0 }, async (sql) => {
    await prepareSession(sql);
    // No migration between the moment and the locks that keep the tables as they were then.
    await sql.query(`select pg_advisory_lock_shared(${SCHEMA_LOCK})`);
    await beginSaving(sql);
    await sql.query('begin isolation level repeatable read read only');
    const tables = await keptTables(sql);
    if (tables.length > 0)
      await sql.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`);
    await sql.query(`select pg_advisory_unlock_shared(${SCHEMA_LOCK})`);
    return work(await snapshotOf(sql, tables));
  });
}

async function snapshotOf(sql: OpenConnection, tables: readonly KeptTable[]): Promise<Snapshot> {
  return {
    sql,
    tables,
    parts: await partsOfTables(sql),
    copyTable: (table, sink) =>
      sql.copyOut(`copy (select ${columnList(table)} from ${quoted(table.name)}) to stdout`, sink),
    async copyFileKeys(columns, sink) {
      const has = ({ table, column }: FileColumn) =>
        tables.some(({ name, columns: names }) => name === table && names.includes(column));
      const selects = columns.filter(has).map(({ table, column }) => {
        // Of what was erased the key may stay, the file is gone.
        const isThere = has({ table, column: 'erased_at' }) ? 'and erased_at is null' : '';
        return `select ${quoted(column)} from ${quoted(table)} where ${quoted(column)} is not null ${isThere}`;
      });
      return sql.copyOut(`copy (${selects.join(' union ')} order by 1) to stdout`, sink);
    },
    sequences: () => sequencesOfTables(sql),
  };
}

export const quoted = (name: string): string => pg.escapeIdentifier(name);

export function columnList({ columns }: KeptTable): string {
  return columns.map(quoted).join(', ');
}
