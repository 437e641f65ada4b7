import { type TSchema, Type } from 'typebox';
import { OneOf, Text, Time } from '../infrastructure/http/schema.ts';
import { VERSION } from './rules/envelope.ts';

/** Something that a room tells partners, as it stands in the reference; of variants that differ there is one for each. */
export type EventForm = {
  readonly type: string;
  readonly summary: string;
  readonly description?: string;
  readonly data: TSchema;
  readonly example: object;
};

const TEST: EventForm = {
  type: 'WEBHOOK_TEST',
  summary: 'A test',
  description: 'Sent from the portal, at your wish. It is in no list of events.',
  data: Type.Object(
    { message: Text('Says that it is a test'), updatedAt: Time('When it was sent') },
    { title: 'WebhookTest', description: 'Nothing has happened' },
  ),
  example: { message: 'This is a test. Nothing has happened.', updatedAt: '2026-11-20T09:30:00.00Z' },
};

const HEADERS = {
  'webhook-id': 'The same as `eventId`',
  'webhook-timestamp': 'The same as `timestamp`',
  'webhook-signature':
    'Of Standard Webhooks: `v1,` and the base64 of the HMAC-SHA256, with the webhook secret (the bytes behind `whsec_`), of `webhook-id`, a full stop, `webhook-timestamp`, a full stop and the bytes of the body. While a secret is rotated there are two, with a space between',
};
const SIGNATURE =
  'Lower-case hexadecimal HMAC-SHA256, with the API secret of `apiKey`, of `timestamp`, CRLF, POST, CRLF, the path of your URL without its query, CRLF, CRLF and the bytes of `data` as they are sent';
const HEAD_EXAMPLE = {
  apiKey: 'pk_test_3f9d2c71a8b54e06',
  timestamp: 1795167000,
  signature: 'b0f4c1e5d0a97c1f5c4e2c6f1de0a4f37f5f0b6a4a3d6c0d5f3c9a1f8e7b6d52',
  eventId: '5F0C5D3E-8E0B-4C2B-9C57-3B0B8B7E4C1D',
};

/** The `webhooks` of the reference: what is pushed, with its headers and both signatures. */
export function describePushes(forms: readonly EventForm[]): Readonly<Record<string, object>> {
  const all = [...forms, TEST];
  const types = [...new Set(all.map(({ type }) => type))];
  return Object.fromEntries(
    types.map((type) => [
      type,
      {
        post: describePush(
          type,
          all.filter((form) => form.type === type),
        ),
      },
    ]),
  );
}

function describePush(type: string, forms: readonly EventForm[]): object {
  const descriptions = forms.flatMap(({ description = [] }) => description);
  const head = { ...HEAD_EXAMPLE, eventType: type, eventVersion: VERSION };
  return {
    operationId: `on${type.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: forms[0]?.summary,
    ...(descriptions.length === 0 ? {} : { description: descriptions.join('\n\n') }),
    tags: ['Webhooks and events'],
    parameters: Object.entries(HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: Type.Object({
            apiKey: Text('Your newest living key, whose secret signs'),
            timestamp: Type.Integer({ description: 'When it was sent, in Unix seconds of our clock' }),
            signature: Text(SIGNATURE),
            eventId: Text('Upper-case UUID, the same on every push of the event: what comes twice is known by it'),
            eventType: OneOf([type], 'Says what `data` holds'),
            eventVersion: OneOf([VERSION], `Always ${VERSION}`),
            data: dataOf(forms),
          }),
          examples: Object.fromEntries(
            forms.map(({ summary, data, example }) => [titleOf(data), { summary, value: { ...head, data: example } }]),
          ),
        },
      },
    },
    responses: { '200': { description: 'You have it. Only this counts: anything else is tried again.' } },
  };
}

function titleOf(schema: TSchema): string {
  return String((schema as { title?: string }).title);
}

/** The form of `data`, whichever of these events it is. */
export function dataOf(forms: readonly EventForm[]): TSchema {
  const [first, ...others] = forms.map(({ data }) => data);
  return first === undefined || others.length > 0 ? Type.Union(forms.map(({ data }) => data)) : first;
}
