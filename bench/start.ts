import { rm } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from '../test/support/program.ts';
import { makeDataFolder } from './program.ts';
import type { Row } from './ratio.ts';

const ROUNDS = 3;
/** What a person should at most wait for a start that finds everything made. */
const LIMIT_MS = 3_000;

/** From the command to the line that begins with "ready", when the data of an earlier start is there. */
export async function measureSecondStart(): Promise<Row> {
  const data = await makeDataFolder();
  const start = async () => {
    const begun = performance.now();
    const program = runProgram({ args: ['start'], env: { WAYBILL_DATA: data, WAYBILL_PORT: '0' } });
    await program.ready();
    const tookMs = performance.now() - begun;
    program.child.kill('SIGTERM');
    await program.ended;
    return tookMs;
  };
  await start();
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push((await start()) / LIMIT_MS);
  await rm(path.dirname(data), { recursive: true, force: true });
  return {
    row: 'second-start',
    name: 'time of a second start, against 3 s',
    rounds,
    bar: 1,
    moonshot: 0.3,
    better: 'lower',
  };
}
