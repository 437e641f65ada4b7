import type { FastifyInstance } from 'fastify';
import { spreadsSince } from '../dispatch/index.ts';
import { MINUTE_MS, SECOND_MS } from '../foundation/time.ts';
import { checkAnswers, checkClock, checkMigrations } from '../infrastructure/database/health.ts';
import { type Certificate, certificateOf, type HttpServer } from '../infrastructure/http/listener.ts';
import { createHttpApp } from '../infrastructure/http/server.ts';
import { addWatchingRoutes, type Check } from '../infrastructure/http/watching.ts';
import { longestWaitSeconds } from '../infrastructure/jobs/jobs-sql.ts';
import { endOfCertificate } from '../infrastructure/tls/certificates.ts';
import type { Foundations } from './foundations.ts';

/** Measured every minute; older than this, no worker is at it any more. */
const SPREAD_HOLDS_MS = 5 * MINUTE_MS;

/** What a worker alone shows of itself. */
export function composeWatching(foundations: Foundations, certificate: Certificate | undefined): FastifyInstance {
  const app = openHttp(foundations, certificate);
  addWatching(app, foundations);
  return app;
}

export function openHttp(
  { settings, log, metrics, random }: Foundations,
  certificate: Certificate | undefined,
): FastifyInstance {
  return createHttpApp({
    environment: settings.environment,
    tls: settings.tls,
    publicUrl: settings.publicUrl,
    certificate,
    trustedProxies: settings.trustedProxies,
    requestTimeoutMs: settings.requestTimeoutSeconds * SECOND_MS,
    log,
    metrics,
    random,
  });
}

/** Health and metrics. What all processes share is shown by each, so that it is seen while any of them runs. */
export function addWatching(app: FastifyInstance, foundations: Foundations): void {
  const { settings, database, metrics, clock, log } = foundations;
  metrics.gaugeBy('waybill_earnings_spread', 'How unevenly drivers earn per hour online', 'city', () =>
    spreadsSince(database, clock.now() - SPREAD_HOLDS_MS),
  );
  metrics.gauge('waybill_job_wait_seconds', 'How long the job that is due the longest has waited for a worker', () =>
    longestWaitSeconds(database, clock.now()),
  );
  metrics.gauge('waybill_certificate_ends_seconds', 'When the certificate ends, in seconds since 1970', () => {
    const used = certificateOf(app.server as HttpServer);
    return used === undefined ? Number.NaN : endOfCertificate(used) / SECOND_MS;
  });
  addWatchingRoutes(app, {
    environment: settings.environment,
    metricsToken: settings.metricsToken,
    metrics,
    clock,
    log,
    readiness: readinessOf(foundations),
  });
}

function readinessOf({ database, session, clock }: Foundations): readonly Check[] {
  return [
    { name: 'database', run: () => checkAnswers(database) },
    {
      name: 'notifications',
      run: async () => ((await session.isHeard()) ? undefined : 'the listening connection is lost'),
    },
    { name: 'migrations', run: () => checkMigrations(database) },
    { name: 'clock', run: () => checkClock(database, clock) },
  ];
}
