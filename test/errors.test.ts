import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '../src/foundation/error-codes.ts';
import { DeliveryError, errorBody } from '../src/foundation/errors.ts';

const codes = Object.keys(ERRORS) as ErrorCode[];

test('every code that can be answered is provoked by a test from outside', async () => {
  const files = await readdir('test/api');
  const texts = await Promise.all(files.map((file) => readFile(path.join('test/api', file), 'utf8')));
  const everything = texts.join('\n');
  const atTheWire = (code: ErrorCode) => errorBody([{ code, sentence: '' }]).message;
  expect(codes.filter((code) => !everything.includes(`'${atTheWire(code)}'`))).toEqual([]);
});

test('every code has a status of its own kind and one clear sentence', () => {
  for (const code of codes) {
    const error = new DeliveryError(code);
    expect(error.status).toBeGreaterThanOrEqual(400);
    expect(error.faults[0].sentence).toMatch(/^[A-Z].*\.$/);
  }
});
