import { readdir, readFile } from 'node:fs/promises';
import type { Queryable } from '../../src/infrastructure/database/database.ts';

/** The kernel counts in hundredths of a second, on every Linux there is. */
const TICK_MICROSECONDS = 10_000;

/** Microseconds of processor that all processes of the database have taken, those that have ended too. Linux tells. */
export async function databaseMicroseconds(database: Queryable): Promise<number> {
  const [backend] = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { parent: server } = await readStat(backend?.pid ?? 0);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map((pid) => readStat(pid).catch(() => undefined)));
  const ticks = stats.map((stat) => {
    if (stat === undefined) return 0;
    if (stat.pid === server) return stat.own + stat.ended;
    return stat.parent === server ? stat.own : 0;
  });
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MICROSECONDS;
}

async function readStat(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may hold spaces; what follows it begins with the state.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (place: number) => Number(fields[place]);
  return { pid, parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) };
}

/** The share of this machine's processors that its host has given to others since. 0 where the kernel does not tell. */
export async function watchStolenTime(): Promise<() => Promise<number>> {
  const before = await readProcessors();
  return async () => {
    const after = await readProcessors();
    return (after.stolen - before.stolen) / Math.max(1, after.all - before.all);
  };
}

/** In ticks, of all processors together: user, nice, system, idle, waiting, two kinds of interrupts, stolen. */
async function readProcessors(): Promise<{ readonly all: number; readonly stolen: number }> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  const ticks = /^cpu +(.*)/.exec(text)?.[1]?.split(' ').slice(0, 8).map(Number) ?? [];
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 };
}
