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

const schemaOf = (schema: object) => ({ content: { 'application/json': { schema } } });
const callOf = (path: string, method: string, object: object, schemas: object = {}) =>
  chaptersOf({
    tags: [{ name: 'Plus' }, { name: 'Other' }],
    paths: { [path]: { [method]: { tags: ['Other'], responses: {}, ...object } } },
    components: { schemas },
  } as Document)[0]?.operations[0];

test('a call is told with its words and what it takes in its address', () => {
  const parameters = [
    { name: 'after', in: 'query', description: 'The last one seen', schema: text },
    { name: 'orderId', in: 'path', required: true, schema: { enum: ['A', 'B'] } },
    { name: 'X-Any', in: 'header' },
  ];
  expect(
    callOf('/v3/orders', 'get', { summary: 'List orders', description: 'Newest first', parameters }),
  ).toMatchObject({
    summary: 'List orders',
    description: 'Newest first',
    parameters: [
      { name: 'after', type: 'query, string', isRequired: false, description: 'The last one seen', fields: [] },
      { name: 'orderId', type: 'path, "A" or "B"', isRequired: true, description: '', fields: [] },
      { name: 'X-Any', type: 'header, anything', isRequired: false, description: '', fields: [] },
    ],
    body: [],
  });
});

test('a call to be pasted is signed where calls are, says its platform, and a plain one says no method', () => {
  const examples = [
    callOf('/v3/orders', 'get', { tags: ['Plus'] }),
    callOf('/sandbox/v1/clock', 'get', {}),
    callOf('/health', 'get', {}),
  ].map((call) => call?.example.split(' \\\n  '));
  const signed = ["-H 'Authorization: hmac <API key>:<timestamp>:<signature>'", "-H 'Market: HK'"];
  expect(examples).toEqual([
    ["curl 'https://localhost:8443/v3/orders'", ...signed, "-H 'Platform: PLUS'"],
    ["curl 'https://localhost:8443/sandbox/v1/clock'", ...signed],
    ["curl 'https://localhost:8443/health'"],
  ]);
});

test('the example has of each field what is known of it, and else something of its type', () => {
  const properties = {
    given: { type: 'string', example: 'x', default: 'y' },
    chosen: { enum: ['A', 'B'] },
    usual: { type: 'string', default: 'z' },
    count: { type: 'integer' },
    yes: { type: 'boolean' },
    maybe: { anyOf: [{ type: 'null' }, { type: 'number' }] },
    list: { type: 'array' },
    any: { type: 'object' },
    text,
  };
  const schema = { properties, required: Object.keys(properties) };
  expect(callOf('/x', 'post', { requestBody: schemaOf(schema) })?.example).toContain(
    '{"given":"x","chosen":"A","usual":"z","count":1,"yes":true,"maybe":1,"list":[],"any":{},"text":"…"}',
  );
});

test('what several forms say together is said of one', () => {
  const schema = { properties: { own: text }, allOf: [{ properties: { other: text } }] };
  expect(
    callOf('/x', 'post', { requestBody: schemaOf(schema) })
      ?.body.map(({ name }) => name)
      .sort(),
  ).toEqual(['other', 'own']);
});

test('a chapter says what it is about, where anything is said, and a document without chapters has none', () => {
  expect(chaptersOf(document).map(({ name, description }) => [name, description])).toEqual([
    ['Orders', 'From placement on'],
    ['Webhooks and events', ''],
  ]);
  expect(chaptersOf({ paths: document.paths })).toEqual([]);
});

test('a call that has no name and no words is told by its method and path', () => {
  expect(callOf('/v3/orders/{orderId}', 'get', {})).toMatchObject({
    id: 'get-v3-orders-orderid',
    summary: 'GET /v3/orders/{orderId}',
    description: '',
  });
});

test('the fields of every answer are told, but of no refusal', () => {
  const answer = { description: '', ...schemaOf({ properties: { id: text } }) };
  const statuses = ['200', '204', '304', '400', '499', '500', '503'];
  const responses = Object.fromEntries(statuses.map((status) => [status, answer]));
  const answers = callOf('/v3/orders', 'get', { responses })?.answers ?? [];
  expect(answers.filter(({ fields }) => fields.length > 0).map(({ status }) => status)).toEqual(['200', '204', '304']);
});

test('each of several forms is told by its name, and one in which nothing stands is not', () => {
  const named = { type: 'one of these forms', isRequired: false, description: '' };
  const forms = [
    { $ref: '#/components/schemas/Van' },
    { title: 'Bike', properties: { bell: text } },
    { properties: { horn: text } },
    text,
    { type: 'null' },
  ];
  const schema = { properties: { own: text }, oneOf: forms };
  const schemas = { Van: { properties: { doors: text } } };
  expect(callOf('/x', 'post', { requestBody: schemaOf(schema) }, schemas)?.body).toMatchObject([
    { name: 'own' },
    { ...named, name: 'Van', fields: [{ name: 'doors' }] },
    { ...named, name: 'Bike', fields: [{ name: 'bell' }] },
    { ...named, name: 'this', fields: [{ name: 'horn' }] },
  ]);
});

test('what a form says itself stands before what its only alternative says', () => {
  const schema = { properties: { own: text }, anyOf: [{ properties: { other: text } }, { type: 'null' }] };
  const body = callOf('/x', 'post', { requestBody: schemaOf(schema) })?.body;
  expect(body?.map(({ name }) => name)).toEqual(['own', 'other']);
});

test.each([
  [{}, 'anything'],
  [{ properties: {} }, 'object'],
  [{ type: 'array' }, 'list of anything'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ anyOf: [text] }, 'string'],
  [{ anyOf: [text, { type: 'null' }, text] }, 'string or null'],
])('the type of %j is told as %s', (schema, type) => {
  const parameters = [{ name: 'x', in: 'query', schema }];
  expect(callOf('/x', 'get', { parameters })?.parameters[0]?.type).toBe(`query, ${type}`);
});

test('what a field has by default stands after what it is', () => {
  const requestBody = schemaOf({ properties: { size: { type: 'integer', description: 'How many.', default: 3 } } });
  expect(callOf('/x', 'post', { requestBody })?.body[0]?.description).toBe('How many. Default: 3.');
});

test('what is said beside a reference is said of the field, and of one that nothing is said of, nothing', () => {
  const properties = {
    from: { $ref: '#/components/schemas/Place', description: 'Where it begins.' },
    to: { $ref: '#/components/schemas/Place' },
    text,
  };
  const schemas = { Place: { description: 'Some place.', properties: { address: text } } };
  expect(callOf('/x', 'post', { requestBody: schemaOf({ properties }) }, schemas)?.body).toMatchObject([
    { description: 'Where it begins.', fields: [{ name: 'address' }] },
    { description: 'Some place.', fields: [{ name: 'address' }] },
    { description: '' },
  ]);
});

test('every apostrophe of an example is kept from the shell', () => {
  const requestBody = schemaOf({ example: "King's and Queen's Road" });
  expect(callOf('/x', 'post', { requestBody })?.example).toContain(`--data '"King'\\''s and Queen'\\''s Road"'`);
});

test('the example of a form that always holds itself comes to an end', () => {
  const chain = { $ref: '#/components/schemas/Chain' };
  const schemas = { Chain: { properties: { next: chain }, required: ['next'] } };
  expect(callOf('/x', 'post', { requestBody: schemaOf(chain) }, schemas)?.example).toMatch(/"next":null\}+'$/);
});

test.each<[holds: string, form: (itself: object) => object]>([
  ['as one of several', (itself) => ({ properties: { own: text }, anyOf: [itself, { properties: { other: text } }] })],
  ['as a list', (itself) => ({ type: 'array', properties: { own: text }, items: itself })],
])('a form that holds itself %s comes to an end, in its fields and in its example', (_, form) => {
  const itself = { $ref: '#/components/schemas/Itself' };
  const call = callOf('/x', 'post', { requestBody: schemaOf(itself) }, { Itself: form(itself) });
  expect(call?.body[0]).toMatchObject({ name: 'own', type: 'string' });
  expect(call?.example).toContain('null');
});
