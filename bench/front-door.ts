import { send } from '../test/support/partner-client.ts';
import { compareWithBareServer } from './compare.ts';
import { type Production, startProduction } from './program.ts';
import { median, type Row } from './ratio.ts';

const ROUNDS = 5;

/** GET /v3/cities through the whole front door, limiter on, beside a bare server that checks the same HMAC. */
export async function measureCities(): Promise<Row> {
  const program = await startProduction();
  try {
    return {
      row: 'cities',
      name: 'GET /v3/cities a second, signed, 64 connections, against a bare HTTPS server with the same HMAC and bytes',
      rounds: await compareWithBareServer(program, ['/v3/cities']),
      bar: 0.55,
      moonshot: 0.85,
      better: 'higher',
    };
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

async function refusalMs({ port, ca }: Production, apiKey: string): Promise<number> {
  const authorization = `hmac ${apiKey}:${Date.now()}:${'0'.repeat(64)}`;
  const begun = performance.now();
  const { status } = await send({ port, ca }, { path: '/v3/cities', headers: { authorization, market: 'HK' } });
  if (status !== 401) throw new Error(`expected 401, got ${status}`);
  return performance.now() - begun;
}
