import { expect, test } from 'vitest';
import { foldVariants } from './openapi.ts';

const content = (schema: object) => ({ 'application/json': { schema: schema as Record<string, unknown> } });
const envelope = (data: object) => content({ type: 'object', required: ['data'], properties: { data } });
const error = { description: 'Refused', content: content({ title: 'ErrorAnswer', properties: { message: {} } }) };
const first = {
  operationId: 'createQuotation',
  summary: 'Ask for a price',
  tags: ['Quotations'],
  parameters: [{ name: 'market' }, { name: 'expand' }],
  requestBody: { required: true, content: envelope({ required: ['language'] }) },
  responses: { '201': { description: 'Done', content: envelope({ a: 1 }) }, '4XX': error },
  'x-codes': ['ERR_INVALID_SPECIAL_REQUEST' as const, 'ERR_INVALID_FIELD' as const],
};
const second = {
  operationId: 'createQuotation',
  summary: 'Ask for a scheduled delivery',
  tags: ['Plus'],
  parameters: [{ name: 'market' }, { name: 'platform', required: true }],
  requestBody: { required: true, content: envelope({ required: ['scheduleAt'] }) },
  responses: {
    '201': { description: 'Done', content: envelope({ b: 2 }) },
    '204': { description: 'Gone' },
    '4XX': error,
  },
  'x-codes': ['ERR_INVALID_FIELD' as const, 'ERR_TOO_MANY_STOPS' as const],
};

test('two variants of one path become one entry, whose data is that of either', () => {
  const { '/v3/quotations': path, ...others } = foldVariants({
    '/v3/quotations': { post: first },
    '/v3/quotations#second': { post: second },
    '/v3/cities': { get: first },
  });
  expect(others).toEqual({ '/v3/cities': { get: first } });
  expect(path?.post).toEqual({
    operationId: 'createQuotation',
    summary: 'Ask for a price',
    description: 'With `Platform: PLUS`: Ask for a scheduled delivery.',
    tags: ['Quotations', 'Plus'],
    parameters: [{ name: 'market' }, { name: 'expand' }, { name: 'platform', required: false }],
    requestBody: {
      required: true,
      content: envelope({ anyOf: [{ required: ['language'] }, { required: ['scheduleAt'] }] }),
    },
    responses: {
      '201': { description: 'Done', content: envelope({ anyOf: [{ a: 1 }, { b: 2 }] }) },
      '204': { description: 'Gone' },
      '4XX': error,
    },
    'x-codes': ['ERR_INVALID_SPECIAL_REQUEST', 'ERR_INVALID_FIELD', 'ERR_TOO_MANY_STOPS'],
  });
});

test('what the first variant says of itself comes first', () => {
  const folded = foldVariants({
    '/a': { post: { ...first, description: 'Holds for 5 minutes.' } },
    '/a#second': { post: { ...second, description: 'In advance.' } },
  });
  expect(folded['/a']?.post?.description).toBe(
    'Holds for 5 minutes.\n\nWith `Platform: PLUS`: Ask for a scheduled delivery. In advance.',
  );
});
