import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { SECOND_MS } from '../../foundation/time.ts';
import { readSettings, type Settings } from '../../infrastructure/config/settings.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import { example, type Json, print, printJson, UsageError } from './command.ts';

const PATIENCE_MS = 4 * SECOND_MS;

type Readiness = { readonly status: string; readonly checks: Readonly<Record<string, string>> };
type Answer = { readonly status: number | undefined; readonly body: string };

/** For those who ask again and again: a container engine, a supervisor. */
export function addHealthCommand(program: Command): void {
  program
    .command('health')
    .argument('[part]', 'api or worker, which shows itself on WAYBILL_WORKER_PORT', 'api')
    .description('ask the API or worker that runs on this machine whether it is ready')
    .option('--json', 'print JSON')
    .addHelpText('after', example('health worker'))
    .action(async (part: string, { json }: Json) => {
      const settings = readSettings();
      const readiness = readinessIn(await ask(settings, portOf(settings, part)));
      if (json) printJson(readiness);
      else print(readiness.status);
      const failed = Object.keys(readiness.checks).filter((check) => readiness.checks[check] !== 'ok');
      if (failed.length > 0) throw new OperatorError(`Not ready: ${failed.join(', ')}. The log says why.`);
    });
}

function portOf({ port, workerPort }: Settings, part: string): number {
  if (part === 'api') return port;
  if (part !== 'worker') throw new UsageError(`There is api and worker, not "${part}".`);
  if (workerPort === undefined) throw new OperatorError('A worker shows itself only where WAYBILL_WORKER_PORT is set.');
  return workerPort;
}

async function ask({ host, tls }: Settings, port: number): Promise<Answer> {
  const place = { host: host === '::' || host === '0.0.0.0' ? 'localhost' : host, port, path: '/health/ready' };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const request =
    tls === 'proxy'
      ? http.get({ ...place, signal, headers: { 'x-forwarded-proto': 'https' } })
      : // It asks itself, by a name that the certificate need not have.
        https.get({ ...place, signal, rejectUnauthorized: false });
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: await text(response) };
  } catch {
    throw new OperatorError(`Nothing answers on ${place.host}:${port}.`);
  }
}

function readinessIn({ status, body }: Answer): Readiness {
  if ((status === 200 || status === 503) && body.startsWith('{"status":')) return JSON.parse(body) as Readiness;
  throw new OperatorError(
    status === 403
      ? 'It takes no calls from here: WAYBILL_TRUSTED_PROXIES must also name 127.0.0.1 and ::1.'
      : `What answers there is not Waybill (${status}).`,
  );
}
