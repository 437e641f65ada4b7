import { expect, test } from 'vitest';
import { foldVariants } from './openapi.ts';

const content = (schema: object) => ({ 'application/json': { schema: schema as Record<string, unknown> } });
const error = { description: 'Refused', content: content({ title: 'Error' }) };
const first = {
  summary: 'Ask for a price',
  tags: ['Quotations'],
  parameters: [{ name: 'market' }, { name: 'expand' }],
  requestBody: { required: true, content: content({ type: 'object', required: ['language'] }) },
  responses: { '201': { description: 'Done', content: content({ a: 1 }) }, '4XX': error },
};
const second = {
  summary: 'Ask for a scheduled delivery',
  tags: ['Plus'],
  parameters: [{ name: 'market' }, { name: 'clientRef' }],
  requestBody: { required: true, content: content({ type: 'object', required: ['scheduleAt'] }) },
  responses: {
    '201': { description: 'Done', content: content({ b: 2 }) },
    '204': { description: 'Gone' },
    '4XX': error,
  },
};

test('two variants of one path become one entry, whose bodies are one of two', () => {
  const { '/v3/quotations': path, ...others } = foldVariants({
    '/v3/quotations': { post: first },
    '/v3/quotations#second': { post: second },
    '/v3/cities': { get: first },
  });
  expect(others).toEqual({ '/v3/cities': { get: first } });
  expect(path?.post).toEqual({
    summary: 'Ask for a price',
    description: 'With `Platform: PLUS`: Ask for a scheduled delivery.',
    tags: ['Quotations', 'Plus'],
    parameters: [{ name: 'market' }, { name: 'expand' }, { name: 'clientRef' }],
    requestBody: {
      required: true,
      content: content({
        oneOf: [
          { title: 'On demand', type: 'object', required: ['language'] },
          { title: 'Plus', type: 'object', required: ['scheduleAt'] },
        ],
      }),
    },
    responses: {
      '201': {
        description: 'Done',
        content: content({
          oneOf: [
            { title: 'On demand', a: 1 },
            { title: 'Plus', b: 2 },
          ],
        }),
      },
      '204': { description: 'Gone' },
      '4XX': error,
    },
  });
});

test('what both say of themselves stands there', () => {
  const folded = foldVariants({
    '/a': { get: { ...first, description: 'One.' } },
    '/a#second': { get: { ...second, description: 'Other.' } },
  });
  expect(folded['/a']?.get?.description).toBe('One.\n\nWith `Platform: PLUS`: Ask for a scheduled delivery. Other.');
});
