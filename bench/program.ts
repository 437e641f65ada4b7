import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { openFolder } from '../test/support/open-folder.ts';
import type { Credentials, Target } from '../test/support/partner-client.ts';
import { runCommand, runProgram } from '../test/support/program.ts';

/** The built program in production, with a partner whose limits an operator has raised. */
export type Production = Target & {
  readonly data: string;
  readonly env: Readonly<Record<string, string>>;
  readonly partner: Credentials & { readonly partnerId: string };
  stop(): Promise<void>;
};

/** How many times the limits of a key an operator has raised them. */
export const RAISED_LIMITS = 100_000;
export const CREDIT = 1_000_000_000;

export async function makeDataFolder(): Promise<string> {
  return path.join(await openFolder('bench'), 'data');
}

export async function startProduction(furtherEnv: Readonly<Record<string, string>> = {}): Promise<Production> {
  const data = await makeDataFolder();
  const env = {
    WAYBILL_DATA: data,
    WAYBILL_PORT: '0',
    WAYBILL_HOST: '127.0.0.1',
    WAYBILL_ENVIRONMENT: 'production',
    WAYBILL_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    WAYBILL_LOG_LEVEL: 'warn',
    WAYBILL_ADDRESS_LIMIT: '1000000',
    ...furtherEnv,
  };
  const program = runProgram({ args: ['start'], env });
  const { port } = await program.ready();
  const { output } = await runCommand(
    [
      ...['partner', 'create', '--name', 'Bench', '--market', 'HK', '--json'],
      ...['--raise-limits', String(RAISED_LIMITS), '--credit', String(CREDIT)],
    ],
    env,
  );
  return {
    data,
    env,
    port,
    ca: await readFile(path.join(data, 'tls', 'ca.pem'), 'utf8'),
    partner: JSON.parse(output) as Production['partner'],
    async stop() {
      program.child.kill('SIGTERM');
      await program.ended;
      await rm(path.dirname(data), { recursive: true, force: true });
    },
  };
}
