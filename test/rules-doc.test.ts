import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '../src/foundation/error-codes.ts';
import { errorBody } from '../src/foundation/errors.ts';
import { ORDER_STATUSES } from '../src/orders/rules/order-transitions.ts';
import { PARCEL_STATUSES } from '../src/plus/rules/parcel-transitions.ts';

const page = readFileSync('docs/rules.md', 'utf8');
const FILE = /`((?:src|web|test|data|docs|migrations|bench|bin|ops)\/[^`]+)`/g;
const filesIn = (text: string) => [...text.matchAll(FILE)].map(([, file]) => file as string);

/** A table of rules, by the heading above it; a row is its cells. */
const tables = page.split(/^#+ /m).map((section) => ({
  heading: section.split('\n', 1)[0] as string,
  rows: section
    .split('\n')
    .filter((line) => /^\| (?!Rule|Field|#)/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    ),
}));
const rows = tables.flatMap((table) => table.rows);

/** The pages of the guide that make promises quote tests in the same way. */
const PAGES = [
  ['docs/rules.md', 1_000, 500],
  ['docs/guide/security.md', 30, 40],
  ['docs/security.md', 33, 33],
  ['docs/guide/scaling.md', 6, 6],
] as const;

test.each(PAGES)('%s names only files that exist', (file, fewestFiles) => {
  const named = filesIn(readFileSync(file, 'utf8'));
  expect(named.length).toBeGreaterThanOrEqual(fewestFiles);
  expect(named.filter((one) => !existsSync(one))).toEqual([]);
});

test.each(PAGES)(
  'every title that %s quotes stands in the test named before it',
  (file, _fewestFiles, fewestTitles) => {
    const text = readFileSync(file, 'utf8');
    const quoted = [...text.matchAll(/`(\S+\.test\.ts)`((?: › "[^"]+")+)/g)].flatMap(([, test, titles]) =>
      [...(titles as string).matchAll(/ › "([^"]+)"/g)].map(([, title]) => [test as string, title as string] as const),
    );
    expect(quoted.length).toBeGreaterThanOrEqual(fewestTitles);
    expect(text.split(' › "')).toHaveLength(quoted.length + 1);
    const stands = (test: string, title: string) => {
      const source = readFileSync(test, 'utf8');
      return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote},`));
    };
    expect(quoted.filter(([test, title]) => !stands(test, title))).toEqual([]);
  },
);

test('every line names what decides it and a test or measurement that shows it', () => {
  const isShown = (file: string) => file.endsWith('.test.ts') || file.startsWith('bench/');
  const lacking = rows.filter((cells) => {
    const [decidedBy = '', shownBy = ''] = cells.slice(-2);
    const [deciding, showing] = [filesIn(decidedBy), filesIn(shownBy)];
    return deciding.length === 0 || showing.length === 0 || deciding.some(isShown) || !showing.every(isShown);
  });
  expect(lacking).toEqual([]);
});

describe('nothing is missing:', () => {
  const decisions = tables.flatMap(({ heading, rows }) => {
    const [, section, last] = /^Decisions (\d+)\.1 to \1\.(\d+)/.exec(heading) ?? [];
    return section === undefined ? [] : [{ section, last: Number(last), rows }];
  });

  test.each(decisions)('no decision of section $section, up to $last, each in its turn', ({ section, last, rows }) => {
    const numbers = rows.map(([number]) => number as string);
    const inTurn = Array.from({ length: last }, (_, index) => `${section}.${index + 1}`);
    expect(numbers.filter((number, index) => number !== numbers[index - 1])).toEqual(inTurn);
  });

  test('no section of the decisions', () => {
    expect(decisions.map(({ section }) => section)).toEqual(['1', '2', '3', '4', '5']);
    for (const section of ['section 6', 'section 7']) {
      expect(tables.find(({ heading }) => heading.startsWith(`Decisions, ${section}`))?.rows).not.toEqual([]);
    }
  });

  test('no code and no status', () => {
    const codes = (Object.keys(ERRORS) as ErrorCode[]).map((code) => errorBody([{ code, sentence: '' }]).message);
    const words = [...codes, ...ORDER_STATUSES, ...PARCEL_STATUSES];
    const rules = rows.map((cells) => cells.slice(0, -2).join(' ')).join('\n');
    expect(words.filter((word) => !rules.includes(word))).toEqual([]);
  });
});
