import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Random } from '../random.ts';
import { continueTrace, type Trace } from '../trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace | null;
  }
}

export function addRequestContext(app: FastifyInstance, random: Random): void {
  app.decorateRequest('trace', null);
  app.addHook('onRequest', async (request) => {
    request.trace = continueTrace(firstOf(request.headers.traceparent), random);
    request.log = request.log.child({ traceId: request.trace.traceId });
  });
}

/** The client's own id of the call, which makes a retry of it safe. Where there is none, an id is made for the log only. */
export function givenRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return firstOf(headers['request-id']) || firstOf(headers['x-request-id']) || undefined;
}

export function traceOf(request: FastifyRequest): Trace {
  return request.trace as Trace;
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
