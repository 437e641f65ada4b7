import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DeliveryError } from '../../foundation/errors.ts';
import { SECOND_MS } from '../../foundation/time.ts';
import type { Metrics } from '../metrics.ts';

/** So many may come at once to a process that has had nothing to do so far. */
const ALWAYS_TAKEN = 256;
/** Those who watch must see what happens, and who listens to changes costs nothing while nothing changes. */
const NEVER_SHED = /^\/(health\/|metrics$)|\/live$/;

/** How many calls may be under way at once: as many as were answered within the last second, so that none waits much longer than one. */
export function mostAtOnce(answeredInASecond: number): number {
  return Math.max(ALWAYS_TAKEN, answeredInASecond);
}

/** Calls beyond what can be answered in good time are told so at once: those that are taken stay quick, and memory stays flat. */
export function shedLoad(app: FastifyInstance, metrics: Metrics): void {
  let underWay = 0;
  let answered = 0;
  let answeredInASecond = 0;
  const timer = setInterval(() => {
    answeredInASecond = answered;
    answered = 0;
  }, SECOND_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  metrics.gauge('waybill_calls_under_way', 'Calls that are being answered', () => underWay);
  const shed = metrics.counter(
    'waybill_calls_shed_total',
    'Calls that were refused because too many were under way',
    [],
  );

  app.addHook('onRequest', (request, reply, done) => {
    if (isNeverShed(request)) return done();
    if (underWay >= mostAtOnce(answeredInASecond)) {
      shed.inc();
      return done(
        new DeliveryError(
          'ERR_UNAVAILABLE',
          'More calls came than can be answered in good time. Repeat it in a moment.',
        ),
      );
    }
    underWay += 1;
    // Also where the caller has gone without waiting for the answer.
    reply.raw.once('close', () => {
      underWay -= 1;
      answered += 1;
    });
    done();
  });
}

function isNeverShed({ routeOptions }: FastifyRequest): boolean {
  return NEVER_SHED.test(routeOptions.url ?? '');
}
