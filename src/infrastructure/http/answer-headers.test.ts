import { expect, test } from 'vitest';
import { ANSWER_HEADERS, describeAnswerHeaders } from './answer-headers.ts';

const refer = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

test('each answer refers to its headers, which are described once', () => {
  const { paths, headers } = describeAnswerHeaders({
    '/v3/orders': {
      get: {
        [ANSWER_HEADERS]: { 'RateLimit-Limit-GetOrder': 'How many' },
        responses: { '200': {}, '422': {}, '429': {}, '503': {} },
      },
      post: { responses: { '201': { description: 'Done' } } },
    },
  });
  const every = ['Api-Version', 'Request-Id'];
  const own = [...every, 'RateLimit-Limit-GetOrder'];
  expect(paths['/v3/orders']).toEqual({
    get: {
      responses: {
        '200': { headers: refer(...own) },
        '422': {},
        '429': { headers: refer('RateLimit-Limit-GetOrder', 'Retry-After') },
        '503': { headers: refer('Retry-After') },
      },
    },
    post: { responses: { '201': { description: 'Done', headers: refer(...every) } } },
  });
  expect(Object.keys(headers).sort()).toEqual([...own, 'Retry-After'].sort());
  expect(headers['RateLimit-Limit-GetOrder']).toEqual({ description: 'How many', schema: { type: 'string' } });
});
