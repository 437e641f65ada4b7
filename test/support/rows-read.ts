import type { Database } from '../../src/infrastructure/database/database.ts';

/** Rows that this call made the database look at, in tables and in indexes. */
export type RowsRead = (call: () => Promise<unknown>) => Promise<number>;

/** Otherwise connections say seconds later what they have read, and it is counted for somebody else. */
export async function sayWhatWasRead({ pool }: Database): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query('select pg_stat_force_next_flush()')));
  for (const client of clients) client.release();
}

/** From now on each connection says at once what it has read. */
export function countRowsRead(database: Database): RowsRead {
  const flushed: Promise<unknown>[] = [];
  database.pool.on('release', (_fault, client) => {
    // The last of them may be overtaken by the end of the connection.
    flushed.push(client.query('select pg_stat_force_next_flush()').catch(() => undefined));
  });

  async function readSoFar(): Promise<number> {
    await Promise.all(flushed.splice(0));
    const [row] = await database.query<{ read: string }>(
      `select (select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes) as read`,
    );
    return Number(row?.read);
  }

  return async (call) => {
    const before = await readSoFar();
    await call();
    return (await readSoFar()) - before;
  };
}
