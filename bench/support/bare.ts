import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import nodePath from 'node:path';
import { call, type Target } from '../../test/support/partner-client.ts';
import type { Effort } from '../row.ts';
import { alternate } from './alternate.ts';
import { type Call, prepareRequests } from './load.ts';
import type { Production } from './production.ts';

/** How many calls a second the program answers, divided by how many a bare server does that checks the same HMAC and gives the same bytes. */
export async function compareWithBareServer(
  { isShort, afterwards, load }: Effort,
  program: Production,
  nextCall: () => Call,
): Promise<readonly number[]> {
  const { method, path, ...options } = nextCall();
  const { text: answer } = await call(program, program.partner, Date.now(), method, path, options);
  const bare = await startBareServer(afterwards, program, answer);
  const [rounds, calls, warmUpCalls] = isShort ? [1, 8, 8] : [5, 4_000, 2_000];
  const callsPerSecond = async (target: Target, count: number) =>
    (await load([target], prepareRequests(program.partner, nextCall, count))).perSecond;
  await callsPerSecond(program, warmUpCalls);
  await callsPerSecond(bare, warmUpCalls);
  return alternate(
    rounds,
    () => callsPerSecond(program, calls),
    () => callsPerSecond(bare, calls),
  );
}

async function startBareServer(
  afterwards: Effort['afterwards'],
  { data, partner, ca }: Production,
  answer: string,
): Promise<Target> {
  const answerFile = nodePath.join(data, 'answer.json');
  await writeFile(answerFile, answer);
  const files = [
    nodePath.join(data, 'tls/cert.pem'),
    nodePath.join(data, 'tls/key.pem'),
    partner.apiSecret,
    answerFile,
  ];
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/support/bare-server.ts', ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  afterwards(() => child.kill());
  const [ready] = await once(child.stdout, 'data');
  return { port: Number(String(ready).split(' ')[1]), ca };
}
