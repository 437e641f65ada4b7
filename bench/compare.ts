import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import autocannon from 'autocannon';
import { call, sign, type Target } from '../test/support/partner-client.ts';
import type { Production } from './program.ts';

const ROUNDS = 5;
const ROUND_SECONDS = 4;
const WARM_UP_SECONDS = 2;
export const CONNECTIONS = 64;

/** How many GETs a second are answered, divided by how many a bare server answers that checks the same HMAC; one ratio a round. */
export async function compareWithBareServer(program: Production, paths: readonly string[]): Promise<number[]> {
  const bare = await startBareServer(program, paths[0] as string);
  try {
    await callsPerSecond(program, program, paths, WARM_UP_SECONDS);
    await callsPerSecond(bare, program, paths, WARM_UP_SECONDS);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await callsPerSecond(program, program, paths, ROUND_SECONDS);
      const theirs = await callsPerSecond(bare, program, paths, ROUND_SECONDS);
      rounds.push(ours / theirs);
    }
    return rounds;
  } finally {
    bare.stop();
  }
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
  return result.requests.average;
}

async function startBareServer(
  { data, partner, port, ca }: Production,
  answeredPath: string,
): Promise<Target & { stop(): void }> {
  const answerFile = path.join(data, 'answer.json');
  await writeFile(answerFile, (await call({ port, ca }, partner, Date.now(), 'GET', answeredPath)).text);
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      'bench/bare-server.ts',
      path.join(data, 'tls/cert.pem'),
      path.join(data, 'tls/key.pem'),
      partner.apiSecret,
      answerFile,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const barePort = await new Promise<number>((resolve) => {
    child.stdout.once('data', (line) => resolve(Number(String(line).split(' ')[1])));
  });
  return { port: barePort, ca: await readFile(path.join(data, 'tls/ca.pem'), 'utf8'), stop: () => child.kill() };
}
