import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, withConnection } from '../../src/infrastructure/database/database.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/database/embedded-postgres.ts';
import { isDatabaseOutage } from '../../src/infrastructure/database/outage.ts';
import { freePort } from '../../test/support/free-port.ts';
import { type Program, runProgram } from '../../test/support/program.ts';
import type { CleanUp } from '../support/clean-up.ts';
import { environmentOf } from '../support/production.ts';
import type { Door, Doors } from './client.ts';

/** A job that makes room for new rows gives way to those who write, and comes again. */
const GAVE_WAY = 'canceling statement due to lock timeout';

export type Victim = 'api' | 'worker' | 'database';

type Slot = {
  readonly part: 'api' | 'worker';
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  running: Running | undefined;
};
type Running = { readonly program: Program; isReady: boolean; isKilled: boolean };

export type Cluster = Doors & {
  readonly connection: Connection;
  readonly env: Readonly<Record<string, string>>;
  /** How many processes of each kind were killed. */
  readonly kills: Readonly<Record<Victim, number>>;
  /** Ends one with SIGKILL in the middle of whatever it does, and starts it again after a while. */
  kill(victim: Victim, chance: () => number): Promise<void>;
  /** Waits until every process and the database are there. */
  whole(): Promise<void>;
  /** Kills all workers, does this, and starts them again. */
  restartWorkers(meanwhile: () => Promise<unknown>): Promise<void>;
  /** What the processes have said that nobody should have to read. */
  bugs(): readonly string[];
};

type Shape = { readonly apis: number; readonly workers: number; readonly environment: 'sandbox' | 'production' };

/** Processes of the built program on a database of their own, each of which may be killed. */
export async function startCluster(
  afterwards: CleanUp['afterwards'],
  data: string,
  { apis, workers, environment }: Shape,
): Promise<Cluster> {
  await mkdir(data, { recursive: true, mode: 0o711 });
  let postgres = await startEmbeddedPostgres(data, () => {});
  const { connection } = postgres;
  const downtimes: { readonly from: number; until: number }[] = [];
  const isDown = () => (downtimes.at(-1)?.until ?? 0) === Number.POSITIVE_INFINITY;
  const said: string[] = [];
  const kills = { api: 0, worker: 0, database: 0 };
  let isEnding = false;
  const env = environmentOf(data, {
    WAYBILL_ENVIRONMENT: environment,
    DATABASE_URL: `postgres://waybill@${encodeURIComponent(String(connection.host))}/${connection.database}`,
  });
  const slots: Slot[] = [];
  for (const [part, count] of [
    ['api', apis],
    ['worker', workers],
  ] as const)
    for (let number = 0; number < count; number++) {
      const port = await freePort();
      slots.push({ part, port, running: undefined, env: { ...env, WAYBILL_PORT: String(port) } });
    }

  async function start(slot: Slot): Promise<void> {
    const program = runProgram({ args: [slot.part], env: slot.env });
    const running: Running = { program, isReady: false, isKilled: false };
    slot.running = running;
    void program.ended.then(() => {
      said.push(program.output(), program.errors());
      if (slot.running === running && !isEnding) slot.running = undefined;
    });
    await program.ready();
    running.isReady = true;
  }

  /** A process that finds no database gives up; whoever runs it starts it again. */
  async function startUntilReady(slot: Slot): Promise<void> {
    while (!isEnding) {
      if (
        await start(slot).then(
          () => true,
          () => false,
        )
      )
        return;
      slot.running?.program.child.kill('SIGKILL');
      await sleep(200);
    }
  }

  afterwards(async () => {
    isEnding = true;
    await Promise.all(
      slots.map(async ({ running }) => {
        running?.program.child.kill('SIGTERM');
        await running?.program.ended;
      }),
    );
    await postgres.stop();
  });
  await Promise.all(slots.map(startUntilReady));

  async function killProcess(part: 'api' | 'worker', chance: () => number): Promise<void> {
    const alive = slots.filter((slot) => slot.part === part && slot.running?.isReady === true);
    const slot = alive[Math.floor(chance() * alive.length)];
    if (slot?.running === undefined) return;
    kills[part] += 1;
    slot.running.isKilled = true;
    slot.running.isReady = false;
    slot.running.program.child.kill('SIGKILL');
    await slot.running.program.ended;
    await startUntilReady(slot);
  }

  async function killDatabase(chance: () => number): Promise<void> {
    if (isDown()) return;
    const [head = ''] = (await readFile(postmasterFile(data), 'utf8')).split('\n');
    const downtime = { from: Date.now(), until: Number.POSITIVE_INFINITY };
    downtimes.push(downtime);
    kills.database += 1;
    // The whole group, as when the machine fails; or only the first of them, after which the others notice.
    process.kill(chance() < 0.5 ? -Number(head) : Number(head), 'SIGKILL');
    await sleep(chance() * 1_000);
    postgres = await startEmbeddedPostgres(data, () => {});
    await withConnection(connection, (sql) => sql.query('select 1'));
    // What was under way may still be told of it.
    downtime.until = Date.now() + 2_000;
  }

  const ca = await readFile(path.join(data, 'tls', 'ca.pem'), 'utf8');
  return {
    connection,
    env,
    kills,
    kill: (victim, chance) => (victim === 'database' ? killDatabase(chance) : killProcess(victim, chance)),
    async next() {
      for (;;) {
        const ready = slots.filter(({ part, running }) => part === 'api' && running?.isReady === true);
        const slot = ready[Math.floor(Math.random() * ready.length)];
        if (slot?.running !== undefined) return doorOf(slot.port, slot.running);
        await sleep(20);
      }
    },
    wasDatabaseDownSince: (moment) => downtimes.some(({ until }) => until >= moment),
    async restartWorkers(meanwhile) {
      const workers = slots.filter(({ part }) => part === 'worker');
      for (const { running } of workers) {
        if (running !== undefined) running.isReady = false;
        running?.program.child.kill('SIGKILL');
        await running?.program.ended;
      }
      kills.worker += workers.length;
      await meanwhile();
      await Promise.all(workers.map(startUntilReady));
    },
    async whole() {
      while (isDown() || slots.some(({ running }) => running?.isReady !== true)) await sleep(50);
    },
    bugs: () =>
      [...said, ...slots.flatMap(({ running }) => running?.program.output() ?? '')]
        .flatMap((text) => text.split('\n'))
        .filter((line) => line.includes('a bug: ') || (line.includes('a job failed') && !isExcused(line))),
  };

  /** A job that gave way, or had no database because that was killed, comes again. */
  function isExcused(line: string): boolean {
    return line.includes(GAVE_WAY) || (kills.database > 0 && isDatabaseOutage(JSON.parse(line).err));
  }

  function doorOf(port: number, running: Running): Door {
    return { port, ca, isKilled: () => running.isKilled };
  }
}

function postmasterFile(data: string): string {
  return path.join(data, 'postgres', 'data', 'postmaster.pid');
}
