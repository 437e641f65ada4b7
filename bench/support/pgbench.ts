import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Connection } from '../../src/infrastructure/database/database.ts';
import { type Pattern, PLACE_ONE } from './placing-statement.ts';

const run = promisify(execFile);

/** Where packages of PostgreSQL leave it, beside the path. */
const SHIPPED = '/usr/lib/postgresql';
/** Its connections are new, and a connection's first orders are spent on reading the schema and planning. */
const WARM_UP_EACH = 8;

export type Pgbench = { readonly file: string; readonly version: string };

export async function findPgbench(): Promise<Pgbench | undefined> {
  const versions = (await readdir(SHIPPED).catch(() => [])).sort((a, b) => Number(b) - Number(a));
  for (const file of ['pgbench', ...versions.map((version) => path.join(SHIPPED, version, 'bin', 'pgbench'))]) {
    const found = await run(file, ['--version']).catch(() => undefined);
    if (found !== undefined) return { file, version: found.stdout.trim() };
  }
  return undefined;
}

/** How many orders pgbench uses up to tell how many a second it places. */
export function ordersOfPgbench(clients: number, count: number): number {
  return Math.ceil(count / clients + WARM_UP_EACH) * clients;
}

type Placing = {
  readonly connection: Connection;
  /** For its script and its log. */
  readonly folder: string;
  readonly clients: number;
  readonly pattern: Pattern;
  /** The quotations follow each other from this one on, the partners' in turn. */
  readonly firstQuotation: string;
  readonly partnerIds: readonly string[];
  readonly orders: number;
};

/** How many orders a second pgbench places, one order a transaction; of 64 clients the first takes quotations 1, 65, 129 and so on. */
export async function placeByPgbench({ file }: Pgbench, placing: Placing): Promise<number> {
  const { connection, folder, clients, pattern, firstQuotation, partnerIds, orders } = placing;
  const partner = `('{${partnerIds}}'::bigint[])[1 + :place::integer % ${partnerIds.length}]`;
  const script = path.join(folder, 'pgbench.sql');
  await writeFile(
    script,
    [
      `\\set place :client_id + ${clients} * :turn`,
      '\\set turn :turn + 1',
      '\\set quotation :first + :place',
      `${PLACE_ONE.replaceAll(':partner::bigint', partner)};`,
    ].join('\n'),
  );
  const logs = `pgbench-${firstQuotation}`;
  const given = { ...pattern, first: firstQuotation, turn: '0' };
  await run(
    file,
    [
      ...['--no-vacuum', '--protocol', 'prepared', '--file', script, '--log', '--log-prefix', path.join(folder, logs)],
      ...['--client', String(clients), '--jobs', '2', '--transactions', String(orders / clients)],
      ...Object.entries(given).flatMap(([name, value]) => ['--define', `${name}=${value}`]),
      ...['--host', String(connection.host), '--username', String(connection.user), String(connection.database)],
    ],
    { env: { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' } },
  );
  const files = (await readdir(folder)).filter((name) => name.startsWith(logs));
  const lines = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  return ratePerSecond(endsOf(lines.join('')), WARM_UP_EACH * clients);
}

/** When each transaction ended, in seconds; its line has them as the fifth field, and the microseconds as the sixth. */
function endsOf(log: string): readonly number[] {
  return log
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map((fields) => Number(fields[4]) + Number(fields[5]) / 1e6);
}

function ratePerSecond(ends: readonly number[], warmUps: number): number {
  const sorted = [...ends].sort((a, b) => a - b);
  return (sorted.length - warmUps) / ((sorted.at(-1) as number) - (sorted[warmUps - 1] as number));
}
