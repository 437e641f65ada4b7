import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSourceLines } from '../src/infrastructure/source-lines.ts';
import { bySource, sumBlocks } from './support/blocks.ts';
import { ORDERS_TO_READ, ordersOf, prepareCalls } from './support/calls.ts';
import { createCleanUp } from './support/clean-up.ts';
import { CONNECTIONS, startLoad } from './support/load.ts';
import { makePartners } from './support/partners.ts';
import { prepareOrders, WALLETS } from './support/placing.ts';
import { databaseMicroseconds } from './support/processor-time.ts';
import { makeDataFolder, type Production, startProduction } from './support/production.ts';
import { describeProfiles, type Profiled } from './support/profile-table.ts';
import { hereAndNow } from './support/results.ts';

/** `npm run profile`: where the time of rows 1, 3 and 4 goes, into bench/profile.md between its marks. Linux only. */
const PAGE = 'bench/profile.md';
const CALLS = [
  ['orders', 8_000],
  ['quotations', 8_000],
  ['order-read', 16_000],
] as const;

const cleanUp = createCleanUp();
try {
  const profiles = await profileAll();
  const page = await readFile(PAGE, 'utf8');
  await writeFile(PAGE, describeProfiles(page, profiles, hereAndNow()));
  process.stdout.write(`${PAGE} shows where the time goes\n`);
} finally {
  await cleanUp.putAllAway();
}

async function profileAll(): Promise<readonly Profiled[]> {
  const file = path.join(await makeDataFolder(cleanUp.afterwards), '..', 'profile.json');
  const program = await startProduction(cleanUp.afterwards, {
    BENCH_PROFILE: file,
    NODE_OPTIONS: `--import ${path.resolve('bench/support/profiler.js')}`,
  });
  const load = startLoad(cleanUp.afterwards, CONNECTIONS);
  const { overHttps } = await prepareOrders(program, load);
  await overHttps([program.partner], ORDERS_TO_READ);
  const partners = await makePartners(program.foundations, WALLETS);
  const send = await prepareCalls(load, { program, partners, orderIds: await ordersOf(program) });
  const profiles: Profiled[] = [];
  for (const [name, calls] of CALLS) {
    await send[name](calls / 2);
    const databaseBefore = await databaseMicroseconds(program.foundations.database);
    const blocks = await profile(program, file, () => send[name](calls));
    const databaseAfter = await databaseMicroseconds(program.foundations.database);
    profiles.push({ name, calls, blocks, databaseMicroseconds: databaseAfter - databaseBefore });
  }
  return profiles;
}

async function profile({ pid }: Production, file: string, work: () => Promise<unknown>) {
  await signal(pid, `${file}.begun`);
  await work();
  await signal(pid, `${file}.ended`);
  return sumBlocks(bySource(JSON.parse(await readFile(file, 'utf8')), openSourceLines()));
}

/** The profiler is told by a signal, and answers by a file. */
async function signal(pid: number, answer: string): Promise<void> {
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(answer)) await sleep(5);
  await rm(answer);
}
