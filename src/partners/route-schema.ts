import { type TSchema, Type } from 'typebox';
import { answerForms } from '../infrastructure/http/answer-forms.ts';
import type { PartnerRoute } from '../infrastructure/http/partner-api.ts';

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

/** What validates a call, serialises its answer and stands in the reference: one schema. */
export function schemaOf(route: PartnerRoute<TSchema, TSchema, TSchema>): object {
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
    response: answerForms(route),
  };
}
