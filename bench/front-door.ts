import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import autocannon from 'autocannon';
import { call, send, sign, type Target } from '../test/support/partner-client.ts';
import { type Sandbox, startProduction } from './program.ts';
import { median, type Row } from './ratio.ts';

const ROUNDS = 5;
const ROUND_SECONDS = 4;
const CONNECTIONS = 64;

/** GET /v3/cities through the whole front door, limiter on, beside a bare server that checks the same HMAC. */
export async function measureCities(): Promise<Row> {
  const program = await startProduction();
  try {
    const bare = await startBareServer(program);
    try {
      const rounds: number[] = [];
      await callsPerSecond(program, program, 2);
      await callsPerSecond(bare, program, 2);
      for (let round = 0; round < ROUNDS; round++) {
        const ours = await callsPerSecond(program, program, ROUND_SECONDS);
        const theirs = await callsPerSecond(bare, program, ROUND_SECONDS);
        rounds.push(ours / theirs);
      }
      return {
        row: 'cities',
        name: 'GET /v3/cities a second, signed, 64 connections, against a bare HTTPS server with the same HMAC and bytes',
        rounds,
        bar: 0.55,
        moonshot: 0.85,
        better: 'higher',
      };
    } finally {
      bare.stop();
    }
  } finally {
    await program.stop();
  }
}

/** What a 401 takes for a key that does not exist, beside one that does, with a wrong signature. */
export async function measureUnknownKey(): Promise<Row> {
  const program = await startProduction();
  try {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const unknown: number[] = [];
      const known: number[] = [];
      for (let index = 0; index < 300; index++) {
        unknown.push(await refusalMs(program, `pk_prod_${'0'.repeat(32)}`));
        known.push(await refusalMs(program, program.partner.apiKey));
      }
      rounds.push(median(unknown) / median(known));
    }
    return {
      row: 'unknown-key',
      name: 'time of a 401 for an unknown key, against a known key with a wrong signature',
      rounds,
      bar: 1.1,
      moonshot: 1.0,
      better: 'lower',
    };
  } finally {
    await program.stop();
  }
}

async function refusalMs({ port, ca }: Sandbox, apiKey: string): Promise<number> {
  const authorization = `hmac ${apiKey}:${Date.now()}:${'0'.repeat(64)}`;
  const begun = performance.now();
  const { status } = await send({ port, ca }, { path: '/v3/cities', headers: { authorization, market: 'HK' } });
  if (status !== 401) throw new Error(`expected 401, got ${status}`);
  return performance.now() - begun;
}

async function callsPerSecond(target: Target, { partner }: Sandbox, seconds: number): Promise<number> {
  const timestamp = Date.now();
  const authorization = `hmac ${partner.apiKey}:${timestamp}:${sign(partner.apiSecret, timestamp, 'GET', '/v3/cities')}`;
  const result = await autocannon({
    url: `https://localhost:${target.port}/v3/cities`,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization, market: 'HK' },
    tlsOptions: { ca: target.ca },
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

async function startBareServer({ data, partner, port, ca }: Sandbox): Promise<Target & { stop(): void }> {
  const answerFile = path.join(data, 'cities.json');
  await writeFile(answerFile, (await call({ port, ca }, partner, Date.now(), 'GET', '/v3/cities')).text);
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
