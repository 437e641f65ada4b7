import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { DeliveryError } from '../../foundation/errors.ts';
import type { Environment } from '../config/settings.ts';
import type { Metrics } from '../metrics.ts';

export type Check = { readonly name: string; run(): Promise<string | undefined> };

type WatchingOptions = {
  environment: Environment;
  metricsToken: string | undefined;
  metrics: Metrics;
  /** Each answers with what is wrong, or nothing. */
  readiness: readonly Check[];
};

export function addWatchingRoutes(
  app: FastifyInstance,
  { environment, metricsToken, metrics, readiness }: WatchingOptions,
): void {
  const tags = ['Watching'];
  app.get(
    '/health/live',
    {
      schema: {
        tags,
        summary: 'Is the process alive?',
        response: { 200: Type.Object({ status: Type.Literal('live') }) },
      },
    },
    async () => ({ status: 'live' as const }),
  );

  const Readiness = Type.Object({ status: Type.String(), checks: Type.Record(Type.String(), Type.String()) });
  app.get(
    '/health/ready',
    { schema: { tags, summary: 'Can it take calls?', response: { 200: Readiness, 503: Readiness } } },
    async (_request, reply) => {
      const results = await Promise.all(
        readiness.map(
          async ({ name, run }) => [name, (await run().catch((error: Error) => error.message)) ?? 'ok'] as const,
        ),
      );
      const ready = results.every(([, result]) => result === 'ok');
      return reply
        .code(ready ? 200 : 503)
        .send({ status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(results) });
    },
  );

  app.get('/metrics', { schema: { tags, summary: 'Prometheus metrics' } }, async (request, reply) => {
    const open =
      metricsToken === undefined ? environment === 'sandbox' : isToken(request.headers.authorization, metricsToken);
    if (!open) {
      throw new DeliveryError(
        'ERR_FORBIDDEN',
        'Metrics are closed. Send the header Authorization: Bearer with WAYBILL_METRICS_TOKEN.',
      );
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

function isToken(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
