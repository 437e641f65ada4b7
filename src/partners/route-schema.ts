import { type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../foundation/error-codes.ts';
import { answerForms } from '../infrastructure/http/answer-forms.ts';
import { ANSWER_HEADERS } from '../infrastructure/http/answer-headers.ts';
import { Text } from '../infrastructure/http/schema.ts';
import type { AnyRoute } from './rules/find-route.ts';

const everyCall = {
  market: Text('The market, by its code', { examples: ['HK'] }),
  'request-id': Type.Optional(
    Text(
      'Your own id of the call. A call that changes something, repeated with the same id and body, takes effect once.',
    ),
  ),
};
const Platform = Text('PLUS for scheduled deliveries; left out for on-demand ones', { examples: ['PLUS'] });

/** The platform stands where it makes a difference. */
function headersOf({ platform, expand }: AnyRoute): TSchema {
  return Type.Object({
    ...everyCall,
    ...(platform === 'PLUS' ? { platform: Platform } : {}),
    ...(platform === 'ANY' ? { platform: Type.Optional(Platform) } : {}),
    ...(expand === undefined
      ? {}
      : { expand: Type.Optional(Text(`Also shown where named: ${expand.join(', ')}`, { examples: [expand[0]] })) }),
  });
}

function isRemembered(method: string, { harmlessToRepeat }: AnyRoute): boolean {
  return method !== 'GET' && harmlessToRepeat !== true;
}

function answerHeadersOf(method: string, route: AnyRoute): Readonly<Record<string, string>> {
  const { limit } = route;
  return {
    [`RateLimit-Limit-${limit}`]: 'How many such calls a minute the key may make; also as `RateLimits-Limit-…`',
    [`RateLimit-Remaining-${limit}`]: 'How many are left in this minute; also as `RateLimits-Remaining-…`',
    [`RateLimit-Reset-${limit}`]: 'When it ends, in Unix seconds; also as `RateLimits-Reset-…`',
    ...(isRemembered(method, route)
      ? { 'Idempotent-Replayed': 'true where the call was answered before and this is that answer' }
      : {}),
  };
}

/** What the front door itself may answer, in the order of its checks. */
function doorRefusals(method: string, route: AnyRoute): readonly ErrorCode[] {
  return [
    'ERR_PAYLOAD_TOO_LARGE',
    'ERR_UNAUTHORIZED',
    'ERR_FORBIDDEN',
    // Sandbox calls need no Platform, and are not there in production.
    route.platform === 'UNASKED' ? 'ERR_NOT_FOUND' : 'ERR_INVALID_FIELD',
    'ERR_INVALID_MARKET',
    'ERR_RATE_LIMIT_EXCEEDED',
    ...(isRemembered(method, route) ? ['ERR_REQUEST_IN_PROGRESS' as const] : []),
    ...(route.data === undefined ? [] : ['ERR_INVALID_JSON' as const, 'ERR_INVALID_FIELD' as const]),
    ...(route.data === undefined || route.dataMayBeBare === true ? [] : ['ERR_MISSING_FIELD' as const]),
    'ERR_INTERNAL',
    'ERR_UNAVAILABLE',
  ];
}

/** What validates a call, serialises its answer and stands in the reference: one schema. */
export function schemaOf(method: string, route: AnyRoute): object {
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: [route.tag],
    security: [{ hmac: [] }],
    headers: headersOf(route),
    [ANSWER_HEADERS]: answerHeadersOf(method, route),
    ...(route.params === undefined ? {} : { params: route.params }),
    ...(route.query === undefined ? {} : { querystring: route.query }),
    ...(route.data === undefined ? {} : { body: Type.Object({ data: route.data }) }),
    'x-codes': [...(route.refusals ?? []), ...doorRefusals(method, route)],
    response: answerForms(route),
  };
}
