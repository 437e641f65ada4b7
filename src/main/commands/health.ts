import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { SECOND_MS } from '../../foundation/time.ts';
import { readSettings, type Settings } from '../../infrastructure/config/settings.ts';
import { errorCode, OperatorError } from '../../infrastructure/operator-error.ts';
import { example, type Json, print, printJson, UsageError } from './command.ts';

const PATIENCE_MS = 4 * SECOND_MS;

type Readiness = { readonly status: 'ready' | 'not ready'; readonly checks: Readonly<Record<string, string>> };
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
      const readiness = await ask(settings, portOf(settings, part));
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

async function ask({ host, tls }: Settings, port: number): Promise<Readiness> {
  const place = { host: host === '::' || host === '0.0.0.0' ? 'localhost' : host, port, path: '/health/ready' };
  const where = `${place.host}:${port}`;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const request =
    tls === 'proxy'
      ? http.get({ ...place, signal })
      : // It asks itself, by a name that the certificate need not have.
        https.get({ ...place, signal, rejectUnauthorized: false });
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return readinessIn({ status: response.statusCode, body: await text(response) }, where);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw SILENT.has(errorCode(error) ?? '') ? new OperatorError(`Nothing answers on ${where}.`) : stranger(where);
  }
}

/** Nobody there, or nobody who says a word in time. */
const SILENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EADDRNOTAVAIL', 'EHOSTUNREACH', 'ENETUNREACH', 'ABORT_ERR']);

function readinessIn({ status, body }: Answer, where: string): Readiness {
  const answered = readJson(body);
  if (isReadiness(answered) && answered.status === STATUSES[status ?? 0]) return answered;
  throw stranger(where);
}

const STATUSES: Readonly<Record<number, Readiness['status']>> = { 200: 'ready', 503: 'not ready' };

function isReadiness(answered: unknown): answered is Readiness {
  const { checks } = (answered ?? {}) as Partial<Readiness>;
  return typeof checks === 'object' && checks !== null && 'database' in checks && 'migrations' in checks;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const stranger = (where: string) =>
  new OperatorError(`What answers on ${where} is no Waybill, or one with another WAYBILL_TLS.`);
