import type { PoolClient } from 'pg';
import { type Connection, type Database, withConnection } from '../../src/infrastructure/database/database.ts';

/** How the database ran a statement. */
export type Explained = {
  readonly text: string;
  /** Run by a trigger or function, and not sent by the program. */
  readonly isNested: boolean;
  /** As the database prints it, in the format that was asked for. */
  readonly plan: string;
};

/** From now on every new connection to this database is told how each of its statements was run. */
export async function explainAll(connection: Connection, settings: Readonly<Record<string, string>>): Promise<void> {
  const all = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_level': 'notice',
    'auto_explain.log_nested_statements': 'on',
    ...settings,
  };
  await withConnection(connection, async (sql) => {
    for (const [name, value] of Object.entries(all))
      await sql.query(`alter database ${connection.database} set ${name} = '${value}'`);
  });
}

export async function explainNoMore(connection: Connection): Promise<void> {
  await withConnection(connection, (sql) => sql.query(`alter database ${connection.database} reset all`));
}

/** What the connections of a pool are told of their statements, for as long as `work` runs. */
export function createPlanReader({ pool }: Database): (work: () => Promise<unknown>) => Promise<readonly Explained[]> {
  let heard: Explained[] = [];
  const known = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    client.on('notice', ({ message = '', where }) => {
      const [, plan] = /^duration: [\d.]+ ms {2}plan:\n(.*)$/s.exec(message) ?? [];
      if (plan !== undefined) heard.push({ text: textOf(plan), isNested: where !== undefined, plan });
    });
  });
  return async (work) => {
    heard = [];
    await work();
    return heard;
  };
}

function textOf(plan: string): string {
  if (plan.startsWith('{')) return JSON.parse(plan)['Query Text'];
  return /^Query Text: (.*?)\n(?:Query Parameters: |\S.*?\(cost=)/s.exec(plan)?.[1] ?? plan;
}
