import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { DeliveryError } from '../../foundation/errors.ts';
import { type Instant, SECOND_MS } from '../../foundation/time.ts';
import type { Clock } from '../clock.ts';
import type { Environment } from '../config/environment.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { ErrorAnswer } from './answer-forms.ts';

/** Shorter than whoever reads the metrics waits for one of them. */
const CHECK_LIMIT_MS = 1.5 * SECOND_MS;
const LOOK_EVERY_MS = 1 * SECOND_MS;

export type Check = { readonly name: string; run(): Promise<string | undefined> };

type WatchingOptions = {
  environment: Environment;
  metricsToken: string | undefined;
  metrics: Metrics;
  clock: Clock;
  log: Log;
  /** Each answers with what is wrong, or nothing. */
  readiness: readonly Check[];
};

const Liveness = Type.Object(
  { status: Type.Literal('live', { description: 'Always live' }) },
  { title: 'Liveness', description: 'The process answers' },
);
const Readiness = Type.Object(
  {
    status: Type.Enum(['ready', 'not ready'], { description: 'Whether all checks are ok' }),
    checks: Type.Record(Type.String(), Type.String(), {
      description: 'Each check by its name: ok or failed. Of a process that was told to stop also: stopping',
    }),
  },
  { title: 'Readiness', description: 'Whether calls can be taken' },
);

const MetricsText = {
  description: 'The metrics of this process; in production only with its token',
  content: { 'text/plain': { schema: Type.String({ description: 'Lines as Prometheus reads them' }) } },
};

export function addWatchingRoutes(
  app: FastifyInstance,
  { environment, metricsToken, metrics, clock, log, readiness }: WatchingOptions,
): void {
  const tags = ['Watching'];
  app.get(
    '/health/live',
    {
      config: { isForWatchers: true },
      schema: {
        tags,
        operationId: 'checkAlive',
        summary: 'Is the process alive?',
        response: { 200: Liveness },
      },
    },
    async () => ({ status: 'live' as const }),
  );

  const examine = lookNowAndThen(clock, () => examineAll(readiness, log));
  // Shown where nobody asks whether it is ready, as of a worker without a supervisor.
  metrics.gaugeBy('waybill_check_ok', 'Whether a check of readiness is well: 1, or 0', 'check', async () => {
    const checks = Object.entries(await examine());
    return new Map(checks.map(([name, result]) => [name, result === 'ok' ? 1 : 0]));
  });
  app.get(
    '/health/ready',
    {
      config: { isForWatchers: true },
      schema: {
        tags,
        operationId: 'checkReady',
        summary: 'Can it take calls?',
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const checks = { ...(await examine()), ...(app.isStopping ? { stopping: 'yes' } : {}) };
      const ready = Object.values(checks).every((result) => result === 'ok');
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks });
    },
  );

  app.get(
    '/metrics',
    {
      config: { isForWatchers: true },
      schema: {
        tags,
        operationId: 'getMetrics',
        summary: 'Prometheus metrics',
        response: { 200: MetricsText, 403: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const open =
        metricsToken === undefined ? environment === 'sandbox' : isToken(request.headers.authorization, metricsToken);
      if (!open) {
        throw new DeliveryError(
          'ERR_FORBIDDEN',
          'Metrics are closed. Send the header Authorization: Bearer with WAYBILL_METRICS_TOKEN.',
        );
      }
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    },
  );
}

/** Strangers learn which check failed; why, only the log says. */
async function examineAll(checks: readonly Check[], log: Log): Promise<Record<string, 'ok' | 'failed'>> {
  const results = await Promise.all(
    checks.map(async ({ name, run }) => {
      const wrong = await withinTime(run()).catch((error: Error) => error.message);
      if (wrong !== undefined) log.warn({ check: name, reason: wrong }, 'not ready');
      return [name, wrong === undefined ? 'ok' : 'failed'] as const;
    }),
  );
  return Object.fromEntries(results);
}

async function withinTime(finding: Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${CHECK_LIMIT_MS} ms`), CHECK_LIMIT_MS);
  });
  return Promise.race([finding, late]).finally(() => clearTimeout(timer));
}

/** Anyone may ask as often as they like; the look itself is taken once a second at most. */
function lookNowAndThen<T>(clock: Clock, look: () => Promise<T>): () => Promise<T> {
  let latest: { at: Instant; result: Promise<T> } | undefined;
  return () => {
    const now = clock.now();
    if (latest === undefined || Math.abs(now - latest.at) >= LOOK_EVERY_MS) latest = { at: now, result: look() };
    return latest.result;
  };
}

function isToken(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
