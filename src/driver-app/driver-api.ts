import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { type Asker, authenticateDriver, type Purpose, type SignedInDriver } from '../drivers/index.ts';
import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import { answerForms, type Streaming } from '../infrastructure/http/answer-forms.ts';
import { createCallLimit } from '../infrastructure/http/call-limit.ts';
import { originOf } from '../infrastructure/http/call-origin.ts';
import { parseJsonBody } from '../infrastructure/http/json-body.ts';
import type { Answer } from '../infrastructure/http/partner-api.ts';
import { addressOf, givenRequestId } from '../infrastructure/http/request-context.ts';
import { type StoredAnswer, sendStored, toStored } from '../infrastructure/http/stored-answer.ts';
import { type AddressGuard, addressGroup, doOnce, fingerprintOf, recallAnswer } from '../partners/index.ts';
import { cookieWith, NO_COOKIE, readToken, wantsCookie } from './rules/device-token.ts';

/** Either will do. */
const DRIVER_SESSION = [{ driverSession: [] }, { driverCookie: [] }];
const CALLS_A_MINUTE = 240;
/** From one address: a depot's drivers may share one. */
const SIGN_INS_A_MINUTE = 60;

export type DriverApiDeps = {
  readonly database: Database;
  readonly clock: Clock;
  /** Shuts out addresses that keep failing to sign in. */
  readonly addressGuard: AddressGuard;
};

type DriverCall<Params, Query, Data> = {
  readonly driver: SignedInDriver;
  readonly now: Instant;
  readonly params: Params;
  readonly query: Query;
  readonly data: Data;
  readonly reply: FastifyReply;
  /** The device which asks is not signed in any more: where it has a cookie, that goes. */
  forgetCookie(): void;
  /** Throws where the device was signed out, or the driver suspended, after the call began. */
  isSignedIn(): Promise<unknown>;
  /** The change and the memory of its answer are committed together: the same call again gets the same answer. */
  once(work: (tx: Transaction) => Promise<Answer>): Promise<Answer>;
};

type DriverRoute<Params extends TSchema, Query extends TSchema, Data extends TSchema> = Streaming & {
  readonly description?: string;
  /** WORK where nothing is said. */
  readonly purpose?: Purpose;
  readonly params?: Params;
  readonly query?: Query;
  readonly data?: Data;
  readonly bodyLimit?: number;
};

type Register = <Params extends TSchema = TSchema, Query extends TSchema = TSchema, Data extends TSchema = TSchema>(
  path: string,
  route: DriverRoute<Params, Query, Data>,
  handle: (call: DriverCall<Static<Params>, Static<Query>, Static<Data>>) => Promise<Answer | undefined>,
) => void;
type RegisterOpen = <Data extends TSchema>(
  path: string,
  route: DriverRoute<TSchema, TSchema, Data>,
  handle: (call: OpenCall<Static<Data>>) => Promise<Answer>,
) => void;
type OpenCall<Data> = {
  readonly data: Data;
  readonly now: Instant;
  readonly asker: Asker;
  /** True where the token has gone into a cookie, so that the answer need not show it. */
  keepsInCookie(token: string): boolean;
};

export type DriverApi = {
  readonly get: Register;
  readonly post: Register;
  readonly delete: Register;
  /** Without a session, for those who are about to sign in. */
  readonly open: RegisterOpen;
};

type AnyRoute = DriverRoute<TSchema, TSchema, TSchema>;
type AnyCall = DriverCall<never, never, never>;

/** The one way in for drivers' devices. */
export function createDriverApi(app: FastifyInstance, deps: DriverApiDeps): DriverApi {
  const limit = createCallLimit(deps.clock, CALLS_A_MINUTE, MINUTE_MS);
  const limitStrangers = createCallLimit(deps.clock, SIGN_INS_A_MINUTE, MINUTE_MS);

  function register(
    method: HTTPMethods,
    path: string,
    route: AnyRoute,
    handle: (call: AnyCall) => Promise<Answer | undefined>,
  ) {
    app.route({
      ...common(method, path, route, DRIVER_SESSION),
      // Before the body is read: a stranger's is not.
      onRequest: [
        guardAddress,
        async (request) => {
          request.driver = await signedIn(deps, limit, request, route.purpose);
        },
      ],
      preValidation: async (request) => {
        request.body = readData(route, request);
      },
      handler: async (request, reply) => {
        const now = deps.clock.now();
        const driver = request.driver as SignedInDriver;
        const fingerprint = fingerprintFor(request, driver);
        const earlier = fingerprint && (await recallAnswer(deps.database, fingerprint, now));
        if (earlier !== undefined) {
          // The answer that took the cookie away may have been lost.
          if (driver.hasSignedOut) forgetCookie(request, reply);
          return sendStored(reply, earlier, true);
        }
        let stored: { answer: StoredAnswer; replayed: boolean } | undefined;
        const answer = await handle({
          driver,
          now,
          params: request.params as never,
          query: request.query as never,
          data: (request.body as { data?: unknown } | undefined)?.data as never,
          reply,
          forgetCookie: () => forgetCookie(request, reply),
          isSignedIn: () => authenticateDriver(deps.database, tokenOf(request), deps.clock.now()),
          async once(work) {
            if (fingerprint === undefined) return deps.database.inTransaction(work);
            stored = await doOnce(deps.database, fingerprint, now, async (tx) => toStored(await work(tx), reply));
            return { status: stored.answer.status };
          },
        }).catch(async (error: unknown): Promise<Answer> => {
          // Refused because the same call has just succeeded: it gets the answer of that.
          const meanwhile = fingerprint && (await recallAnswer(deps.database, fingerprint, now));
          if (meanwhile === undefined || !(error instanceof DeliveryError)) throw error;
          stored = { answer: meanwhile, replayed: true };
          return meanwhile;
        });
        if (answer === undefined) return reply;
        return sendStored(reply, stored?.answer ?? toStored(answer, reply), stored?.replayed ?? false);
      },
    });
  }

  app.decorateRequest('driver', null);
  app.decorateRequest('rawDriverBody', null);
  const via =
    (method: HTTPMethods): Register =>
    (path, route, handle) =>
      register(method, path, route as AnyRoute, handle as unknown as (call: AnyCall) => Promise<Answer | undefined>);
  return {
    get: via('GET'),
    post: via('POST'),
    delete: via('DELETE'),
    open(path, route, handle) {
      app.route({
        ...common('POST', path, route as AnyRoute, []),
        preValidation: async (request) => {
          limitStrangers(addressGroup(addressOf(request)));
          request.body = readData(route as AnyRoute, request);
        },
        handler: async (request, reply) => {
          const { data } = request.body as { data: never };
          try {
            const asker = { address: addressGroup(addressOf(request)), requestId: request.id };
            const keepsInCookie = (token: string) => {
              if (!wantsCookie(senderOf(request))) return false;
              reply.header('set-cookie', cookieWith(token));
              return true;
            };
            const answer = await handle({ data, now: deps.clock.now(), asker, keepsInCookie });
            return sendStored(reply, toStored(answer, reply), false);
          } catch (error) {
            if (error instanceof DeliveryError && error.code === 'ERR_UNAUTHORIZED')
              deps.addressGuard.countFailure(addressOf(request));
            throw error;
          }
        },
      });
    },
  };

  function common(method: HTTPMethods, path: string, route: AnyRoute, security: readonly object[]) {
    return {
      method,
      url: path,
      schema: schemaOf(route, security),
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: guardAddress,
    };
  }

  function guardAddress(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    // Whatever the answer is, a device learns from it how far off its own clock is.
    reply.header('date', new Date(deps.clock.now()).toUTCString());
    request.raw.headers['content-type'] = 'application/json';
    done(deps.addressGuard.refusalFor(addressOf(request)));
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    driver: SignedInDriver | null;
    /** The bytes of the body, which are part of what makes two calls the same. */
    rawDriverBody: Buffer | null;
  }
}

function senderOf(request: FastifyRequest) {
  return { method: request.method, headers: request.headers, origin: originOf(request) };
}

function tokenOf(request: FastifyRequest): string {
  return orThrow(readToken(senderOf(request)));
}

function forgetCookie({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers.authorization === undefined) reply.header('set-cookie', NO_COOKIE);
}

async function signedIn(
  { database, clock, addressGuard }: DriverApiDeps,
  limit: (name: string) => void,
  request: FastifyRequest,
  purpose: Purpose | undefined,
): Promise<SignedInDriver> {
  try {
    const driver = await authenticateDriver(database, tokenOf(request), clock.now(), purpose);
    request.logFields = { driverId: driver.id };
    limit(driver.id);
    return driver;
  } catch (error) {
    if (error instanceof DeliveryError && error.code === 'ERR_UNAUTHORIZED')
      addressGuard.countFailure(addressOf(request));
    throw error;
  }
}

function readData(route: AnyRoute, request: FastifyRequest): unknown {
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  request.rawDriverBody = body;
  if (route.data === undefined) return undefined;
  // Devices know places and strokes to more digits than a double keeps.
  const parsed = body.length === 0 ? { data: {} } : parseJsonBody(body, 'rounded');
  if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, 'data'))
    throw new DeliveryError('ERR_MISSING_FIELD', 'The body must be a JSON object with the field "data".', '/data');
  return parsed;
}

function fingerprintFor(request: FastifyRequest, driver: SignedInDriver): Buffer | undefined {
  const requestId = givenRequestId(request);
  if (requestId === undefined || request.method === 'GET') return undefined;
  const body = request.rawDriverBody ?? Buffer.alloc(0);
  return fingerprintOf({ keyId: `driver/${driver.id}`, requestId, method: request.method, path: request.url, body });
}

const CallHeaders = Type.Object({
  'request-id': Type.Optional(
    Type.String({
      description: 'Your own id of the call. A call repeated with the same id and body takes effect once.',
    }),
  ),
});

/** What validates a call, serialises its answer and stands in the reference: one schema. */
function schemaOf(route: AnyRoute, security: readonly object[]): object {
  const { summary, description, params, query, data } = route;
  return {
    summary,
    ...(description === undefined ? {} : { description }),
    tags: ['Driver app'],
    security,
    headers: CallHeaders,
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(data === undefined ? {} : { body: Type.Object({ data }) }),
    response: answerForms(route),
  };
}
