import { Type } from 'typebox';
import type { ErrorCode } from '../foundation/error-codes.ts';
import { answerForms } from '../infrastructure/http/answer-forms.ts';
import type { AnyRoute } from './rules/find-route.ts';

const CallHeaders = Type.Object({
  market: Type.Optional(Type.String({ description: 'Market code, for example HK', examples: ['HK'] })),
  'request-id': Type.Optional(
    Type.String({
      description: 'Your own id of the call. A mutating call repeated with the same id and body takes effect once.',
    }),
  ),
  platform: Type.Optional(Type.String({ description: 'PLUS for scheduled deliveries; absent for on-demand ones' })),
});

function expandHeader(parts: readonly string[]) {
  return { expand: Type.Optional(Type.String({ description: `Also shown where named: ${parts.join(', ')}` })) };
}

/** What the front door itself may answer, in the order of its checks. */
function doorRefusals(method: string, route: AnyRoute): readonly ErrorCode[] {
  const isRemembered = method !== 'GET' && route.harmlessToRepeat !== true;
  return [
    'ERR_PAYLOAD_TOO_LARGE',
    'ERR_UNAUTHORIZED',
    'ERR_FORBIDDEN',
    // Sandbox calls need no Platform, and are not there in production.
    route.platform === 'UNASKED' ? 'ERR_NOT_FOUND' : 'ERR_INVALID_FIELD',
    'ERR_INVALID_MARKET',
    'ERR_RATE_LIMIT_EXCEEDED',
    ...(isRemembered ? ['ERR_REQUEST_IN_PROGRESS' as const] : []),
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
    headers:
      route.expand === undefined
        ? CallHeaders
        : Type.Object({ ...CallHeaders.properties, ...expandHeader(route.expand) }),
    ...(route.params === undefined ? {} : { params: route.params }),
    ...(route.query === undefined ? {} : { querystring: route.query }),
    ...(route.data === undefined ? {} : { body: Type.Object({ data: route.data }) }),
    'x-codes': [...(route.refusals ?? []), ...doorRefusals(method, route)],
    response: answerForms(route),
  };
}
