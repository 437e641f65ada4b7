import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Random } from '../random.ts';
import { continueTrace, type Trace } from '../trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the front door adds to the line that is logged for this request. */
    logFields: Readonly<Record<string, string>> | null;
    readonly trace: Trace;
  }
}

/** Every line that is logged for a request carries its id and its trace. Both log and trace are made when they are first asked for: most requests need neither. */
export function addRequestContext(app: FastifyInstance, random: Random): void {
  const traces = new WeakMap<IncomingMessage, Trace>();
  const traceOf = (request: IncomingMessage): Trace => {
    const known = traces.get(request) ?? continueTrace(headerOf(request, 'traceparent'), random);
    traces.set(request, known);
    return known;
  };
  app.decorateRequest('logFields', null);
  app.decorateRequest('trace', {
    getter() {
      return traceOf(this.raw);
    },
  });
  app.setChildLoggerFactory((log, bindings, options, request) => {
    const make = () => log.child({ ...bindings, traceId: traceOf(request).traceId }, options);
    return new RequestLog(make) as unknown as FastifyBaseLogger;
  });
}

type Line = Parameters<FastifyBaseLogger['info']>;

class RequestLog {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  get level(): string {
    return this.#log.level;
  }

  fatal(...line: Line): void {
    this.#log.fatal(...line);
  }

  error(...line: Line): void {
    this.#log.error(...line);
  }

  warn(...line: Line): void {
    this.#log.warn(...line);
  }

  info(...line: Line): void {
    this.#log.info(...line);
  }

  debug(...line: Line): void {
    this.#log.debug(...line);
  }

  trace(...line: Line): void {
    this.#log.trace(...line);
  }

  silent(): void {}

  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log.child(...given);
  }
}

/** The client's own id of the call, which makes a retry of it safe. Where there is none, an id is made for the log only. */
export function givenRequestId(request: Pick<IncomingMessage, 'headers'>): string | undefined {
  return headerOf(request, 'request-id') || headerOf(request, 'x-request-id') || undefined;
}

/** An address of version 4 with a port, or one of version 6 in brackets. */
const BESIDE_A_PORT = /^(?:(?<four>[\d.]+):\d+|\[(?<six>[^\]]+)\](?::\d+)?)$/;

/** A client that has hung up already has no address any more. Some proxies tell its port too, which is another with each connection. */
export function addressOf(request: FastifyRequest): string {
  const address = request.ip ?? '0.0.0.0';
  const { four, six } = BESIDE_A_PORT.exec(address)?.groups ?? {};
  return four ?? six ?? address;
}

/** A client may write the whole address, as for a proxy; it leads to the same route. */
export function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*\//i, '/');
}

export function headerOf({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const header = headers[name];
  return Array.isArray(header) ? header[0] : header;
}
