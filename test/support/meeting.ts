import { expect } from 'vitest';
import { lockDriver } from '../../src/dispatch/dispatch-sql.ts';
import { type Queryable, type Transaction, withConnection } from '../../src/infrastructure/database/database.ts';
import type { World } from './world.ts';

type Calls = readonly (() => Promise<unknown>)[];

/**
 * Makes calls meet at one row: each is waiting for it before the next one starts, and the row is let go when all wait. So the
 * first of them comes first, and the others find what it has left.
 */
export function meetAtRow(
  world: World,
  table: 'orders' | 'parcels' | 'ledger_accounts',
  id: string,
  calls: Calls,
): Promise<readonly PromiseSettledResult<unknown>[]> {
  return meetAt(world, (sql) => sql.query(`select from ${table} where id = $1 for update`, [id]), calls);
}

/** The same of calls that act for one driver. */
export function meetAtDriver(
  world: World,
  driverId: string,
  calls: Calls,
): Promise<readonly PromiseSettledResult<unknown>[]> {
  return meetAt(world, (sql) => lockDriver(sql as Transaction, driverId), calls);
}

async function meetAt(
  world: World,
  lock: (sql: Queryable) => Promise<unknown>,
  calls: Calls,
): Promise<readonly PromiseSettledResult<unknown>[]> {
  const { database } = world.foundations;
  return withConnection(world.connection, async (sql) => {
    await sql.query('begin');
    await lock(sql);
    const running: Promise<unknown>[] = [];
    for (const call of calls) {
      const begun = call();
      // One may be refused before all are waited for below.
      begun.catch(() => undefined);
      running.push(begun);
      await expect
        .poll(() => waitingForLocks(database), { interval: 1, timeout: 5_000 })
        .toBeGreaterThanOrEqual(running.length);
    }
    await sql.query('rollback');
    return Promise.allSettled(running);
  });
}

export async function waitingForLocks(database: World['foundations']['database']): Promise<number> {
  const rows = await database.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
