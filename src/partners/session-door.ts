import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../foundation/error-codes.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import { createCallLimit } from '../infrastructure/http/call-limit.ts';
import { originOf } from '../infrastructure/http/call-origin.ts';
import { parseJsonBody } from '../infrastructure/http/json-body.ts';
import type { Answer } from '../infrastructure/http/partner-api.ts';
import { addressOf, givenRequestId } from '../infrastructure/http/request-context.ts';
import type { Sender } from '../infrastructure/http/session-cookie.ts';
import { type StoredAnswer, sendStored, toStored } from '../infrastructure/http/stored-answer.ts';
import type { AddressGuard } from './address-guard.ts';
import { addressGroup } from './rules/api-key.ts';
import { createRecall, doOnce, fingerprintOf } from './safe-retry.ts';

/** From one address: those of a depot or an office may share one. */
const STRANGERS_CALLS_A_MINUTE = 60;

export type SessionDoorDeps = {
  readonly database: Database;
  readonly clock: Clock;
  /** Shuts out addresses that keep failing to sign in. */
  readonly addressGuard: AddressGuard;
};

/** What such a door needs to know of a route; the rest of it is the door's own. */
export type SessionRoute = {
  readonly params?: TSchema;
  readonly query?: TSchema;
  /** The form of the body's `data`. */
  readonly data?: TSchema;
  readonly bodyLimit?: number;
};

type Caller = { readonly id: string };

/** How one kind of people is known. */
export type SessionTerms<Who extends Caller, Route extends SessionRoute> = {
  /** Stands before the caller's id, so that no two kinds are taken for one. */
  readonly kind: string;
  readonly callsAMinute: number;
  /** What of the schema is not the form of the call: how it stands in the reference, and the form of its answers. */
  describe(route: Route, isOpen: boolean, refusals: readonly ErrorCode[]): object;
  /** Throws for a caller who may not. */
  identify(request: FastifyRequest, route: Route): Promise<Who>;
  /** Before an earlier answer is given again. */
  beforeReplay?(caller: Who, request: FastifyRequest, reply: FastifyReply): void;
};

type SessionCall = {
  readonly now: Instant;
  readonly params: never;
  readonly query: never;
  readonly data: never;
  readonly reply: FastifyReply;
  /** The change and the memory of its answer are committed together: the same call again gets the same answer. */
  once(work: (tx: Transaction) => Promise<Answer>): Promise<Answer>;
};

type OpenSessionCall = {
  readonly data: never;
  readonly now: Instant;
  /** As far as it tells households apart. */
  readonly address: string;
};

export type SessionDoor<Who extends Caller, Route extends SessionRoute> = {
  register(
    method: HTTPMethods,
    path: string,
    route: Route,
    handle: (caller: Who, call: SessionCall, request: FastifyRequest) => Promise<Answer | undefined>,
  ): void;
  /** Without a session, for those who are about to sign in. */
  open(
    path: string,
    route: Route,
    handle: (call: OpenSessionCall, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>,
  ): void;
};

declare module 'fastify' {
  interface FastifyRequest {
    caller: unknown;
    /** The bytes of the body, which are part of what makes two calls the same. */
    rawBody: Buffer | null;
  }
}

/** The way in for people who are signed in: session, call limit, safe retry by Request-ID, body in its envelope. */
export function createSessionDoor<Who extends Caller, Route extends SessionRoute>(
  app: FastifyInstance,
  deps: SessionDoorDeps,
  terms: SessionTerms<Who, Route>,
): SessionDoor<Who, Route> {
  const { database, clock, addressGuard } = deps;
  const recall = createRecall(database, clock);
  const limit = createCallLimit(clock, terms.callsAMinute, MINUTE_MS);
  const limitStrangers = createCallLimit(clock, STRANGERS_CALLS_A_MINUTE, MINUTE_MS);
  if (!app.hasRequestDecorator('caller')) app.decorateRequest('caller', null).decorateRequest('rawBody', null);

  return {
    register(method, path, route, handle) {
      app.route({
        method,
        url: path,
        exposeHeadRoute: false,
        ...formOf(String(method), route, false),
        // Before the body is read: a stranger's is not.
        onRequest: [
          guardAddress,
          async (request) => {
            const caller = await countFailures(request, () => terms.identify(request, route));
            request.logFields = { [`${terms.kind}Id`]: caller.id };
            limit(caller.id);
            request.caller = caller;
          },
        ],
        preValidation: async (request) => {
          // No database keeps it, so nothing is found by it.
          if (request.url.includes('%00'))
            throw new DeliveryError('ERR_INVALID_FIELD', 'The address must not contain the character U+0000.');
          request.body = readData(route, request);
        },
        handler: async (request, reply) => {
          const caller = request.caller as Who;
          const now = clock.now();
          const fingerprint = fingerprintFor(request, `${terms.kind}/${caller.id}`);
          const earlier = fingerprint && (await recall(fingerprint));
          if (earlier !== undefined) {
            terms.beforeReplay?.(caller, request, reply);
            return sendStored(reply, earlier, true);
          }
          let stored: { answer: StoredAnswer; replayed: boolean } | undefined;
          const call: SessionCall = {
            now,
            params: request.params as never,
            query: request.query as never,
            data: dataOf(request),
            reply,
            async once(work) {
              if (fingerprint === undefined) return database.inTransaction(work);
              stored = await doOnce(database, fingerprint, now, async (tx) => toStored(await work(tx), reply));
              return { status: stored.answer.status };
            },
          };
          const answer = await handle(caller, call, request).catch(async (error: unknown): Promise<Answer> => {
            // Refused because the same call has just succeeded: it gets the answer of that.
            if (fingerprint === undefined || !(error instanceof DeliveryError)) throw error;
            const meanwhile = await recall(fingerprint);
            if (meanwhile === undefined) throw error;
            stored = { answer: meanwhile, replayed: true };
            return meanwhile;
          });
          if (answer === undefined) return reply;
          return sendStored(reply, stored?.answer ?? toStored(answer, reply), stored?.replayed ?? false);
        },
      });
    },
    open(path, route, handle) {
      app.route({
        method: 'POST',
        url: path,
        ...formOf('POST', route, true),
        onRequest: guardAddress,
        preValidation: async (request) => {
          limitStrangers(addressGroup(addressOf(request)));
          request.body = readData(route, request);
        },
        handler: async (request, reply) => {
          const call = { data: dataOf(request), now: clock.now(), address: addressGroup(addressOf(request)) };
          const answer = await countFailures(request, () => handle(call, request, reply));
          return sendStored(reply, toStored(answer, reply), false);
        },
      });
    },
  };

  function formOf(method: string, route: Route, isOpen: boolean) {
    const { params, query, data, bodyLimit } = route;
    return {
      schema: {
        ...terms.describe(route, isOpen, doorRefusals(method, route, isOpen)),
        headers: CallHeaders,
        ...(params === undefined ? {} : { params }),
        ...(query === undefined ? {} : { querystring: query }),
        ...(data === undefined ? {} : { body: Type.Object({ data }) }),
      },
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
    };
  }

  function guardAddress(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    // Whatever the answer is, a device learns from it how far off its own clock is.
    reply.header('date', new Date(clock.now()).toUTCString());
    request.raw.headers['content-type'] = 'application/json';
    done(addressGuard.refusalFor(addressOf(request)));
  }

  async function countFailures<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DeliveryError && error.code === 'ERR_UNAUTHORIZED')
        addressGuard.countFailure(addressOf(request));
      throw error;
    }
  }
}

/** What the door itself may answer. */
function doorRefusals(method: string, { data }: SessionRoute, isOpen: boolean): readonly ErrorCode[] {
  return [
    'ERR_PAYLOAD_TOO_LARGE',
    'ERR_UNAUTHORIZED',
    'ERR_FORBIDDEN',
    'ERR_RATE_LIMIT_EXCEEDED',
    'ERR_INVALID_FIELD',
    ...(method === 'GET' || isOpen ? [] : ['ERR_REQUEST_IN_PROGRESS' as const]),
    ...(data === undefined ? [] : ['ERR_INVALID_JSON' as const, 'ERR_MISSING_FIELD' as const]),
    'ERR_INTERNAL',
    'ERR_UNAVAILABLE',
  ];
}

const CallHeaders = Type.Object({
  'request-id': Type.Optional(
    Type.String({
      description: 'Your own id of the call. A call repeated with the same id and body takes effect once.',
    }),
  ),
});

export function senderOf(request: FastifyRequest): Sender {
  return { method: request.method, headers: request.headers, origin: originOf(request) };
}

function dataOf(request: FastifyRequest): never {
  return (request.body as { data?: unknown } | undefined)?.data as never;
}

function readData(route: SessionRoute, request: FastifyRequest): unknown {
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  request.rawBody = body;
  if (route.data === undefined) return undefined;
  // Devices know places and strokes to more digits than a double keeps.
  const parsed = body.length === 0 ? { data: {} } : parseJsonBody(body, 'rounded');
  if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, 'data'))
    throw new DeliveryError('ERR_MISSING_FIELD', 'The body must be a JSON object with the field "data".', '/data');
  return parsed;
}

function fingerprintFor(request: FastifyRequest, keyId: string): Buffer | undefined {
  const requestId = givenRequestId(request);
  if (requestId === undefined || request.method === 'GET') return undefined;
  const body = request.rawBody ?? Buffer.alloc(0);
  return fingerprintOf({ keyId, requestId, method: request.method, path: request.url, body });
}
