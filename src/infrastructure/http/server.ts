import type { IncomingHttpHeaders } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import createRouter from 'find-my-way';
import { DeliveryError } from '../../foundation/errors.ts';
import { SECOND_MS } from '../../foundation/time.ts';
import type { Environment } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Random } from '../random.ts';
import { API_VERSION, answerError } from './error-answers.ts';
import { type Certificate, createListener } from './listener.ts';
import { addRequestContext, givenRequestId, headerOf, withoutOrigin } from './request-context.ts';
import { SHOWN_AS } from './schema.ts';
import { compilersWhenNeeded } from './schema-compilers.ts';
import { createGate } from './shed-load.ts';

export const BODY_LIMIT_BYTES = 256 * 1024;
/** A fault names the schema it broke, which may name a code of its own; what is sent is never changed to fit, but loses what no form names. */
const SCHEMA_OPTIONS = {
  coerceTypes: false,
  removeAdditional: true,
  useDefaults: false,
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  keywords: ['x-fault-codes', SHOWN_AS],
};
const LONGEST_PARAM = 4_000;
/** Variants that share a path differ in this header: a route that names a variant is taken by its calls, any other call goes to the route that names none. */
const VARIANT_HEADER = 'platform';

const VARIANT = {
  name: 'variant',
  storage: () => {
    // biome-ignore lint/suspicious/noExplicitAny: the router's own type is a function of anything
    const handlers = new Map<string, any>();
    return {
      get: (variant: string) => handlers.get(variant) ?? null,
      // biome-ignore lint/suspicious/noExplicitAny: as above
      set: (variant: string, handler: any) => void handlers.set(variant, handler),
    };
  },
  deriveConstraint: (request: { readonly headers: IncomingHttpHeaders }) =>
    headerOf(request, VARIANT_HEADER)?.trim().toUpperCase() ?? '',
};

export type HttpOptions = {
  readonly environment: Environment;
  readonly tls: Settings['tls'];
  readonly publicUrl: string;
  /** Absent where TLS ends in a proxy in front. */
  readonly certificate: Certificate | undefined;
  readonly trustedProxies: readonly string[];
  readonly requestTimeoutMs: number;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly random: Random;
};

export function createHttpApp(options: HttpOptions): FastifyInstance {
  const { log, random } = options;
  const behindProxy = options.tls === 'proxy';
  const headers = headersOfEveryAnswer(options.environment);
  const gate = createGate({ ...options, headers });
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT_BYTES,
    // Of what people and machines look at: monitors and links that are unfurled ask so. Calls of an API answer to their own methods only.
    exposeHeadRoutes: true,
    return503OnClosing: false,
    forceCloseConnections: false,
    trustProxy: behindProxy ? [...options.trustedProxies] : false,
    genReqId: (request) => givenRequestId(request) ?? random.uuid(),
    routerOptions: { maxParamLength: LONGEST_PARAM, constraints: { variant: VARIANT } },
    ajv: { customOptions: SCHEMA_OPTIONS },
    schemaController: { compilersFactory: compilersWhenNeeded() },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    // The listener answers what cannot be read.
    clientErrorHandler: () => {},
    serverFactory: (handle) => createListener(gate.before(handle), options),
  });
  app.decorate('isStopping', false);
  app.decorate('publicOrigin', new URL(options.publicUrl).origin);
  // Some clients send a body with GET, and sign it.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.addHook('preClose', (done) => {
    gate.close();
    done();
  });
  addRequestContext(app, random);
  if (behindProxy) {
    // After the routes' own first look, at who calls; before a byte of the body is read.
    app.addHook('preParsing', async (request) => {
      const isWatched = request.routeOptions.config.isForWatchers === true && !('x-forwarded-proto' in request.headers);
      if (request.protocol === 'https' || isWatched) return;
      throw new DeliveryError(
        'ERR_FORBIDDEN',
        'Plain HTTP is not allowed. Send the same request to an https:// address.',
      );
    });
  }
  addAnswerHeaders(app, headers);
  watchAnswers(app, options);
  app.setErrorHandler(answerError);
  answerTheRest(app);
  return app;
}

type Headers = Readonly<Record<string, string>>;

function headersOfEveryAnswer(environment: Environment): Headers {
  return {
    'api-version': API_VERSION,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(environment === 'production' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

function addAnswerHeaders(app: FastifyInstance, headers: Headers): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A request that was in flight when the stop began is answered, and its connection does not linger.
    if (closing) reply.header('connection', 'close');
    reply.headers(headers).header('request-id', request.id);
    // A cache on the way may keep what says nothing of it: health as it was, or that there is no file which a process of the next version has.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
}

function watchAnswers(app: FastifyInstance, { log, metrics }: HttpOptions): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const status = reply.statusCode;
    const route = request.routeOptions.url ?? 'unknown';
    metrics.requestDuration.observe({ method, route, status }, reply.elapsedTime / SECOND_MS);
    if (log.isLevelEnabled('info')) {
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      const path = loggedPath(request).slice(0, 500);
      request.log.info({ ...request.logFields, method, path, status, ms }, 'request');
    }
    done();
  });
}

const LIKE_A_TOKEN = /[\w%-]{22,}/g;
/** What people look for: names, phones, addresses. */
const LOOKED_FOR = /([?&]search=)[^&]+/g;

/** Whoever has a token in the path may see what it opens; readers of the log need not. A path that nobody knows may have one anywhere. */
function loggedPath({ url, routeOptions }: FastifyRequest): string {
  const path = withoutOrigin(url).replaceAll(LOOKED_FOR, '$1…');
  if (routeOptions.url === undefined) return path.replaceAll(LIKE_A_TOKEN, '…');
  const place = routeOptions.url.split('/').indexOf(':token');
  return path
    .split('/')
    .map((part, index) => (index === place ? part.replace(/^[^?]*/, '…') : part))
    .join('/');
}

/** How an address and a call are put together wrongly, and how the path would be right. */
const WRONGLY_JOINED: readonly (readonly [advice: string, mend: (url: string) => string])[] = [
  ['Leave out the slash at its end.', (url) => url.replace(/\/(?=\?|$)/, '')],
  ['It has two slashes where one belongs.', (url) => url.replace(/^(\/v3)?\/{2,}/, '$1/')],
  ['It has /v3 twice.', (url) => url.replace(/^\/v3(?=\/v3\/)/, '')],
  ['It must begin with /v3.', (url) => `/v3${url}`],
];

/** What no route takes is 404, or 405 on a path that answers to other methods. */
function answerTheRest(app: FastifyInstance): void {
  app.decorate('everyRoute', []);
  app.addHook('onRoute', ({ url, method, schema, constraints }: RouteOptions) => {
    const { variant } = (constraints ?? {}) as { variant?: string };
    for (const name of [method].flat())
      app.everyRoute.push({ method: name, path: url, variant, schema: (schema ?? {}) as RouteSchema });
  });
  let findMethods: ReturnType<typeof methodsByPath> | undefined;
  app.setNotFoundHandler(({ method, url }) => {
    findMethods ??= methodsByPath(app.everyRoute);
    const methods = findMethods(url);
    if (methods === undefined || methods.has(method)) {
      const find = findMethods;
      const [advice] = WRONGLY_JOINED.find(([, mend]) => find(mend(url)) !== undefined && mend(url) !== url) ?? [
        'The reference at /docs lists every call.',
      ];
      throw new DeliveryError('ERR_NOT_FOUND', `There is nothing at this path. ${advice}`);
    }
    const allow = [...methods].join(', ');
    const sentence = `This path answers to ${allow}, not to ${method}.`;
    throw new DeliveryError('ERR_METHOD_NOT_ALLOWED', sentence, undefined, { allow });
  });
}

/** What a path answers to, found as the routes themselves are found. */
function methodsByPath(routes: EveryRoute): (url: string) => ReadonlySet<string> | undefined {
  const methods = new Map<string, Set<string>>();
  for (const { method, path } of routes) methods.set(path, (methods.get(path) ?? new Set()).add(method));
  const paths = createRouter({ maxParamLength: LONGEST_PARAM });
  for (const [path, known] of methods) paths.on('GET', path, () => {}, known);
  return (url) => {
    const found = paths.find('GET', url);
    return found === null || hasEmptyPart(found.params) ? undefined : found.store;
  };
}

/** Whether a path ends where an id should stand: to the router that is an id of no characters. */
export function hasEmptyPart(params: unknown): boolean {
  return Object.entries(params ?? {}).some(([name, part]) => name !== '*' && part === '');
}

/** The forms of what a route takes and answers. */
type RouteSchema = Readonly<Partial<Record<'params' | 'querystring' | 'headers' | 'body', object>>> & {
  readonly response?: Readonly<Record<string, object>>;
};
export type EveryRoute = readonly {
  readonly method: string;
  readonly path: string;
  /** Of two that share a path, what the second is for. */
  readonly variant: string | undefined;
  readonly schema: RouteSchema;
}[];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For those who watch a process: they come past a proxy in front, and cannot say that they came by HTTPS. */
    isForWatchers?: true;
  }
  interface FastifyInstance {
    /** Told to stop: it still answers, but whoever shares calls out should give it no more. */
    isStopping: boolean;
    /** As people's browsers name it. */
    publicOrigin: string;
    /** Every way in, for those who try them all. */
    everyRoute: EveryRoute[number][];
  }
}
