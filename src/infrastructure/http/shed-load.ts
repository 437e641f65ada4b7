import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { errorBody } from '../../foundation/errors.ts';
import { SECOND_MS } from '../../foundation/time.ts';
import { betweenTheRest } from '../between-the-rest.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Random } from '../random.ts';
import { RETRY_AFTER_SECONDS } from './error-answers.ts';
import { asksForPage } from './page.ts';
import { givenRequestId } from './request-context.ts';

/** So many may come at once to a process that gets done with what comes. */
const BURST = 256;
/** With so many under way at every moment a process does not get done with what comes. */
const STANDING = 32;
/** So many are always taken, however slow each is: callers who ask again when they were answered stay below it. */
const ALWAYS = 128;
/** So many are refused in a turn of the loop, however little time the rest took. */
const LEAST_IN_A_TURN = 32;
/** Those who watch must see what happens. */
const NEVER_SHED = /^\/(health\/|metrics$)/;

const SENTENCE = 'More calls came than can be answered in good time. Repeat it in a moment.';
const BODY = JSON.stringify(errorBody([{ code: 'ERR_UNAVAILABLE', sentence: SENTENCE }]));
/** For whoever has typed an address, or followed a link. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}"><title>One moment</title>
<p>Too much is going on here right now. This page tries again by itself.</p>`;

/** How much of its time a thread works that has more to do than it can. */
const BUSY = 0.9;

/** What was seen of a process within the last second. */
type Pace = {
  readonly answered: number;
  /** The fewest that were under way at any moment: with that many, it never got done. */
  readonly leastUnderWay: number;
  /** The share of its time in which it did something itself. */
  readonly busy: number;
};

/**
 * A burst is taken. Where more has been waiting for a second, only as much as was answered in it, so that nobody waits much longer than one. Where it is we
 * who are busy, a quarter: more under way would be answered no sooner.
 */
export function mostAtOnce({ answered, leastUnderWay, busy }: Pace): number {
  const inGoodTime = busy < BUSY ? answered : Math.floor(answered / 4);
  return Math.max(leastUnderWay < STANDING ? BURST : ALWAYS, inGoodTime);
}

type Call = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** Takes calls, or refuses them. */
export type Gate = {
  before(handle: RequestListener): RequestListener;
  /** Those that are refused from now on leave no connection behind. */
  close(): void;
};

type GateOptions = {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly random: Random;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Calls beyond what can be answered in good time are told so at once: those that are taken stay quick, and memory stays flat. It stands before the
 * framework, because a refusal must cost far less than a call.
 */
export function createGate({ log, metrics, random, headers }: GateOptions): Gate {
  const underWay = new Map<ServerResponse, IncomingMessage>();
  let answered = 0;
  let refused = 0;
  let leastUnderWay = 0;
  let most = BURST;
  let isClosing = false;
  let seen = performance.eventLoopUtilization();
  metrics.gauge('waybill_calls_under_way', 'Calls that are being answered', () => underWay.size);
  const shed = metrics.counter(
    'waybill_calls_shed_total',
    'Calls that were refused because too many were under way',
    [],
  );

  const timer = setInterval(() => {
    if (refused > 0)
      log.warn({ refused, underWay: underWay.size, most }, 'refused calls: more came than can be answered');
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    most = mostAtOnce({ answered, leastUnderWay, busy: utilization });
    // Whoever sends slowly, reads slowly or listens to changes waits for nobody, and must not keep others out.
    for (const [response, request] of underWay)
      if (!request.complete || response.headersSent) underWay.delete(response);
    answered = 0;
    refused = 0;
    leastUnderWay = underWay.size;
  }, SECOND_MS).unref();

  function take(request: IncomingMessage, response: ServerResponse): void {
    underWay.set(response, request);
    // Also where the caller has gone without waiting for the answer.
    response.once('close', () => {
      if (!underWay.delete(response)) return;
      answered += 1;
      leastUnderWay = Math.min(leastUnderWay, underWay.size);
    });
  }

  /** A list of headers, and a text for a body: both leave in one piece, and a refusal costs the less. */
  const prepared = (type: string, body: string) => ({
    body,
    fields: Object.entries<string | number>({
      ...headers,
      'content-type': `${type}; charset=utf-8`,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'retry-after': RETRY_AFTER_SECONDS,
    }).flat(),
  });
  const [inData, asPage] = [prepared('application/json', BODY), prepared('text/html', PAGE)];

  /** What is left of the body is read and dropped by the server, so that the connection can be used again. */
  function refuse({ request, response }: Call): void {
    shed.inc();
    refused += 1;
    const { body, fields } = asksForPage(request) ? asPage : inData;
    const own = ['request-id', givenRequestId(request) ?? random.uuid()];
    response.writeHead(503, [...fields, ...own, ...(isClosing ? ['connection', 'close'] : [])]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  // Many at once would hold up those who were taken, each of whom needs several turns of the loop.
  const refuseSoon = betweenTheRest(LEAST_IN_A_TURN, refuse);

  return {
    before: (handle) => (request, response) => {
      if (!NEVER_SHED.test(pathOf(request))) {
        if (underWay.size >= most) return refuseSoon({ request, response });
        take(request, response);
      }
      handle(request, response);
    },
    close() {
      isClosing = true;
      clearInterval(timer);
    },
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
