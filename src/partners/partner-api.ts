import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { TSchema } from 'typebox';
import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { MINUTE_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import { type Environment, listOf } from '../infrastructure/config/settings.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { validationFaults } from '../infrastructure/http/error-answers.ts';
import { parseJsonBody } from '../infrastructure/http/json-body.ts';
import type {
  Answer,
  LimitedApi,
  PartnerApi,
  PartnerCall,
  PartnerRoute,
  Platform,
} from '../infrastructure/http/partner-api.ts';
import { addressOf, givenRequestId, traceOf } from '../infrastructure/http/request-context.ts';
import { type StoredAnswer, sendStored, toStored } from '../infrastructure/http/stored-answer.ts';
import type { AddressGuard } from './address-guard.ts';
import type { Admit } from './admission.ts';
import { type AuthenticationDeps, authenticate } from './authenticate.ts';
import type { OpenKey } from './key-ring.ts';
import { schemaOf } from './route-schema.ts';
import { decideKeyUse, decideMarket, decidePlatform, firstPlatform, type MarketList } from './rules/api-key.ts';
import { type CallFault, codeOfFault } from './rules/call-fault.ts';
import {
  paceOf,
  type RateLimit,
  type RateState,
  rateHeaders,
  rateLimitOf,
  retryAfterSeconds,
} from './rules/rate-limits.ts';
import { isAmong } from './rules/share.ts';
import { doOnce, fingerprintOf, recallAnswer } from './safe-retry.ts';
import { countFaultyCall } from './sandbox-settings-sql.ts';

export type FrontDoorDeps = AuthenticationDeps & {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly database: Database;
  readonly admit: Admit;
  readonly addressGuard: AddressGuard;
  readonly markets: () => MarketList;
};

type AnyRoute = PartnerRoute<TSchema, TSchema, TSchema>;
type AnyCall = PartnerCall<unknown, unknown, unknown>;
type Admitted = {
  readonly key: OpenKey;
  readonly market: string;
  readonly platform: Platform;
  /** Set where the call is a mutating one that carries a Request-ID. */
  readonly fingerprint: Buffer | undefined;
  readonly remembered: StoredAnswer | undefined;
  /** What the partner wants to go wrong with this call. */
  readonly fault: CallFault | undefined;
};

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null;
  }
}

const NO_BODY = Buffer.alloc(0);

/** Calls that this process is working on, by fingerprint: the same call again is told to wait. */
function createRunningCalls(): (fingerprint: Buffer | undefined) => () => void {
  const running = new Set<string>();
  return (fingerprint) => {
    if (fingerprint === undefined) return () => {};
    const name = fingerprint.toString('base64');
    if (running.has(name)) throw new DeliveryError('ERR_REQUEST_IN_PROGRESS');
    running.add(name);
    return () => running.delete(name);
  };
}

/** The one way in for partners. Order of checks: decision 1.17. */
export function createPartnerApi(app: FastifyInstance, deps: FrontDoorDeps): PartnerApi {
  app.decorateRequest('admitted', null);
  const beginCall = createRunningCalls();

  function register(
    method: HTTPMethods,
    path: string,
    route: AnyRoute,
    handle: (call: AnyCall) => Promise<Answer>,
  ): void {
    app.route({
      method,
      url: path,
      // The first of two variants on one path takes every call that does not name the second.
      ...(app.hasRoute({ method, url: path }) ? { constraints: { variant: route.platform } } : {}),
      schema: schemaOf(route),
      attachValidation: route.furtherFaults !== undefined,
      onRequest: (request, _reply, done) => {
        // Bodies are JSON whatever their type says, also when it says nonsense.
        request.raw.headers['content-type'] = 'application/json';
        done(deps.addressGuard.refusalFor(addressOf(request)));
      },
      preValidation: async (request, reply) => {
        const admitted = await admit(deps, route, request, reply);
        request.admitted = admitted;
        const { remembered, fault } = admitted;
        if (fault !== undefined && (fault.afterCommit !== true || remembered !== undefined)) return spoil(fault, reply);
        if (remembered !== undefined) return sendStored(reply, remembered, true);
        request.body = readData(route, request);
      },
      handler: async (request, reply) => {
        const admitted = request.admitted as Admitted;
        if (request.validationError !== undefined) throw withFurtherFaults(deps, route, request, admitted);
        let stored: { answer: StoredAnswer; replayed: boolean } | undefined;
        const finish = beginCall(admitted.fingerprint);
        const answer = await handle({
          partner: { ...admitted.key.partner, markets: admitted.key.markets },
          market: admitted.market,
          platform: admitted.platform,
          clockAheadMs: admitted.key.clockAheadMs,
          now: deps.clock.now() + admitted.key.clockAheadMs,
          params: request.params,
          query: request.query,
          data: (request.body as { data?: unknown } | undefined)?.data,
          trace: traceOf(request),
          log: request.log as AnyCall['log'],
          expands: (part) => listOf(headerOf(request, 'expand') ?? '').includes(part),
          memoryOf: (answer) =>
            admitted.fingerprint && {
              fingerprint: admitted.fingerprint,
              ...toStored(answer, reply),
              at: deps.clock.now(),
            },
          async once(work) {
            if (admitted.fingerprint === undefined) return deps.database.inTransaction(work);
            stored = await doOnce(deps.database, admitted.fingerprint, deps.clock.now(), async (tx) =>
              toStored(await work(tx), reply),
            );
            return { status: stored.answer.status };
          },
        })
          .catch(async (error: unknown): Promise<Answer> => {
            const answer = await answeredMeanwhile(error, admitted.fingerprint);
            stored = { answer, replayed: true };
            return answer;
          })
          .finally(finish);
        if (admitted.fault !== undefined) return spoil(admitted.fault, reply);
        return sendStored(reply, stored?.answer ?? toStored(answer, reply), stored?.replayed ?? false);
      },
    });
  }

  /** A retry that was refused because its first attempt had just succeeded, elsewhere, gets the answer of that. */
  async function answeredMeanwhile(error: unknown, fingerprint: Buffer | undefined): Promise<StoredAnswer> {
    if (fingerprint === undefined || !(error instanceof DeliveryError)) throw error;
    const earlier = await recallAnswer(deps.database, fingerprint, deps.clock.now());
    if (earlier === undefined) throw error;
    return earlier;
  }

  const via =
    (method: HTTPMethods): PartnerApi['get'] =>
    (path, route, handle) =>
      register(method, path, route as AnyRoute, handle as (call: AnyCall) => Promise<Answer>);
  return { get: via('GET'), post: via('POST'), put: via('PUT'), patch: via('PATCH'), delete: via('DELETE') };
}

async function admit(
  deps: FrontDoorDeps,
  route: AnyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admitted> {
  const body = (request.body as Buffer | undefined) ?? NO_BODY;
  const key = await authenticateOrCount(deps, route, request, body);
  request.logFields = { partnerId: key.partner.id, apiKey: key.publicKey };
  const limit = rateLimitOf(route.limit, deps.environment, key.limitFactor);
  const refusal = findRefusal(deps, route, key, request);
  if (refusal instanceof DeliveryError) {
    // The refusal rests on what is remembered of the key, so that must be confirmed; it uses no quota.
    const { current, state } = await deps.admit({ key, limit, wanted: 0 });
    if (!current) return admitAnew(deps, route, request, reply, key);
    reply.headers(rateHeaders(route.limit, state));
    throw refusal;
  }
  const fingerprint = route.harmlessToRepeat === true ? undefined : fingerprintFor(request, key, body);
  const remembered = fingerprint && (await recallAnswer(deps.database, fingerprint, deps.clock.now()));
  const wanted = remembered === undefined ? 1 : 0;
  const pace = paceOf(route.limit, key.limitFactor);
  if (pace !== undefined) {
    // A look only, so that also a call that comes too fast is told where it stands.
    if (!(await pass(deps, route.limit, key, limit, 0, reply))) return admitAnew(deps, route, request, reply, key);
    if (!(await pass(deps, route.limit, key, pace, wanted, undefined)))
      return admitAnew(deps, route, request, reply, key);
  }
  if (!(await pass(deps, route.limit, key, limit, wanted, reply))) return admitAnew(deps, route, request, reply, key);
  const fault = key.fault && (await takeFault(deps, route, key, key.fault));
  return { key, ...refusal, fingerprint, remembered, fault };
}

/** Only in the sandbox, and never for the calls by which faults are set and taken away. */
async function takeFault(
  { environment, database }: FrontDoorDeps,
  route: AnyRoute,
  key: OpenKey,
  fault: CallFault,
): Promise<CallFault | undefined> {
  if (environment !== 'sandbox' || route.limit === 'Sandbox') return undefined;
  const place = await countFaultyCall(database, key.partner.id);
  return place !== undefined && isAmong(fault.share ?? true, place) ? fault : undefined;
}

/** The call ends badly because its partner wants it to. */
function spoil(fault: CallFault, reply: FastifyReply): FastifyReply {
  if ('cut' in fault) {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  throw new DeliveryError(
    codeOfFault(fault.status),
    `You have asked for this ${fault.status} with PUT /sandbox/v1/faults.`,
    undefined,
    fault.status === 500 ? {} : { 'retry-after': '1' },
  );
}

/** The key changed between two looks at it: forget the first look and start over. */
async function admitAnew(
  deps: FrontDoorDeps,
  route: AnyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  key: OpenKey,
): Promise<Admitted> {
  await deps.keyRing.fresh(key.publicKey);
  return admit(deps, route, request, reply);
}

async function authenticateOrCount(
  deps: FrontDoorDeps,
  route: AnyRoute,
  request: FastifyRequest,
  body: Buffer,
): Promise<OpenKey> {
  const [path = '', query] = splitUrl(request.url);
  try {
    return await authenticate(deps, request.headers.authorization, {
      method: request.method,
      path,
      query,
      body,
      bodyMayBeUnsigned: request.method === 'GET' || route.ignoresBody === true,
    });
  } catch (error) {
    if (error instanceof DeliveryError && error.code === 'ERR_UNAUTHORIZED')
      deps.addressGuard.countFailure(addressOf(request));
    throw error;
  }
}

function splitUrl(url: string): [path: string, query: string] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark)];
}

function findRefusal(
  deps: FrontDoorDeps,
  route: AnyRoute,
  key: OpenKey,
  request: FastifyRequest,
): DeliveryError | { market: string; platform: Platform } {
  try {
    orThrow(decideKeyUse(key, addressOf(request)));
    const platform =
      route.platform === 'UNASKED' ? firstPlatform(key) : orThrow(decidePlatform(key, headerOf(request, 'platform')));
    const market = orThrow(decideMarket(key, headerOf(request, 'market'), platform, deps.markets()));
    const isAsked = route.platform === 'ON_DEMAND' || route.platform === 'PLUS';
    if (isAsked && route.platform !== platform) throw new DeliveryError('ERR_NOT_FOUND');
    return { market, platform };
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    throw error;
  }
}

/** False where the key has changed meanwhile; throws where the limit is used up. */
async function pass(
  deps: FrontDoorDeps,
  api: LimitedApi,
  key: OpenKey,
  limit: RateLimit,
  wanted: 0 | 1,
  reply: FastifyReply | undefined,
): Promise<boolean> {
  const { current, granted, state } = await deps.admit({ key, limit, wanted });
  if (!current) return false;
  reply?.headers(rateHeaders(api, state));
  if (!granted) throw tooManyCalls(api, limit, state, deps.clock.now());
  return true;
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
  return fingerprintOf({ keyId: key.id, requestId, method: request.method, path: request.url, body });
}

/** The parsed body of a call that takes one. Schema and endpoint look at what is inside `data`. */
function readData(route: AnyRoute, request: FastifyRequest): unknown {
  if (route.data === undefined) return undefined;
  const body = (request.body as Buffer | undefined) ?? NO_BODY;
  const parsed = body.length === 0 ? undefined : parseJsonBody(body);
  if (route.dataMayBeBare === true) return { data: bareData(parsed) };
  if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, 'data')) {
    throw new DeliveryError(
      route.missingDataCode ?? 'ERR_MISSING_FIELD',
      'The body must be a JSON object with the field "data".',
      '/data',
    );
  }
  return parsed;
}

/** What stands at the top of the body and what stands in its `data`; a body of another form is as good as none. */
function bareData(parsed: unknown): object {
  const fields = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...fields(parsed), ...fields((fields(parsed) as { data?: unknown }).data) };
}

function withFurtherFaults(
  deps: FrontDoorDeps,
  route: AnyRoute,
  request: FastifyRequest,
  { market, key }: Admitted,
): DeliveryError {
  const { validation = [], validationContext = 'body' } = request.validationError as Partial<FastifyError>;
  const data = (request.body as { data?: unknown } | undefined)?.data;
  const further = route.furtherFaults?.(data, { market, now: deps.clock.now() + key.clockAheadMs }) ?? [];
  return new DeliveryError([...validationFaults(validation, validationContext), ...further]);
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const header = request.headers[name];
  return Array.isArray(header) ? header[0] : header;
}
