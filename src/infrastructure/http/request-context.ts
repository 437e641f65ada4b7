import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Random } from '../random.ts';
import { continueTrace, type Trace } from '../trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the front door adds to the line that is logged for this request. */
    logFields: Readonly<Record<string, string>> | null;
  }
}

const traces = new WeakMap<IncomingMessage, Trace>();

/** Every line that is logged for a request carries its id and its trace. */
export function addRequestContext(app: FastifyInstance, random: Random): void {
  app.decorateRequest('logFields', null);
  app.setChildLoggerFactory((log, bindings, options, request) => {
    const trace = continueTrace(headerOf(request, 'traceparent'), random);
    traces.set(request, trace);
    return log.child({ ...bindings, traceId: trace.traceId }, options);
  });
}

/** The client's own id of the call, which makes a retry of it safe. Where there is none, an id is made for the log only. */
export function givenRequestId(request: Pick<IncomingMessage, 'headers'>): string | undefined {
  return headerOf(request, 'request-id') || headerOf(request, 'x-request-id') || undefined;
}

/** A client that has hung up already has no address any more. */
export function addressOf(request: FastifyRequest): string {
  return request.ip ?? '0.0.0.0';
}

export function traceOf(request: FastifyRequest): Trace {
  return traces.get(request.raw) as Trace;
}

export function headerOf({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const header = headers[name];
  return Array.isArray(header) ? header[0] : header;
}
