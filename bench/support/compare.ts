import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import autocannon from 'autocannon';
import { call, sign, type Target } from '../../test/support/partner-client.ts';
import type { Effort } from '../row.ts';
import type { Production } from './production.ts';

export const CONNECTIONS = 64;

/** How many GETs a second are answered, divided by how many a bare server answers that checks the same HMAC; one ratio a round. */
export async function compareWithBareServer(
  { isShort, afterwards }: Effort,
  program: Production,
  paths: readonly string[],
): Promise<number[]> {
  const bare = await startBareServer(afterwards, program, paths[0] as string);
  const [rounds, seconds, warmUpSeconds] = isShort ? [1, 0.2, 0.1] : [5, 4, 2];
  await callsPerSecond(program, program, paths, warmUpSeconds);
  await callsPerSecond(bare, program, paths, warmUpSeconds);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const ours = await callsPerSecond(program, program, paths, seconds);
    const theirs = await callsPerSecond(bare, program, paths, seconds);
    ratios.push(ours / theirs);
  }
  return ratios;
}

async function callsPerSecond(
  target: Target,
  { partner }: Production,
  paths: readonly string[],
  seconds: number,
): Promise<number> {
  const timestamp = Date.now();
  const requests = paths.map((each) => ({
    path: each,
    headers: {
      authorization: `hmac ${partner.apiKey}:${timestamp}:${sign(partner.apiSecret, timestamp, 'GET', each)}`,
      market: 'HK',
    },
  }));
  let clients = 0;
  const result = await autocannon({
    url: `https://localhost:${target.port}`,
    connections: CONNECTIONS,
    duration: seconds,
    tlsOptions: { ca: target.ca },
    // No two connections ask for the same path where there are enough of them.
    setupClient: (client) => {
      const number = clients++ % requests.length;
      client.setRequests(requests.filter((_, index) => index % CONNECTIONS === number).map((each) => ({ ...each })));
    },
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.total / result.duration;
}

async function startBareServer(
  afterwards: Effort['afterwards'],
  { data, partner, port, ca }: Production,
  answeredPath: string,
): Promise<Target> {
  const answerFile = path.join(data, 'answer.json');
  await writeFile(answerFile, (await call({ port, ca }, partner, Date.now(), 'GET', answeredPath)).text);
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      'bench/support/bare-server.ts',
      path.join(data, 'tls/cert.pem'),
      path.join(data, 'tls/key.pem'),
      partner.apiSecret,
      answerFile,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  afterwards(() => child.kill());
  const barePort = await new Promise<number>((resolve) => {
    child.stdout.once('data', (line) => resolve(Number(String(line).split(' ')[1])));
  });
  return { port: barePort, ca };
}
