import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { assert } from '../foundation/assert.ts';
import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import { answerForms } from '../infrastructure/http/answer-forms.ts';
import type { Answer } from '../infrastructure/http/partner-api.ts';
import { addressOf, headerOf } from '../infrastructure/http/request-context.ts';
import { createSessionCookie } from '../infrastructure/http/session-cookie.ts';
import {
  addressGroup,
  clockAheadOf,
  createSessionDoor,
  type SessionDoorDeps,
  type SessionRoute,
  senderOf,
} from '../partners/index.ts';
import type { Origin } from './account-deps.ts';
import { authenticatePerson, findSignedIn, type SignedInPerson } from './authenticate-person.ts';
import { deviceName } from './rules/device-name.ts';
import { type Desk, decidePermission, isPermissionOf, type Permission } from './rules/permissions.ts';

const CALLS_A_MINUTE = 600;
const CALLED: Readonly<Record<Desk, string>> = { portal: 'the portal', console: 'the console' };

type DeskRoute<Params extends TSchema, Query extends TSchema, Data extends TSchema> = {
  readonly may: Permission;
  readonly params?: Params;
  readonly query?: Query;
  readonly data?: Data;
  readonly bodyLimit?: number;
  /** Success statuses with the form of their `data`: what it does not name is not sent. Where it is left out, all of it is. */
  readonly answers?: Readonly<Record<number, TSchema | null>>;
  /** The answer's `data` is a list, with `next` beside it. */
  readonly paged?: boolean;
};

/** Of a partner's person. Whose business it is comes from the session, never from the URL. */
type PortalPart = {
  readonly partnerId: PartnerId;
  /** The time on the partner's clock, which may be ahead of ours in the sandbox. */
  partnerNow(): Promise<Instant>;
  /** The database as the partner may see it. */
  readonly seen: Queryable;
};
type ConsolePart = { readonly partnerId: undefined; readonly seen: Queryable };

type DeskCall<D extends Desk, Params = unknown, Query = unknown, Data = unknown> = {
  readonly person: SignedInPerson;
  readonly now: Instant;
  readonly params: Params;
  readonly query: Query;
  readonly data: Data;
  readonly reply: FastifyReply;
  /** As far as it tells households apart. */
  readonly address: string;
  /** This browser is not signed in any more. */
  forgetCookie(): void;
  /** Throws where the browser was signed out, or the role taken away, after the call began. */
  isSignedIn(): Promise<unknown>;
  /** The change and the memory of its answer are committed together: the same call again gets the same answer. */
  once(work: (tx: Transaction) => Promise<Answer>): Promise<Answer>;
} & (D extends 'portal' ? PortalPart : ConsolePart);

type Register<D extends Desk> = <
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Data extends TSchema = TSchema,
>(
  path: string,
  route: DeskRoute<Params, Query, Data>,
  /** Undefined where the handler has answered by itself, with a file or a stream. */
  handle: (call: DeskCall<D, Static<Params>, Static<Query>, Static<Data>>) => Promise<Answer | undefined>,
) => void;

type OpenCall<Data> = {
  readonly data: Data;
  readonly now: Instant;
  readonly origin: Origin;
  /** Of the browser that asks, empty where it has none. */
  readonly token: string;
  keepInCookie(token: string): void;
  forgetCookie(): void;
};

export type DeskApi<D extends Desk = Desk> = {
  readonly desk: D;
  readonly get: Register<D>;
  readonly post: Register<D>;
  readonly put: Register<D>;
  readonly patch: Register<D>;
  readonly delete: Register<D>;
  /** Without a session, for those who are about to sign in. */
  open<Data extends TSchema>(
    path: string,
    route: Omit<DeskRoute<TSchema, TSchema, Data>, 'may'>,
    handle: (call: OpenCall<Static<Data>>) => Promise<Answer>,
  ): void;
};

type KnownRoute = {
  readonly method: string;
  readonly path: string;
  readonly desk: Desk;
  /** Left out where nobody needs to be signed in. */
  readonly may?: Permission;
  readonly query?: TSchema;
  readonly data?: TSchema;
};
declare module 'fastify' {
  interface FastifyInstance {
    /** Every way into the desks, for those who try them all. */
    deskRoutes: KnownRoute[];
  }
}

type AnyRoute = Partial<DeskRoute<TSchema, TSchema, TSchema>> & SessionRoute;
type AnyHandle = (call: object) => Promise<Answer | undefined>;

/** The one way in for a desk's browser app. */
export function createDeskApi<D extends Desk>(app: FastifyInstance, desk: D, deps: SessionDoorDeps): DeskApi<D> {
  const { database, clock } = deps;
  const cookie = createSessionCookie({ name: desk, called: CALLED[desk], takesBearer: false });
  const tokenOf = (request: FastifyRequest) => orThrow(cookie.tokenOf(senderOf(request)));
  if (!app.hasDecorator('deskRoutes')) app.decorate('deskRoutes', []);

  const allowed = (person: SignedInPerson, { may = 'look' }: AnyRoute) => {
    orThrow(decidePermission(person, may));
    return person;
  };
  const door = createSessionDoor<SignedInPerson, AnyRoute>(app, deps, {
    kind: 'person',
    callsAMinute: CALLS_A_MINUTE,
    describe,
    identify: async (request, route) =>
      allowed(await authenticatePerson(database, desk, tokenOf(request), clock.now()), route),
  });

  function know(method: HTTPMethods, path: string, { may, query, data }: AnyRoute): void {
    assert(path.startsWith(`/${desk}/v1/`), 'a path of a desk begins with its name');
    assert(may === undefined || isPermissionOf(desk, may), 'a permission is one of the desk');
    const form = {
      ...(may === undefined ? {} : { may }),
      ...(query === undefined ? {} : { query }),
      ...(data === undefined ? {} : { data }),
    };
    app.deskRoutes.push({ method: String(method), path, desk, ...form });
  }

  const via =
    (method: HTTPMethods): Register<D> =>
    (path, route, handle) => {
      know(method, path, route as AnyRoute);
      door.register(method, path, route as AnyRoute, (person, call, request) =>
        (handle as unknown as AnyHandle)({
          ...call,
          person,
          partnerId: person.partnerId,
          seen: person.partnerId === undefined ? database : database.asSeenBy(person.partnerId),
          partnerNow: async () => clock.now() + (await clockAheadOf(database, person.partnerId as PartnerId)),
          address: addressGroup(addressOf(request)),
          forgetCookie: () => call.reply.header('set-cookie', cookie.none),
          isSignedIn: async () =>
            allowed(await findSignedIn(database, desk, tokenOf(request), clock.now()), route as AnyRoute),
        }),
      );
    };
  return {
    desk,
    get: via('GET'),
    post: via('POST'),
    put: via('PUT'),
    patch: via('PATCH'),
    delete: via('DELETE'),
    open(path, route, handle) {
      know('POST', path, route as AnyRoute);
      door.open(path, route as AnyRoute, async ({ data, now, address }, request, reply) => {
        // Else a page of somebody else's could sign a browser in as them.
        if (!cookie.isWantedBy(senderOf(request)))
          throw new DeliveryError(
            'ERR_FORBIDDEN',
            `Only ${CALLED[desk]} itself signs people in (Waybill-App: ${desk}).`,
          );
        return handle({
          data,
          now,
          origin: {
            address,
            device: deviceName(headerOf(request, 'user-agent') ?? ''),
            noteWho(personId) {
              request.logFields = { personId };
            },
          },
          token: tokenOf(request),
          keepInCookie: (token) => reply.header('set-cookie', cookie.holding(token)),
          forgetCookie: () => reply.header('set-cookie', cookie.none),
        });
      });
    },
  };
}

/** Desks are our own business: they are not in the public reference. */
function describe({ answers, paged = false }: AnyRoute): object {
  if (answers === undefined) return { hide: true };
  return { hide: true, response: answerForms({ summary: 'Done', answers, paged }) };
}
