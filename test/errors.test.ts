import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { delayBeforeRetry } from '../clients/node/src/retry.ts';
import { ERRORS, type ErrorCode, type ErrorRow } from '../src/foundation/error-codes.ts';
import { DeliveryError, errorBody, wireIdOf } from '../src/foundation/errors.ts';
import { describeErrors } from '../src/main/describe-errors.ts';
import { blocksOf } from './support/page-blocks.ts';
import { differenceFrom } from './support/shown.ts';

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

test('the client tries again where the table says that this helps, and nowhere else', () => {
  const helps = (code: ErrorCode) => 'retry' in ERRORS[code];
  const tries = (code: ErrorCode) =>
    delayBeforeRetry({ status: ERRORS[code].status, code: wireIdOf(code) }, 1, 1, 0) !== undefined;
  expect(codes.filter(tries)).toEqual(codes.filter(helps));
  expect(codes.filter(helps)).toHaveLength(5);
});

describe('docs/guide/errors.md', () => {
  const file = 'docs/guide/errors.md';
  const page = readFileSync(file, 'utf8');
  const sections = new Map(
    page
      .split(/^### /m)
      .slice(1)
      .map((text) => [text.split('\n', 1)[0] as string, text.split(/^## /m)[0] as string]),
  );
  /** What the page shows under its calls, which test/scenarios/documents.test.ts makes. */
  const answersIn = (section: string): unknown[] =>
    blocksOf(file, section)
      .filter(({ language }) => language === 'json')
      .map(({ text }) => JSON.parse(text));

  test('says of each code what the program knows (npm run generate writes it)', () => {
    expect(describeErrors(page, JSON.parse(readFileSync('docs/openapi.json', 'utf8')))).toBe(page);
    expect([...sections.keys()].sort()).toEqual([...new Set(codes.map(wireIdOf))].sort());
  });

  test('has a call for each code that is answered with the example of the reference, or says why there is none', () => {
    const unexplained = codes.filter((code) => {
      const section = sections.get(wireIdOf(code)) ?? '';
      if (/^Out of reach/m.test(section)) return false;
      const { sentence, example = { sentence } }: ErrorRow = ERRORS[code];
      const isOne = code === 'ERR_INVALID_RESPONSE';
      const body = errorBody([{ code, ...example }], isOne);
      return !answersIn(section).some((shown) => differenceFrom(shown, body) === undefined);
    });
    expect(unexplained).toEqual([]);
  });

  test('begins with an answer that it shows further down', () => {
    const [first] = answersIn(page);
    expect(answersIn(sections.get('ERR_INVALID_FIELD') ?? '')).toContainEqual(first);
  });
});
