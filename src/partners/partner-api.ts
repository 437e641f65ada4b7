import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { ERRORS } from '../foundation/error-codes.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { listOf } from '../infrastructure/config/readings.ts';
import { validationFaults } from '../infrastructure/http/error-answers.ts';
import type { Answer, PartnerApi, PartnerCall } from '../infrastructure/http/partner-api.ts';
import { addressOf, headerOf } from '../infrastructure/http/request-context.ts';
import { hasEmptyPart } from '../infrastructure/http/server.ts';
import { type StoredAnswer, sendStored, toStored } from '../infrastructure/http/stored-answer.ts';
import { type AdmissionDeps, type Admitted, admitCall, bodyOf, isLetIn, NO_BODY } from './admit-call.ts';
import { createExaminer, type ExamineCall } from './examine-call.ts';
import { type PlatformOfOrder, withVariant } from './other-variant.ts';
import { readData } from './read-data.ts';
import type { AnsweredCall, RequestRecorder } from './record-requests.ts';
import { schemaOf } from './route-schema.ts';
import { type CallFault, codeOfFault, type FaultStatus } from './rules/call-fault.ts';
import type { AnyRoute, KnownRoute } from './rules/find-route.ts';
import { doOnce } from './safe-retry.ts';

type AnyCall = PartnerCall<unknown, unknown, unknown>;
type OnceAnswered = { readonly answer: StoredAnswer; readonly replayed: boolean };

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null;
    /** Both as they were sent; null where nothing was. */
    sentBody: Buffer | null;
    sentAnswer: string | null;
  }
}

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

/** With a way to ask what it would say to a call. */
type FrontDoor = PartnerApi & { readonly examine: ExamineCall };

type FrontDoorDeps = AdmissionDeps & {
  readonly requestRecorder: RequestRecorder;
  readonly platformOfOrder: PlatformOfOrder;
};

/** The one way in for partners. */
export function createPartnerApi(app: FastifyInstance, deps: FrontDoorDeps): FrontDoor {
  app.decorateRequest('admitted', null);
  app.decorateRequest('namedBy', null);
  app.decorateRequest('sentBody', null);
  app.decorateRequest('sentAnswer', null);
  app.addHook('onClose', () => deps.requestRecorder.close());
  const routes: KnownRoute[] = [];
  const beginCall = createRunningCalls();

  function register(
    method: HTTPMethods,
    path: string,
    route: AnyRoute,
    answerTo: (call: AnyCall) => Promise<Answer>,
  ): void {
    const handle = (call: AnyCall) =>
      answerTo(call).catch(async (error: unknown): Promise<never> => {
        throw await withVariant(deps.platformOfOrder, call, error);
      });
    routes.push({ method: String(method), path, route });
    const written = new WeakMap<object, string>();
    app.route({
      method,
      url: path,
      exposeHeadRoute: false,
      // The first of two variants on one path takes every call that does not name the second.
      ...(app.hasRoute({ method, url: path }) ? { constraints: { variant: route.platform } } : {}),
      config: { oneError: route.oneError === true },
      schema: schemaOf(String(method), route),
      attachValidation: route.furtherFaults !== undefined || route.readWhileCounted === true,
      onRequest: (request, reply, done) => {
        // Bodies are JSON whatever their type says, also when it says nonsense. Where there is none, none is waited for.
        if (hasBody(request.headers)) request.raw.headers['content-type'] = 'application/json';
        else delete request.raw.headers['content-type'];
        const refusal = deps.addressGuard.refusalFor(addressOf(request));
        if (refusal === undefined && hasEmptyPart(request.params)) reply.callNotFound();
        else done(refusal);
      },
      onSend: (request, _reply, payload, done) => {
        request.sentAnswer = typeof payload === 'string' ? payload : null;
        done(null, payload);
      },
      onResponse: (request, reply, done) => {
        record(route, request, reply);
        done();
      },
      preValidation: async (request, reply) => {
        request.sentBody = bodyOf(request);
        const admitted = await admitCall(deps, route, request, reply);
        request.admitted = admitted;
        const { remembered, fault } = admitted;
        if (fault !== undefined && (fault.afterCommit !== true || remembered !== undefined))
          return spoil(fault, route, request, reply);
        if (remembered !== undefined) return sendStored(reply, remembered, true);
        request.body = readData(route, request.sentBody);
      },
      handler: async (request, reply) => {
        const admitted = request.admitted as Admitted;
        if (admitted.counting !== undefined) return readWhileCounted(admitted, request, reply);
        if (request.validationError !== undefined) throw withFurtherFaults(deps, route, request, admitted);
        let stored: OnceAnswered | undefined;
        const finish = beginCall(admitted.fingerprint);
        const call = callOf(admitted, request, reply, (answered) => {
          stored = answered;
        });
        const answer = await handle(call)
          .catch(async (error: unknown): Promise<Answer> => {
            const answer = await answeredMeanwhile(error, admitted.fingerprint);
            stored = { answer, replayed: true };
            return answer;
          })
          .finally(finish);
        if (admitted.fault !== undefined) return spoil(admitted.fault, route, request, reply);
        return sendStored(reply, stored?.answer ?? toStored(answer, reply, written), stored?.replayed ?? false);
      },
    });

    /** What is read is kept back until the call is counted, and read anew where the key turns out to have changed. */
    async function readWhileCounted(first: Admitted, request: FastifyRequest, reply: FastifyReply) {
      for (let admitted = first; ; admitted = await admitCall(deps, route, request, reply)) {
        const reading = request.validationError === undefined ? handle(callOf(admitted, request, reply)) : undefined;
        reading?.catch(() => {});
        request.admitted = null;
        if (await isLetIn(deps, route, reply, admitted)) {
          request.admitted = admitted;
          if (reading === undefined) throw request.validationError;
          return sendStored(reply, toStored(await reading, reply, written), false);
        }
      }
    }
  }

  function callOf(
    admitted: Admitted,
    request: FastifyRequest,
    reply: FastifyReply,
    onAnswered: (answered: OnceAnswered) => void = () => {},
  ): AnyCall {
    return {
      partner: { ...admitted.key.partner, markets: admitted.key.markets },
      market: admitted.market,
      platform: admitted.platform,
      clockAheadMs: admitted.key.clockAheadMs,
      now: deps.clock.now() + admitted.key.clockAheadMs,
      params: request.params,
      query: request.query,
      data: (request.body as { data?: unknown } | undefined)?.data,
      get trace() {
        return request.trace;
      },
      get seen() {
        return deps.database.asSeenBy(admitted.key.partner.id);
      },
      expands: (part) => listOf(headerOf(request, 'expand') ?? '').includes(part),
      commitsAlone: false,
      memoryOf: (answer) =>
        admitted.fingerprint && {
          fingerprint: admitted.fingerprint,
          ...toStored(answer, reply),
          at: deps.clock.now(),
        },
      async asBefore(answer) {
        const earlier = admitted.fingerprint && (await deps.recall(admitted.fingerprint));
        if (earlier !== undefined) onAnswered({ answer: earlier, replayed: true });
        return answer;
      },
      async once(work) {
        if (admitted.fingerprint === undefined) return deps.database.inTransaction(work);
        const answered = await doOnce(deps.database, admitted.fingerprint, deps.clock.now(), async (tx) =>
          toStored(await work(tx), reply),
        );
        onAnswered(answered);
        return { status: answered.answer.status };
      },
    };
  }

  function record(route: AnyRoute, request: FastifyRequest, reply: FastifyReply): void {
    if (request.namedBy !== null) deps.requestRecorder.record(answeredCall(route, request, reply, request.namedBy));
  }

  /** The call ends badly because its partner wants it to. */
  function spoil(fault: CallFault, route: AnyRoute, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!('cut' in fault)) throw faultAsked(fault.status);
    reply.hijack();
    reply.raw.destroy();
    // Nothing else tells of the end of a call that is taken out of the server's hands.
    record(route, request, reply);
    return reply;
  }

  /** A retry that was refused because its first attempt had just succeeded, elsewhere, gets the answer of that. */
  async function answeredMeanwhile(error: unknown, fingerprint: Buffer | undefined): Promise<StoredAnswer> {
    if (fingerprint === undefined || !(error instanceof DeliveryError)) throw error;
    const earlier = await deps.recall(fingerprint);
    if (earlier === undefined) throw error;
    return earlier;
  }

  const via =
    (method: HTTPMethods): PartnerApi['get'] =>
    (path, route, handle) =>
      register(method, path, route as AnyRoute, handle as (call: AnyCall) => Promise<Answer>);
  return {
    get: via('GET'),
    post: via('POST'),
    put: via('PUT'),
    patch: via('PATCH'),
    delete: via('DELETE'),
    examine: createExaminer(deps, routes),
  };
}

function hasBody({ 'content-length': length = '0', 'transfer-encoding': encoding }: IncomingHttpHeaders): boolean {
  return length !== '0' || encoding !== undefined;
}

function answeredCall(
  route: AnyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: AnsweredCall['caller'],
): AnsweredCall {
  const { admitted } = request;
  const isRefused = admitted === null && reply.statusCode === ERRORS.ERR_RATE_LIMIT_EXCEEDED.status;
  const isTaken = admitted !== null && admitted.remembered === undefined;
  return {
    caller,
    api: route.limit,
    limit: isTaken ? 'taken' : isRefused ? 'refused' : 'untouched',
    method: request.method,
    url: request.url,
    status: reply.raw.headersSent ? reply.statusCode : undefined,
    durationMs: reply.elapsedTime,
    requestId: request.id,
    market: admitted?.market ?? headerOf(request, 'market'),
    platform: headerOf(request, 'platform'),
    address: addressOf(request),
    body: request.sentBody ?? NO_BODY,
    answer: request.sentAnswer ?? '',
  };
}

function faultAsked(status: FaultStatus): DeliveryError {
  return new DeliveryError(
    codeOfFault(status),
    `You have asked for this ${status} with PUT /sandbox/v1/faults.`,
    undefined,
    status === 500 ? {} : { 'retry-after': '1' },
  );
}

function withFurtherFaults(
  deps: AdmissionDeps,
  route: AnyRoute,
  request: FastifyRequest,
  { market, key }: Admitted,
): DeliveryError {
  const { validation = [], validationContext = 'body' } = request.validationError as Partial<FastifyError>;
  const data = (request.body as { data?: unknown } | undefined)?.data;
  const further = route.furtherFaults?.(data, { market, now: deps.clock.now() + key.clockAheadMs }) ?? [];
  return new DeliveryError([...validationFaults(validation, validationContext), ...further]);
}
