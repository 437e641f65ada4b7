import { expect, test } from 'vitest';
import { chaptersOf, type Document } from './reference.ts';

const text = { type: 'string' };
const document: Document = {
  tags: [
    { name: 'Orders', description: 'From placement on' },
    { name: 'Webhooks and events' },
    { name: 'Nothing in it' },
  ],
  paths: {
    '/v3/orders/{orderId}': {
      patch: {
        operationId: 'editOrder',
        summary: 'Edit an order',
        tags: ['Orders', 'Webhooks and events'],
        parameters: [{ name: 'orderId', in: 'path', required: true, schema: text }],
        requestBody: {
          content: {
            'application/json': {
              schema: { properties: { data: { $ref: '#/components/schemas/Edit' } }, required: ['data'] },
            },
          },
        },
        responses: {
          '201': {
            description: 'The order',
            content: { 'application/json': { schema: { anyOf: [{ type: 'null' }, { properties: { id: text } }] } } },
          },
          '422': { description: 'Refused', content: { 'application/json': { schema: text } } },
        },
      },
    },
  },
  webhooks: {
    ORDER_EDITED: {
      post: {
        operationId: 'onOrderEdited',
        tags: ['Webhooks and events'],
        requestBody: { content: { 'application/json': { schema: { properties: { eventId: text } } } } },
        responses: { '200': { description: 'Taken' } },
      },
    },
  },
  components: {
    schemas: {
      Edit: {
        type: 'object',
        required: ['stops', 'kind'],
        properties: {
          stops: { type: 'array', items: { $ref: '#/components/schemas/Stop' } },
          kind: { anyOf: [{ const: 'A' }, { const: 'B' }], description: 'Which' },
          note: { type: 'string', default: '' },
        },
      },
      Stop: {
        properties: {
          address: { type: 'string', examples: ["King's Road"] },
          inside: { $ref: '#/components/schemas/Stop' },
        },
        required: ['address'],
      },
    },
  },
};

test('calls are in the chapters of their tags; a chapter without calls is none', () => {
  const chapters = chaptersOf(document);
  expect(chapters.map(({ slug, operations }) => [slug, operations.map(({ id }) => id)])).toEqual([
    ['orders', ['editOrder']],
    ['webhooks-and-events', ['editOrder', 'onOrderEdited']],
  ]);
});

const [operation] = chaptersOf(document)[0]?.operations ?? [];

test('the fields of a body are found through references, lists and alternatives, a form in itself to an end', () => {
  const [data] = operation?.body ?? [];
  expect(data).toMatchObject({ name: 'data', type: 'object', isRequired: true });
  const [stops, kind, note] = data?.fields ?? [];
  expect(stops).toMatchObject({ name: 'stops', type: 'list of object', isRequired: true });
  expect(stops?.fields.map(({ name }) => name)).toEqual(['address', 'inside']);
  expect(kind).toMatchObject({ type: '"A" or "B"', description: 'Which', isRequired: true });
  expect(note).toMatchObject({ description: 'Default: "".', isRequired: false });
});

test('answers have their fields, refusals only what they say', () => {
  expect(operation?.answers).toMatchObject([
    { status: '201', fields: [{ name: 'id', type: 'string' }] },
    { status: '422', description: 'Refused', fields: [] },
  ]);
});

test('the example asks for the least, and can be pasted into a shell', () => {
  expect(operation?.example.split(' \\\n  ')).toEqual([
    "curl -X PATCH 'https://localhost:8443/v3/orders/{orderId}'",
    "-H 'Authorization: hmac <API key>:<timestamp>:<signature>'",
    "-H 'Market: HK'",
    "-H 'Content-Type: application/json'",
    `--data '{"data":{"stops":[{"address":"King'\\''s Road"}],"kind":"A"}}'`,
  ]);
});

test('what is pushed is there as a push, by the type of its event, and is nothing to be pasted', () => {
  expect(chaptersOf(document)[1]?.operations[1]).toMatchObject({
    method: 'PUSH',
    path: 'ORDER_EDITED',
    body: [{ name: 'eventId' }],
    example: '',
  });
});
