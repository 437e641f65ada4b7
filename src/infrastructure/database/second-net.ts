import type pg from 'pg';
import { assert } from '../../foundation/assert.ts';
import { isId, type PartnerId } from '../../foundation/ids.ts';
import type { Log } from '../log.ts';
import { type Queryable, statementName } from './queryable.ts';

/** Comes with PostgreSQL: it may read every table, and policies of rows hold for it. They hold neither for a superuser nor for an owner. */
const READER = 'pg_read_all_data';

/** What is missing where the net cannot be put up. */
export async function netFault({ query }: Pick<Queryable, 'query'>): Promise<string | undefined> {
  const [row] = await query<{ may: boolean }>(`select pg_has_role('${READER}', 'member') as may`);
  if (row?.may === true) return undefined;
  return `row-level security is not in force: the database's user may not take the role ${READER}; grant it`;
}

/**
 * Reads for one partner through policies of the database (migration 0038). Each statement has a transaction of its own, so that what is
 * set for it is gone with it, whoever gets the connection next.
 */
export function createSecondNet(pool: pg.Pool, log: Log): (partnerId: PartnerId) => Queryable {
  let mayRead: Promise<boolean> | undefined;

  async function findOut(): Promise<boolean> {
    const fault = await netFault({ query: async (text) => (await pool.query(text)).rows });
    if (fault !== undefined) log.warn(fault);
    return fault === undefined;
  }

  function isThere(): Promise<boolean> {
    mayRead ??= findOut().catch((error: unknown) => {
      // Asked again by whoever comes next.
      mayRead = undefined;
      throw error;
    });
    return mayRead;
  }

  return (partnerId) => {
    assert(isId(partnerId), 'a partner has an id');
    const begin = `begin read only; set local role ${READER}; set local waybill.partner = '${partnerId}'`;
    const read = async (statement: pg.QueryConfig) =>
      (await isThere()) ? readWithin(pool, begin, statement) : (await pool.query(statement)).rows;
    return {
      // A plan belongs to the role that it was made for, so the statement has a name of its own here.
      query: <Row>(text: string, values: readonly unknown[] = []) =>
        read({ name: `seen-${statementName(text)}`, text, values: values as unknown[] }) as Promise<Row[]>,
      queryByValues: <Row>(text: string, values: readonly unknown[]) =>
        read({ text, values: values as unknown[] }) as Promise<Row[]>,
    };
  };
}

async function readWithin(pool: pg.Pool, begin: string, statement: pg.QueryConfig): Promise<unknown[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const { rows } = await client.query(statement);
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
