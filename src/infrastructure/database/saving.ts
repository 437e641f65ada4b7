import type { Queryable } from './queryable.ts';

/** Held by whoever copies the whole database, for as long as that takes. */
const SAVING_LOCK = 5_910_004;

/** Until the connection ends. */
export async function beginSaving(sql: Queryable): Promise<void> {
  await sql.query(`select pg_advisory_lock_shared(${SAVING_LOCK})`);
}

/** Then all tables stay as they are: whoever waited to change one would hold up everybody who uses it, until the copy is made. */
export async function isBeingSaved(sql: Queryable): Promise<boolean> {
  const [row] = await sql.query<{ saved: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and objid = ${SAVING_LOCK} and classid = 0 and granted
       and database = (select oid from pg_database where datname = current_database())) as saved`,
  );
  return row?.saved === true;
}
