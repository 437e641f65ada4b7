import { SECOND_MS } from '../../foundation/time.ts';
import type { Clock } from '../clock.ts';
import type { Queryable } from './database.ts';
import { appliedMigrations, findStranger, missingMigrations, readMigrations } from './migrations.ts';

const LARGEST_CLOCK_DIFFERENCE_MS = 60 * SECOND_MS;

/** What is wrong, or nothing. */
export type Finding = Promise<string | undefined>;

export async function checkAnswers(sql: Queryable): Finding {
  const [row] = await sql.query<{ read_only: boolean }>(
    "select current_setting('transaction_read_only')::boolean as read_only",
  );
  return row?.read_only === true ? 'it takes no writes: a standby, or set to read-only' : undefined;
}

export async function checkMigrations(sql: Queryable): Finding {
  const missing = missingMigrations(await readMigrations(), await appliedMigrations(sql)).map(({ name }) => name);
  const [first, ...others] = missing;
  if (first === undefined) return undefined;
  const stranger = await findStranger(sql);
  if (stranger !== undefined) return stranger;
  const named = others.length < 3 ? missing.join(', ') : `${first} and ${others.length} more`;
  return `${named} not applied; apply them with: waybill migrate`;
}

export async function checkClock(sql: Queryable, clock: Clock): Finding {
  const [row] = await sql.query<{ now: Date }>('select clock_timestamp() as now');
  const differenceMs = Math.abs((row?.now.getTime() ?? 0) - clock.now());
  if (differenceMs <= LARGEST_CLOCK_DIFFERENCE_MS) return undefined;
  return `this machine's clock and the database's differ by ${Math.round(differenceMs / SECOND_MS)} s`;
}

/** Whether one process alone may have all the connections that it keeps: its pool's, and the one that listens. */
export async function checkConnections(sql: Queryable, poolSize: number): Finding {
  const [row] = await sql.query<{ most: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
  );
  const most = row?.most ?? 0;
  if (poolSize + 1 <= most) return undefined;
  return `one process would keep ${poolSize + 1} connections, and it has ${most} for all of them; lower WAYBILL_DATABASE_POOL or raise max_connections`;
}

export async function serverVersion(sql: Queryable): Promise<number> {
  const [row] = await sql.query<{ version: string }>("select current_setting('server_version_num') as version");
  return Number(row?.version);
}
