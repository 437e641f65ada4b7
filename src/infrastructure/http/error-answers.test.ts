import { expect, test } from 'vitest';
import { API_VERSION, rawErrorAnswer, validationFaults } from './error-answers.ts';

type SchemaFault = Parameters<typeof validationFaults>[0][number];

function schemaFault(parts: Partial<SchemaFault>): SchemaFault {
  return { keyword: 'pattern', instancePath: '', schemaPath: '#', params: {}, message: 'must be string', ...parts };
}

const MISSING_STOPS = schemaFault({
  keyword: 'required',
  instancePath: '/data',
  params: { missingProperty: 'stops' },
  message: "must have required property 'stops'",
});

test('a field that is absent is missing, with a pointer to where it should be', () => {
  expect(validationFaults([MISSING_STOPS], 'body')).toStrictEqual([
    { code: 'ERR_MISSING_FIELD', sentence: '/data/stops is required.', pointer: '/data/stops' },
  ]);
});

test('a field absent from the body itself is named from the root', () => {
  const fault = schemaFault({ keyword: 'required', params: { missingProperty: 'data' } });
  expect(validationFaults([fault], 'body')[0].pointer).toBe('/data');
});

test('a field of the wrong form is invalid, with what was expected', () => {
  expect(validationFaults([schemaFault({ instancePath: '/data/language' })], 'body')).toStrictEqual([
    { code: 'ERR_INVALID_FIELD', sentence: '/data/language must be string.', pointer: '/data/language' },
  ]);
});

test('a body of the wrong form as a whole is called the body', () => {
  expect(validationFaults([schemaFault({ message: 'must be object' })], 'body')).toStrictEqual([
    { code: 'ERR_INVALID_FIELD', sentence: 'The body must be object.', pointer: '' },
  ]);
});

test.each([
  ['enum', { allowedValues: ['AUTO', 'MANUAL'] }, 'must be one of AUTO, MANUAL'],
  ['const', { allowedValue: true }, 'must be true'],
  ['minimum', { limit: 1 }, 'must be at least 1'],
  ['maximum', { limit: 600 }, 'must be at most 600'],
  ['minItems', { limit: 1 }, 'must have at least 1 entry'],
  ['minItems', { limit: 2 }, 'must have at least 2 entries'],
  ['maxItems', { limit: 16 }, 'must not have more than 16 entries'],
  ['minLength', { limit: 1 }, 'must not be empty'],
  ['minLength', { limit: 6 }, 'must have at least 6 characters'],
  ['maxLength', { limit: 64 }, 'must not be longer than 64 characters'],
  ['type', { type: ['string', 'null'] }, 'must be text or null'],
])('what %s %j expects is said in words', (keyword, params, words) => {
  const fault = schemaFault({ keyword, params, instancePath: '/data/field', message: 'must be technical' });
  expect(validationFaults([fault], 'body')[0].sentence).toBe(`/data/field ${words}.`);
});

test('a fault without a message still makes a sentence', () => {
  const { message: _, ...silent } = schemaFault({ instancePath: '/data/item' });
  expect(validationFaults([silent], 'body')[0].sentence).toBe('/data/item has the wrong form.');
});

test('a name that stands twice in a query is told to stand there once', () => {
  const twice = schemaFault({ instancePath: '/limit', keyword: 'type', params: { type: 'string' } });
  expect(validationFaults([twice], 'querystring')).toEqual([
    { code: 'ERR_INVALID_FIELD', sentence: 'limit must be given once.', pointer: '/querystring/limit' },
  ]);
});

test.each(['querystring', 'params', 'headers'])('a fault in the %s says so in its pointer', (context) => {
  const [invalid, missing] = validationFaults(
    [
      schemaFault({ instancePath: '/limit', message: 'must be <= 200' }),
      schemaFault({ keyword: 'required', params: { missingProperty: 'cursor' } }),
    ],
    context,
  );
  expect(invalid).toEqual({
    code: 'ERR_INVALID_FIELD',
    sentence: `/${context}/limit must be <= 200.`,
    pointer: `/${context}/limit`,
  });
  expect(missing).toEqual({
    code: 'ERR_MISSING_FIELD',
    sentence: `/${context}/cursor is required.`,
    pointer: `/${context}/cursor`,
  });
});

test('all faults of a body are reported, in their order', () => {
  const faults = validationFaults([schemaFault({ instancePath: '/data/a' }), MISSING_STOPS], 'body');
  expect(faults.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['ERR_INVALID_FIELD', '/data/a'],
    ['ERR_MISSING_FIELD', '/data/stops'],
  ]);
});

const ofType = (params: Record<string, unknown>) => schemaFault({ keyword: 'type', params, instancePath: '/when' });
const amongValues = schemaFault({
  keyword: 'enum',
  params: { allowedValues: ['now', 'later'] },
  instancePath: '/when',
});

test.each([
  ['body', '/when must be one of now, later.'],
  ['querystring', 'when must be given once.'],
])('a field of the %s that is wrong in two ways is told once, by what says more', (context, sentence) => {
  const both = [ofType({ type: 'string' }), amongValues];
  for (const faults of [both, both.toReversed()])
    expect(validationFaults(faults, context).map((fault) => fault.sentence)).toEqual([sentence]);
});

test('which fault of a field says more changes nothing of the order of fields', () => {
  const faults = validationFaults([ofType({ type: 'string' }), MISSING_STOPS, amongValues], 'body');
  expect(faults.map(({ pointer }) => pointer)).toEqual(['/when', '/data/stops']);
});

test('of a field that is wrong in two ways, what has a code of its own is told', () => {
  const ownCode = schemaFault({
    ...{ keyword: 'minLength', params: { limit: 1 }, instancePath: '/when' },
    ...{ parentSchema: { 'x-fault-codes': { minLength: 'ERR_INVALID_SCHEDULE_TIME' } } },
  } as Partial<SchemaFault>);
  for (const context of ['body', 'querystring'])
    expect(validationFaults([ofType({ type: 'string' }), ownCode], context)).toMatchObject([
      { code: 'ERR_INVALID_SCHEDULE_TIME' },
    ]);
});

test.each([
  ['ERR_INVALID_JSON', 'HTTP/1.1 400 Bad Request'],
  ['ERR_REQUEST_TIMEOUT', 'HTTP/1.1 408 Request Timeout'],
  ['ERR_PAYLOAD_TOO_LARGE', 'HTTP/1.1 413 Payload Too Large'],
  ['ERR_HEADERS_TOO_LARGE', 'HTTP/1.1 431 Request Header Fields Too Large'],
  ['ERR_UNAVAILABLE', 'HTTP/1.1 503 Error'],
] as const)('a raw answer with %s starts with its status', (code, statusLine) => {
  expect(rawErrorAnswer(code, 'No.', 'r-1').split('\r\n')[0]).toBe(statusLine);
});

test('a raw answer is a whole one: headers, an empty line, and a body of the stated length in bytes', () => {
  const answer = rawErrorAnswer('ERR_INVALID_JSON', 'The café’s request is 不 readable.', 'request-7');
  const [head = '', body = '', ...rest] = answer.split('\r\n\r\n');
  expect(rest).toEqual([]);
  expect(head.split('\r\n').slice(1)).toEqual([
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.from(body).length}`,
    `Api-Version: ${API_VERSION}`,
    'Request-Id: request-7',
    'Connection: close',
  ]);
  expect(JSON.parse(body)).toEqual({
    message: 'ERR_INVALID_JSON',
    errors: [{ id: 'ERR_INVALID_JSON', message: 'The café’s request is 不 readable.' }],
  });
});

test('the version of the API is 3.0.0', () => {
  expect(API_VERSION).toBe('3.0.0');
});

test.each([
  ['type', { type: 'string' }, 'must be text'],
  ['type', { type: ['string', 'number', 'null'] }, 'must be text or a number or null'],
  ['type', { type: 'array' }, 'must be a list'],
  ['minItems', { limit: 2 }, 'must have at least 2 entries'],
  ['maxItems', { limit: 16 }, 'must not have more than 16 entries'],
  ['maxLength', { limit: 100 }, 'must not be longer than 100 characters'],
])('%s %j is said in plain words', (keyword, params, words) => {
  expect(validationFaults([schemaFault({ keyword, params, instancePath: '/data/x' })], 'body')[0].sentence).toBe(
    `/data/x ${words}.`,
  );
});

test('a fault with a code of its own comes first', () => {
  const stops = {
    ...schemaFault({ keyword: 'minItems', params: { limit: 2 } }),
    parentSchema: { 'x-fault-codes': { minItems: 'ERR_INSUFFICIENT_STOPS' } },
  };
  expect(validationFaults([MISSING_STOPS, stops], 'body').map(({ code }) => code)).toEqual([
    'ERR_INSUFFICIENT_STOPS',
    'ERR_MISSING_FIELD',
  ]);
});
