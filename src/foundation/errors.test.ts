import { expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from './error-codes.ts';
import { DeliveryError, errorBody, type Fault, refuseFaults } from './errors.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

test.each(CODES)('%s has a status for errors and one sentence of its own', (code) => {
  const { status, sentence } = ERRORS[code];
  expect(code).toMatch(/^ERR_[A-Z_]+$/);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(CODES.filter((other) => ERRORS[other].sentence === sentence)).toEqual([code]);
});

test.each<[ErrorCode, number]>([
  ['ERR_INVALID_JSON', 400],
  ['ERR_UNAUTHORIZED', 401],
  ['ERR_FORBIDDEN', 403],
  ['ERR_NOT_FOUND', 404],
  ['ERR_METHOD_NOT_ALLOWED', 405],
  ['ERR_REQUEST_IN_PROGRESS', 409],
  ['ERR_PAYLOAD_TOO_LARGE', 413],
  ['ERR_INVALID_FIELD', 422],
  ['ERR_MISSING_FIELD', 422],
  ['ERR_INVALID_MARKET', 422],
  ['ERR_RATE_LIMIT_EXCEEDED', 429],
  ['ERR_INTERNAL', 500],
  ['ERR_UNAVAILABLE', 503],
])('%s is answered with the status %i that was decided for it', (code, status) => {
  expect(new DeliveryError(code).status).toBe(status);
});

test('an error made of a code alone says the sentence of that code and points nowhere', () => {
  const error = new DeliveryError('ERR_NOT_FOUND');
  expect(error.faults).toStrictEqual([{ code: 'ERR_NOT_FOUND', sentence: 'There is nothing at this path.' }]);
  expect(error.message).toBe('There is nothing at this path.');
  expect(error.headers).toEqual({});
});

test('an error says the better sentence where one is given', () => {
  const error = new DeliveryError('ERR_INVALID_FIELD', 'The phone is too short.', '/data/sender/phone');
  expect(error.message).toBe('The phone is too short.');
  expect(error.faults).toStrictEqual([
    { code: 'ERR_INVALID_FIELD', sentence: 'The phone is too short.', pointer: '/data/sender/phone' },
  ]);
});

test('an error carries the headers of its answer', () => {
  const headers = { 'retry-after': '1' };
  expect(new DeliveryError('ERR_RATE_LIMIT_EXCEEDED', undefined, undefined, headers).headers).toEqual(headers);
});

test('of many faults the first gives the code, the status and the message', () => {
  const error = new DeliveryError([
    { code: 'ERR_MISSING_FIELD', sentence: '/data is required.', pointer: '/data' },
    { code: 'ERR_INVALID_JSON', sentence: 'Never mind.' },
  ]);
  expect(error.code).toBe('ERR_MISSING_FIELD');
  expect(error.status).toBe(422);
  expect(error.message).toBe('/data is required.');
  expect(error.faults).toHaveLength(2);
});

test('faults are refused together, and none at all refuses nothing', () => {
  const faults: Fault[] = [
    { code: 'ERR_MISSING_FIELD', sentence: '/data/stops is required.', pointer: '/data/stops' },
    { code: 'ERR_INVALID_FIELD', sentence: 'The language is not known.', pointer: '/data/language' },
  ];
  expect(() => refuseFaults(faults)).toThrow(expect.objectContaining({ faults }));
  expect(() => refuseFaults([])).not.toThrow();
});

test('an error body has both shapes: the first code as message, and all faults in their order', () => {
  const body = errorBody([
    { code: 'ERR_MISSING_FIELD', sentence: '/data/stops is required.', pointer: '/data/stops' },
    { code: 'ERR_INVALID_FIELD', sentence: 'The language is not known.', pointer: '/data/language' },
  ]);
  expect(body).toStrictEqual({
    message: 'ERR_MISSING_FIELD',
    errors: [
      { id: 'ERR_MISSING_FIELD', message: '/data/stops is required.', detail: '/data/stops' },
      { id: 'ERR_INVALID_FIELD', message: 'The language is not known.', detail: '/data/language' },
    ],
  });
});

test('an error body has no detail where no field is at fault', () => {
  expect(errorBody([{ code: 'ERR_FORBIDDEN', sentence: 'No.' }])).toStrictEqual({
    message: 'ERR_FORBIDDEN',
    errors: [{ id: 'ERR_FORBIDDEN', message: 'No.' }],
  });
});

test('a pointer to the whole body is a detail too', () => {
  expect(errorBody([{ code: 'ERR_INVALID_FIELD', sentence: 'No.', pointer: '' }])).toMatchObject({
    errors: [{ detail: '' }],
  });
});

test('where one fault is asked for, errors is that one object, not a list', () => {
  const more = { code: 'ERR_INVALID_FIELD', sentence: 'No either.' } as const;
  expect(
    errorBody([{ code: 'ERR_INVALID_RESPONSE', sentence: 'No.', pointer: '/data/url' }, more], true),
  ).toStrictEqual({
    message: 'ERR_INVALID_RESPONSE',
    errors: { id: 'ERR_INVALID_RESPONSE', message: 'No.', detail: '/data/url' },
  });
});
