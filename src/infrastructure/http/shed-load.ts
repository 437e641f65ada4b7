import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DeliveryError } from '../../foundation/errors.ts';
import { SECOND_MS } from '../../foundation/time.ts';
import type { Metrics } from '../metrics.ts';

/** So many may come at once to a process that gets done with what comes. */
const BURST = 256;
/** So many are under way where nothing is wrong, however slow each is. */
const USUAL = 32;
/** Those who watch must see what happens, and who listens to changes costs nothing while nothing changes. */
const NEVER_SHED = /^\/(health\/|metrics$)|\/live$/;

/** What was seen of a process within the last second. */
type Pace = {
  readonly answered: number;
  /** The fewest that were under way at any moment: with that many, it never got done. */
  readonly leastUnderWay: number;
};

/** A burst is taken. Where more has been waiting for a second, only as much as was answered in it: so nobody waits much longer than one. */
export function mostAtOnce({ answered, leastUnderWay }: Pace): number {
  return Math.max(leastUnderWay < USUAL ? BURST : USUAL, answered);
}

/** Calls beyond what can be answered in good time are told so at once: those that are taken stay quick, and memory stays flat. */
export function shedLoad(app: FastifyInstance, metrics: Metrics): void {
  let underWay = 0;
  let answered = 0;
  let leastUnderWay = 0;
  let pace: Pace = { answered, leastUnderWay };
  const timer = setInterval(() => {
    pace = { answered, leastUnderWay };
    answered = 0;
    leastUnderWay = underWay;
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
    if (underWay >= mostAtOnce(pace)) {
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
      leastUnderWay = Math.min(leastUnderWay, underWay);
    });
    done();
  });
}

function isNeverShed({ routeOptions }: FastifyRequest): boolean {
  return NEVER_SHED.test(routeOptions.url ?? '');
}
