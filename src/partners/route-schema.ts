import { type TSchema, Type } from 'typebox';
import { answerForms } from '../infrastructure/http/answer-forms.ts';
import { ANSWER_HEADERS } from '../infrastructure/http/answer-headers.ts';
import type { PartnerRoute } from '../infrastructure/http/partner-api.ts';
import { Text } from '../infrastructure/http/schema.ts';

type AnyRoute = PartnerRoute<TSchema, TSchema, TSchema>;

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

function answerHeadersOf({ limit, harmlessToRepeat }: AnyRoute, changes: boolean): Readonly<Record<string, string>> {
  return {
    [`RateLimit-Limit-${limit}`]: 'How many such calls a minute the key may make; also as `RateLimits-Limit-…`',
    [`RateLimit-Remaining-${limit}`]: 'How many are left in this minute; also as `RateLimits-Remaining-…`',
    [`RateLimit-Reset-${limit}`]: 'When it ends, in Unix seconds; also as `RateLimits-Reset-…`',
    ...(changes && harmlessToRepeat !== true
      ? { 'Idempotent-Replayed': 'true where the call was answered before and this is that answer' }
      : {}),
  };
}

/** What validates a call, serialises its answer and stands in the reference: one schema. */
export function schemaOf(route: AnyRoute, changes: boolean): object {
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: [route.tag],
    security: [{ hmac: [] }],
    headers: headersOf(route),
    [ANSWER_HEADERS]: answerHeadersOf(route, changes),
    ...(route.params === undefined ? {} : { params: route.params }),
    ...(route.query === undefined ? {} : { querystring: route.query }),
    ...(route.data === undefined ? {} : { body: Type.Object({ data: route.data }) }),
    response: answerForms(route),
  };
}
