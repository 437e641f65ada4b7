import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiTypes } from '../tools/api-types.ts';

const read = (file: string) => readFileSync(file, 'utf8');

test('the types of the client are those of the reference (npm run generate writes them)', () => {
  expect(read('clients/node/src/api-types.ts')).toBe(apiTypes(JSON.parse(read('docs/openapi.json'))));
});
