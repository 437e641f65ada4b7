import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiTypes } from '../tools/api-types.ts';

const read = (file: string) => readFileSync(file, 'utf8');

test('the types of the client are those of the reference (npm run generate writes them)', () => {
  expect(read('clients/node/src/api-types.ts')).toBe(apiTypes(JSON.parse(read('docs/openapi.json'))));
});

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const told = { properties: { data: reference('Told') } };
const TYPES = apiTypes({
  paths: {
    '/v3/things': {
      post: {
        requestBody: content(reference('NewThing')),
        responses: { 201: content(reference('Thing')), '4XX': content(reference('ErrorAnswer')) },
      },
    },
    '/driver/v1/things': { get: { responses: { 200: content(reference('DriverThing')) } } },
  },
  webhooks: { TOLD: { post: { summary: 'Something was told', requestBody: content(told) } } },
  components: {
    schemas: {
      NewThing: {
        type: 'object',
        description: 'What is sent',
        required: ['id'],
        properties: {
          id: { type: ['string', 'number'], description: '19 digits' },
          notes: { type: ['array', 'null'], items: { type: 'string' } },
          share: { type: ['number', 'boolean'] },
        },
      },
      Thing: {
        type: 'object',
        properties: {
          kind: { enum: ['A', 'B', 3] },
          parts: { type: 'array', items: { anyOf: [reference('Part'), { type: 'null' }] } },
          counts: { type: 'object', additionalProperties: { type: 'integer' } },
          inner: { type: 'object', properties: { deep: { const: true } } },
        },
      },
      Part: { type: 'object' },
      Told: { type: 'object' },
      ErrorAnswer: { type: 'object' },
      DriverThing: { type: 'object' },
      ErrorCode: { enum: Array.from({ length: 9 }, (_, index) => `ERR_NUMBER_${index}`) },
    },
  },
});
const typeOf = (name: string) =>
  TYPES.split('\n\n')
    .find((part) => part.includes(`export type ${name} =`))
    ?.trim();

test('what is sent takes ids as text alone, and lists that nobody may change', () => {
  expect(typeOf('NewThing')).toBe(`/** What is sent */
export type NewThing = {
  /** 19 digits */
  id: string;
  notes?: readonly string[] | null;
  share?: number | boolean;
};`);
});

test('what is answered has its alternatives, its lists and what lies in it', () => {
  expect(typeOf('Thing')).toBe(`export type Thing = {
  kind?: 'A' | 'B' | 3;
  parts?: (Part | null)[];
  counts?: Record<string, number>;
  inner?: {
    deep?: true;
  };
};`);
});

test('each event has its data, many codes stand one below the other, and what is for others is left out', () => {
  expect(typeOf('EventData')).toContain('/** Something was told */\n  TOLD: Told;');
  expect(typeOf('ErrorCode')).toMatch(/^export type ErrorCode =\n {2}\| 'ERR_NUMBER_0'\n/);
  for (const name of ['ErrorAnswer', 'DriverThing']) expect(typeOf(name)).toBeUndefined();
});
