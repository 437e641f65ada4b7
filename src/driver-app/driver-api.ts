import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { type Asker, createDriverAuthenticator, type Purpose, type SignedInDriver } from '../drivers/index.ts';
import { orThrow } from '../foundation/decision.ts';
import type { ErrorCode } from '../foundation/error-codes.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { answerForms, type Streaming } from '../infrastructure/http/answer-forms.ts';
import type { Answer } from '../infrastructure/http/partner-api.ts';
import { createSessionCookie } from '../infrastructure/http/session-cookie.ts';
import { createSessionDoor, type SessionDoorDeps, senderOf } from '../partners/index.ts';

/** Either will do. */
const DRIVER_SESSION = [{ driverSession: [] }, { driverCookie: [] }];
const CALLS_A_MINUTE = 240;
const COOKIE = createSessionCookie({ name: 'driver', called: 'the driver app', takesBearer: true });

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
  /** The name of the call in the reference and in clients. */
  readonly operationId: string;
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
export function createDriverApi(app: FastifyInstance, deps: SessionDoorDeps): DriverApi {
  const authenticate = createDriverAuthenticator(deps.database, deps.clock);
  const door = createSessionDoor<SignedInDriver, AnyRoute>(app, deps, {
    kind: 'driver',
    callsAMinute: CALLS_A_MINUTE,
    describe,
    identify: (request, { purpose }) => authenticate(tokenOf(request), purpose),
    beforeReplay(driver, request, reply) {
      // The answer that took the cookie away may have been lost.
      if (driver.hasSignedOut) forgetCookie(request, reply);
    },
  });
  const via =
    (method: HTTPMethods): Register =>
    (path, route, handle) =>
      door.register(method, path, route as AnyRoute, (driver, call, request) =>
        (handle as unknown as (call: AnyCall) => Promise<Answer | undefined>)({
          ...call,
          driver,
          forgetCookie: () => forgetCookie(request, call.reply),
          isSignedIn: () => authenticate(tokenOf(request)),
        }),
      );
  return {
    get: via('GET'),
    post: via('POST'),
    delete: via('DELETE'),
    open(path, route, handle) {
      door.open(path, route as AnyRoute, ({ data, now, address }, request, reply) =>
        handle({
          data,
          now,
          asker: { address, requestId: request.id },
          keepsInCookie(token) {
            if (!COOKIE.isWantedBy(senderOf(request))) return false;
            reply.header('set-cookie', COOKIE.holding(token));
            return true;
          },
        }),
      );
    },
  };
}

function tokenOf(request: FastifyRequest): string {
  return orThrow(COOKIE.tokenOf(senderOf(request)));
}

function forgetCookie({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers.authorization === undefined) reply.header('set-cookie', COOKIE.none);
}

/** What serialises an answer also stands in the reference. */
function describe(route: AnyRoute, isOpen: boolean, refusals: readonly ErrorCode[]): object {
  const { operationId, summary, description } = route;
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: ['Driver app'],
    security: isOpen ? [] : DRIVER_SESSION,
    'x-codes': [...(route.refusals ?? []), ...refusals],
    response: answerForms(route),
  };
}
