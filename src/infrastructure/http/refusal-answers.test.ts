import { expect, test } from 'vitest';
import { refusalExamples, showRefusals } from './refusal-answers.ts';

const some = { description: 'Every refusal', content: { 'application/json': { schema: { title: 'ErrorAnswer' } } } };
const done = { description: 'Done; no body' };

test('each status that an operation refuses with stands for itself, with its codes and a body of each', () => {
  const { 'x-codes': codes, responses } = showRefusals({
    'x-codes': ['ERR_ORDER_NOT_FOUND', 'ERR_ORDER_OF_ANOTHER_PARTNER', 'ERR_INVALID_FIELD', 'ERR_INVALID_FIELD'],
    responses: { 204: done, '4XX': some, '5XX': some },
  });
  expect(Object.keys(responses)).toEqual(['204', '404', '422']);
  expect(responses[204]).toBe(done);
  expect(responses[422]).toEqual({
    description:
      '`ERR_ORDER_NOT_FOUND`: There is no such order of yours.\n\n`ERR_INVALID_FIELD`: A field has the wrong form.',
    content: {
      'application/json': {
        schema: { title: 'ErrorAnswer' },
        examples: {
          ERR_ORDER_OF_ANOTHER_PARTNER: { $ref: '#/components/examples/ERR_ORDER_OF_ANOTHER_PARTNER' },
          ERR_INVALID_FIELD: { $ref: '#/components/examples/ERR_INVALID_FIELD' },
        },
      },
    },
  });
  // As clients see them.
  expect(codes).toEqual(['ERR_ORDER_NOT_FOUND', 'ERR_INVALID_FIELD']);
});

test('a status with a form of its own keeps it, and its bodies have one error', () => {
  const own = { description: 'One', content: { 'application/json': { schema: { title: 'OneErrorAnswer' } } } };
  const { responses } = showRefusals({
    'x-codes': ['ERR_INVALID_RESPONSE'],
    responses: { 200: done, 422: own, '4XX': some, '5XX': some },
  });
  const { schema, examples } = responses[422]?.content?.['application/json'] ?? {};
  expect(schema).toEqual({ title: 'OneErrorAnswer' });
  expect(examples).toMatchObject({ ERR_INVALID_RESPONSE: { value: { errors: { id: 'ERR_INVALID_RESPONSE' } } } });
});

test('an operation that names no codes stays as it is', () => {
  const operation = { responses: { 200: done } };
  expect(showRefusals(operation)).toBe(operation);
});

test('a body of a code is what the server sends: the ids and messages of the wire', () => {
  expect(refusalExamples()).toMatchObject({
    ERR_ORDER_EDITED_ALREADY: {
      summary: 'An order can be edited once, and this one has been.',
      value: { message: 'Cannot edit order, editing times exceeded', errors: [{ id: 'ERR_ORDER_EDIT' }] },
    },
    ERR_MISSING_FIELD: {
      value: { message: 'ERR_MISSING_FIELD', errors: [{ detail: '/data/quotationId' }] },
    },
  });
});
