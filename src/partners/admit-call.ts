import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Decision, orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { MINUTE_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { LimitedApi, Platform } from '../infrastructure/http/partner-api.ts';
import { addressOf, givenRequestId, headerOf, withoutOrigin } from '../infrastructure/http/request-context.ts';
import type { StoredAnswer } from '../infrastructure/http/stored-answer.ts';
import type { AddressGuard } from './address-guard.ts';
import type { Admission, Admit } from './admission.ts';
import { type AuthenticationDeps, authenticate } from './authenticate.ts';
import type { OpenKey } from './key-ring.ts';
import type { AnsweredCall } from './record-requests.ts';
import { decideKeyUse, decideTerms, type MarketList, type Terms } from './rules/api-key.ts';
import type { CallFault } from './rules/call-fault.ts';
import type { AnyRoute } from './rules/find-route.ts';
import { type RateLimit, type RateState, rateHeaders, rateLimitOf, retryAfterSeconds } from './rules/rate-limits.ts';
import { isAmong } from './rules/share.ts';
import { decideToken } from './rules/signature.ts';
import { fingerprintOf, type Recall } from './safe-retry.ts';
import { countFaultyCall } from './sandbox-settings-sql.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until somebody is named. */
    namedBy: AnsweredCall['caller'] | null;
  }
}

export type AdmissionDeps = AuthenticationDeps & {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly database: Database;
  readonly admit: Admit;
  readonly recall: Recall;
  readonly addressGuard: AddressGuard;
  readonly markets: () => MarketList;
};

export type Admitted = {
  readonly key: OpenKey;
  readonly market: string;
  readonly platform: Platform;
  /** Set where the call is a mutating one that carries a Request-ID. */
  readonly fingerprint: Buffer | undefined;
  readonly remembered: StoredAnswer | undefined;
  /** What the partner wants to go wrong with this call. */
  readonly fault: CallFault | undefined;
  /** Set where the call is read while it is counted: what is to be known before it is answered. */
  readonly counting: Promise<Admission> | undefined;
};

/** All that is asked before the body is read. Order of checks: decision 1.17. */
export async function admitCall(
  deps: AdmissionDeps,
  route: AnyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admitted> {
  const body = bodyOf(request);
  for (;;) {
    const key = await authenticateOrCount(deps, route, request, body);
    request.logFields = { partnerId: key.partner.id, apiKey: key.publicKey };
    request.namedBy = { key };
    const admitted = await admitWithKey(deps, route, request, reply, key, body);
    if (admitted !== undefined) return admitted;
    await deps.keyRing.fresh(key.publicKey);
  }
}

/** For a call that is read while it is counted: false where its key has changed, so that it must begin again. */
export async function isLetIn(
  deps: AdmissionDeps,
  route: AnyRoute,
  reply: FastifyReply,
  { key, counting }: Admitted,
): Promise<boolean> {
  if (counting === undefined || isCounted(deps, route, reply, await counting)) return true;
  await deps.keyRing.fresh(key.publicKey);
  return false;
}

export const NO_BODY = Buffer.alloc(0);

/** As it came, before anybody parses it. */
export function bodyOf(request: FastifyRequest): Buffer {
  return (request.body as Buffer | undefined) ?? NO_BODY;
}

/** Undefined where the key has changed since it was read. */
async function admitWithKey(
  deps: AdmissionDeps,
  route: AnyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  key: OpenKey,
  body: Buffer,
): Promise<Admitted | undefined> {
  const limit = rateLimitOf(route.limit, deps.environment, key.limitFactor);
  const use = decideUse(deps, route, key, request);
  if ('refused' in use) {
    // The refusal rests on what is remembered of the key, so that must be confirmed; it uses no quota.
    const { current, state } = await deps.admit({ key, limit, wanted: 0 });
    if (!current) return undefined;
    reply.headers(rateHeaders(route.limit, state));
    return orThrow(use);
  }
  const fingerprint = route.harmlessToRepeat === true ? undefined : fingerprintFor(request, key, body);
  const remembered = fingerprint && (await deps.recall(fingerprint));
  const counting = deps.admit({ key, limit, wanted: remembered === undefined ? 1 : 0 });
  const admitted = { key, ...use.accepted, fingerprint, remembered };
  if (route.readWhileCounted === true && key.fault === undefined) return { ...admitted, fault: undefined, counting };
  if (!isCounted(deps, route, reply, await counting)) return undefined;
  const fault = key.fault && (await takeFault(deps, route, key, key.fault));
  return { ...admitted, fault, counting: undefined };
}

/** False where the key has changed since it was read. Throws where there is no room for the call. */
function isCounted(
  deps: AdmissionDeps,
  route: AnyRoute,
  reply: FastifyReply,
  { current, exceeded, state }: Admission,
): boolean {
  if (!current) return false;
  reply.headers(rateHeaders(route.limit, state));
  if (exceeded !== undefined) throw tooManyCalls(route.limit, exceeded, state, deps.clock.now());
  return true;
}

async function authenticateOrCount(
  deps: AdmissionDeps,
  route: AnyRoute,
  request: FastifyRequest,
  body: Buffer,
): Promise<OpenKey> {
  const [path = '', query] = splitUrl(withoutOrigin(request.url));
  try {
    return await authenticate(deps, request.headers.authorization, {
      method: request.method,
      path,
      query,
      body,
      bodyMayBeUnsigned: request.method === 'GET' || route.ignoresBody === true,
    });
  } catch (error) {
    if (error instanceof DeliveryError && error.code === 'ERR_UNAUTHORIZED') {
      deps.addressGuard.countFailure(addressOf(request));
      request.namedBy = whoItSaysItIs(request);
    }
    throw error;
  }
}

/** Without a token nobody is named. */
function whoItSaysItIs(request: FastifyRequest): FastifyRequest['namedBy'] {
  const { authorization = '' } = request.headers;
  const token = decideToken(authorization);
  return 'accepted' in token ? { publicKey: token.accepted.publicKey, authorization } : null;
}

function splitUrl(url: string): [path: string, query: string] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark)];
}

function decideUse(deps: AdmissionDeps, route: AnyRoute, key: OpenKey, request: FastifyRequest): Decision<Terms> {
  const use = decideKeyUse(key, addressOf(request));
  if ('refused' in use) return use;
  const headers = { platform: headerOf(request, 'platform'), market: headerOf(request, 'market') };
  return decideTerms(key, headers, route.platform, deps.markets());
}

function tooManyCalls(api: LimitedApi, limit: RateLimit, state: RateState, now: number): DeliveryError {
  const seconds = limit.windowMs === MINUTE_MS ? retryAfterSeconds(state, now) : 1;
  const span = limit.windowMs === MINUTE_MS ? 'a minute' : 'a second';
  return new DeliveryError(
    'ERR_RATE_LIMIT_EXCEEDED',
    `${api} takes ${limit.allowed} calls ${span} from this key. Wait ${seconds} s, then go on.`,
    undefined,
    { 'retry-after': String(seconds) },
  );
}

function fingerprintFor(request: FastifyRequest, key: OpenKey, body: Buffer): Buffer | undefined {
  const requestId = givenRequestId(request);
  if (requestId === undefined || request.method === 'GET') return undefined;
  return fingerprintOf({ keyId: key.id, requestId, method: request.method, path: withoutOrigin(request.url), body });
}

/** Only in the sandbox, and never for the calls by which faults are set and taken away. */
async function takeFault(
  { environment, database }: AdmissionDeps,
  route: AnyRoute,
  key: OpenKey,
  fault: CallFault,
): Promise<CallFault | undefined> {
  if (environment !== 'sandbox' || route.limit === 'Sandbox') return undefined;
  const place = await countFaultyCall(database, key.partner.id);
  return place !== undefined && isAmong(fault.share ?? true, place) ? fault : undefined;
}
