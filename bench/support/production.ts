import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { readSettings } from '../../src/infrastructure/config/settings.ts';
import { prepareDataFolder } from '../../src/infrastructure/data-folder.ts';
import type { Connection } from '../../src/infrastructure/database/database.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/database/embedded-postgres.ts';
import { migrate, readMigrations } from '../../src/infrastructure/database/migrations.ts';
import { type Foundations, layFoundations } from '../../src/main/foundations.ts';
import { silentLog } from '../../test/support/edges.ts';
import { openDataFolder, openFolder } from '../../test/support/open-folder.ts';
import type { Target } from '../../test/support/partner-client.ts';
import { runProgram } from '../../test/support/program.ts';
import type { CleanUp } from './clean-up.ts';
import { makePartners, type Partner } from './partners.ts';

type Afterwards = CleanUp['afterwards'];
type Environment = Readonly<Record<string, string>>;

/** The built program in production, with a partner whose limits an operator has raised. */
export type Production = Target & {
  readonly pid: number;
  readonly data: string;
  readonly env: Environment;
  readonly partner: Partner;
  /** Its database, from this process. */
  readonly connection: Connection;
  readonly foundations: Foundations;
};

export async function startProduction(afterwards: Afterwards, furtherEnv: Environment = {}): Promise<Production> {
  return startProductionOn(afterwards, await makeDataFolder(afterwards), furtherEnv);
}

export async function startProductionOn(
  afterwards: Afterwards,
  data: string,
  furtherEnv: Environment = {},
): Promise<Production> {
  const program = await startOn(afterwards, data, furtherEnv);
  const [partner] = await makePartners(program.foundations, 1);
  return { ...program, partner: partner as Partner };
}

/** The same on data that may be there already, with partners of its own. */
export async function startOn(
  afterwards: Afterwards,
  data: string,
  furtherEnv: Environment = {},
): Promise<Omit<Production, 'partner'>> {
  const env = environmentOf(data, furtherEnv);
  const { port, pid } = await startProgram(afterwards, 'start', env);
  const postgres = await startEmbeddedPostgres(data, () => {});
  afterwards(() => postgres.leave());
  const foundations = await layFoundations(readSettings(env), postgres.connection, { log: silentLog });
  afterwards(() => foundations.close());
  const ca = await readFile(path.join(data, 'tls', 'ca.pem'), 'utf8');
  return { pid, data, env, port, ca, connection: postgres.connection, foundations };
}

export function environmentOf(data: string, furtherEnv: Environment = {}): Environment {
  return {
    WAYBILL_DATA: data,
    WAYBILL_PORT: '0',
    WAYBILL_HOST: '127.0.0.1',
    WAYBILL_ENVIRONMENT: 'production',
    WAYBILL_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    WAYBILL_LOG_LEVEL: 'warn',
    WAYBILL_ADDRESS_LIMIT: '1000000',
    WAYBILL_WEBHOOK_ALLOW: '127.0.0.1',
    ...furtherEnv,
  };
}

export async function startProgram(afterwards: Afterwards, command: string, env: Environment) {
  const program = runProgram({ args: [command], env });
  const stop = async () => {
    program.child.kill('SIGTERM');
    await program.ended;
  };
  afterwards(stop);
  return { ...(await program.ready()), pid: program.pid, stop };
}

/** A data folder whose database is made and migrated, for copies. */
export async function prepareData(afterwards: Afterwards): Promise<string> {
  const data = await makeDataFolder(afterwards, openDataFolder);
  await prepareDataFolder(data);
  const postgres = await startEmbeddedPostgres(data, () => {});
  await migrate(postgres.connection, systemClock.now(), await readMigrations());
  await postgres.stop();
  return data;
}

export async function makeDataFolder(afterwards: Afterwards, open = openFolder): Promise<string> {
  const folder = await open('bench');
  afterwards(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'data');
}
