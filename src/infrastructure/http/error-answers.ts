import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, type ErrorCode } from '../../foundation/error-codes.ts';
import { DeliveryError, errorBody, type Fault } from '../../foundation/errors.ts';
import { isDatabaseOutage } from '../database/outage.ts';
import { html } from './html.ts';
import { asksForPage, type Page, sendPage } from './page.ts';

export const API_VERSION = '3.0.0';
export const RETRY_AFTER_SECONDS = '2';

/** Answers with a refusal: in the form of the API, or as a page for whoever goes there in a browser. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answered = beginRefusal(error, request, reply);
  if (asksForPage(request)) return sendPage(reply, refusalPage(answered));
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(answered.faults, isOneError(answered, request)));
}

function refusalPage({ status, faults }: DeliveryError): Page {
  const title = titleOf(status);
  return {
    title: `${title} · Waybill`,
    style: '',
    html: html`<h1>${title}</h1>
${faults.map(({ sentence }) => html`<p>${sentence}</p>`)}
<p><a href="/">Start page</a> · <a href="/docs">Documents</a></p>`,
  };
}

function titleOf(status: number): string {
  if (status === 404) return 'There is nothing here';
  return status < 500 ? 'This cannot be shown' : 'Not right now';
}

/** Status and headers of a refusal, whatever form it takes; what is none is a bug: logged, answered 500, nothing leaked. */
export function beginRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): DeliveryError {
  const refusal = asRefusal(error, request);
  if (refusal === undefined) request.log.error({ err: error }, 'a bug: this request was answered with 500');
  const answered = refusal ?? new DeliveryError('ERR_INTERNAL');
  if (answered.code === 'ERR_UNAVAILABLE') {
    request.log.warn({ err: error }, 'answered 503');
    reply.header('retry-after', RETRY_AFTER_SECONDS);
  }
  // The framework would close on a body that is still coming, which takes the answer away again. What is left of it is read and dropped.
  if (answered.code === 'ERR_PAYLOAD_TOO_LARGE') reply.removeHeader('connection');
  reply.code(answered.status).headers({ 'api-version': API_VERSION, 'request-id': request.id, ...answered.headers });
  return answered;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `errors` of a 422 are one object, as clients of this call know it. */
    oneError?: boolean;
  }
}

function isOneError({ status }: DeliveryError, { routeOptions }: FastifyRequest): boolean {
  return status === 422 && routeOptions?.config?.oneError === true;
}

function asRefusal(error: unknown, request: FastifyRequest): DeliveryError | undefined {
  if (error instanceof DeliveryError) return error;
  if (isDatabaseOutage(error)) return new DeliveryError('ERR_UNAVAILABLE');
  const { validation, validationContext, code, statusCode } = (error ?? {}) as FastifyError;
  if (validation !== undefined) return new DeliveryError(validationFaults(validation, validationContext ?? 'body'));
  const known = FRAMEWORK_FAULTS[code];
  if (known === 'ERR_PAYLOAD_TOO_LARGE') return tooLarge(request.routeOptions?.bodyLimit);
  if (known !== undefined) return new DeliveryError(known);
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return undefined;
  if (statusCode === 403 || statusCode === 404) return new DeliveryError('ERR_NOT_FOUND');
  return new DeliveryError('ERR_INVALID_JSON', 'The request could not be read.');
}

function tooLarge(bodyLimit: number | undefined): DeliveryError {
  if (bodyLimit === undefined) return new DeliveryError('ERR_PAYLOAD_TOO_LARGE');
  return new DeliveryError('ERR_PAYLOAD_TOO_LARGE', `The body must not be larger than ${bodyLimit / 1024} KiB.`);
}

const FRAMEWORK_FAULTS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'ERR_PAYLOAD_TOO_LARGE',
  FST_ERR_BAD_URL: 'ERR_NOT_FOUND',
  FST_ERR_ASYNC_CONSTRAINT: 'ERR_NOT_FOUND',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'ERR_INVALID_JSON',
  FST_ERR_MAX_PARAM_LENGTH: 'ERR_NOT_FOUND',
};

type SchemaFault = NonNullable<FastifyError['validation']>[number];

/** What is wrong with each field of one body, a sentence for each; those with a code of their own come first. */
export function validationFaults(faults: readonly SchemaFault[], context: string): [Fault, ...Fault[]] {
  const own = faults.filter((fault) => faultCodeOf(fault) !== undefined);
  const others = faults.filter((fault) => faultCodeOf(fault) === undefined);
  const told = new Map<string, SchemaFault>();
  for (const fault of [...own, ...others]) {
    const pointer = pointerOf(fault, context);
    const before = told.get(pointer);
    if (before === undefined || saysMore(fault, before, context)) told.set(pointer, fault);
  }
  return [...told].map(([pointer, fault]) => faultFrom(fault, pointer, context)) as [Fault, ...Fault[]];
}

/** Which values there can be says more than of which type they are; but of a name that stands twice in a query, that it does. */
function saysMore(fault: SchemaFault, other: SchemaFault, context: string): boolean {
  if (faultCodeOf(other) !== undefined) return false;
  const [isType, wasType] = [fault.keyword === 'type', other.keyword === 'type'];
  return context === 'querystring' ? isType && !wasType : wasType && !isType;
}

function pointerOf(fault: SchemaFault, context: string): string {
  const field = fault.keyword === 'required' ? `/${String(fault.params.missingProperty)}` : '';
  return `${context === 'body' ? '' : `/${context}`}${fault.instancePath}${field}`;
}

function faultFrom(fault: SchemaFault, pointer: string, context: string): Fault {
  // A query holds text, or a list where a name stands in it twice.
  if (context === 'querystring' && fault.keyword === 'type') {
    return { code: 'ERR_INVALID_FIELD', sentence: `${fault.instancePath.slice(1)} must be given once.`, pointer };
  }
  const isMissing = fault.keyword === 'required';
  const code = faultCodeOf(fault) ?? (isMissing ? 'ERR_MISSING_FIELD' : 'ERR_INVALID_FIELD');
  return { code, sentence: `${pointer || 'The body'} ${isMissing ? 'is required' : expectation(fault)}.`, pointer };
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

function expectation({ keyword, params, message }: SchemaFault): string {
  const limit = String(params.limit);
  switch (keyword) {
    case 'type':
      return `must be ${[params.type]
        .flat()
        .map((name) => TYPE_NAMES[String(name)] ?? String(name))
        .join(' or ')}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as readonly unknown[]).join(', ')}`;
    case 'const':
      return `must be ${String(params.allowedValue)}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'minItems':
      return `must have at least ${limit} ${limit === '1' ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `must not have more than ${limit} entries`;
    case 'minLength':
      return limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must not be longer than ${limit} characters`;
    default:
      return message ?? 'has the wrong form';
  }
}

/** Codes that a schema names for its own faults: `'x-fault-codes': { minItems: 'ERR_INSUFFICIENT_STOPS' }`. */
type FaultCodes = { readonly 'x-fault-codes'?: Readonly<Record<string, ErrorCode>> };

function faultCodeOf(fault: SchemaFault): ErrorCode | undefined {
  const { parentSchema } = fault as { parentSchema?: FaultCodes & { properties?: Record<string, FaultCodes> } };
  const owner =
    fault.keyword === 'required' ? parentSchema?.properties?.[String(fault.params.missingProperty)] : parentSchema;
  return owner?.['x-fault-codes']?.[fault.keyword];
}

/** A whole HTTP answer, for connections on which no request could be read. */
export function rawErrorAnswer(code: ErrorCode, sentence: string, requestId: string): string {
  const { status } = ERRORS[code];
  const body = JSON.stringify(errorBody([{ code, sentence }]));
  return [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Api-Version: ${API_VERSION}`,
    `Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};
