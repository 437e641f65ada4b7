import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CSV_START, csvRecord, DECIMALS, readCsv } from './csv.ts';

const read = (text: string, separator = ',') => [...readCsv(text, separator)];
const fieldsOf = (text: string, separator = ',') => read(text, separator).map(({ fields }) => fields);

test('a field that holds a comma, a semicolon, a quote or a line end is written in quotes, and its quotes twice', () => {
  expect(csvRecord(['a', 'b,c', 'd"e', 'f\ng', 'h;i'])).toBe('a,"b,c","d""e","f\ng","h;i"\r\n');
});

test.each(['=1+1', '+85256847123', '-3', '@x', '\tx', '＝1'])('%j cannot be run by a spreadsheet', (text) => {
  expect(csvRecord([text], 'comma').replace('"', '').startsWith("'")).toBe(true);
  expect(csvRecord([text]).replace('"', '').startsWith("'")).toBe(true);
});

test.each([
  ...[
    '1571354659422392320',
    '123456789012',
    '0012',
    '7-11',
    '3/4',
    '2026-12-01',
    '12:30',
    '1.10',
    '1,000',
    '5%',
    '5 1',
  ],
  ...['1E5', '12e3', '1.5E10', '1E-5', 'TRUE', 'false', 'MAR-12', 'Dec 1', '1-Feb', '3 June 2026', 'SEPT2', 'May.7'],
])('%s stays what it is in a spreadsheet, for a program it is itself, and both are read again', (text) => {
  expect(csvRecord([text], 'point').replace('"', '')).toMatch(/^'/);
  expect(csvRecord([text]).replace('"', '').startsWith(text.slice(0, 2))).toBe(true);
  for (const record of [csvRecord([text, 'a'], 'point'), csvRecord([text, 'a'])])
    expect(fieldsOf(record)).toEqual([[text, 'a']]);
});

test.each([
  '0',
  '7',
  '12345678901',
  'R-1',
  'May',
  'Maria-1',
  'Deck 2',
  'June',
  '...',
  ' ',
  'E5',
  '1EA',
  'TRUE1',
  '',
  '12 B',
])('%j needs no apostrophe', (text) => {
  expect(csvRecord([text], 'point')).toBe(`${text}\r\n`);
});

test('an apostrophe before any number is taken away, for many programs write one', () => {
  expect(fieldsOf("'85256847123,'7,'tis\n")).toEqual([['85256847123', '7', "'tis"]]);
});

test.each([undefined, 'point'] as const)('what the program itself has written stays as it is: %s', (decimal) => {
  const fields = [{ number: '-12.5' }, { time: '2026-12-01 10:00' }, 'a'];
  expect(csvRecord(fields, decimal)).toBe('-12.5,2026-12-01 10:00,a\r\n');
});

test('where numbers have a comma, semicolons divide the columns, and text and times stay as they are', () => {
  const fields = [{ number: '-6.184' }, { number: '20' }, { time: '2026-12-01 10:00:00' }, 'a.b', 'c,d', 'e;f', '1.10'];
  const record = csvRecord(fields, 'comma');
  expect(record).toBe(`-6,184;20;2026-12-01 10:00:00;a.b;"c,d";"e;f";'1.10\r\n`);
  expect(fieldsOf(record, ';')).toEqual([['-6,184', '20', '2026-12-01 10:00:00', 'a.b', 'c,d', 'e;f', '1.10']]);
});

test('lines end by any of the three ways, and the last may end without one', () => {
  expect(fieldsOf('a,b\r\nc,d\ne,f\rg,h')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
    ['g', 'h'],
  ]);
});

test('a mark at the beginning is no part of the first field', () => {
  expect(fieldsOf(`${CSV_START}a,b`)).toEqual([['a', 'b']]);
});

test('quotes keep separators and line ends, and rows are counted as a spreadsheet does', () => {
  expect(read('a,"b\r\nc, ""d""",e\r\n\r\nf,g,h\r\n')).toEqual([
    { row: 1, fields: ['a', 'b\r\nc, "d"', 'e'] },
    { row: 3, fields: ['f', 'g', 'h'] },
  ]);
});

test('a field of many lines is in one row, and an apostrophe is taken away only before a formula', () => {
  expect(read('"a\nb\rc\r\nd"\n\'tis,\'=1+1\n')).toEqual([
    { row: 1, fields: ['a\nb\rc\r\nd'] },
    { row: 2, fields: ["'tis", '=1+1'] },
  ]);
});

test('empty lines, and lines of empty fields, are passed over', () => {
  expect(read('\n,,\n  , \na,\n')).toEqual([{ row: 4, fields: ['a', ''] }]);
  expect(read('a\n\nb\r\rc\r\n\r\nd').map(({ row }) => row)).toEqual([1, 3, 5, 7]);
});

test('a quote that is never closed takes in the rest, which is told, and what follows a closed one is kept', () => {
  expect(read('a,b\na,"b\nc')).toEqual([
    { row: 1, fields: ['a', 'b'] },
    { row: 2, fields: ['a', 'b\nc'], isOpen: true },
  ]);
  expect(fieldsOf('"a"b,c')).toEqual([['ab', 'c']]);
});

test('no more is read than is asked for', () => {
  const lines = readCsv('a,b\n'.repeat(1_000_000), ',');
  expect(lines.next().value).toEqual({ row: 1, fields: ['a', 'b'] });
  lines.return(undefined);
});

test('whatever is written is read again', () => {
  const letter = fc.constantFrom('a', 'é', '中', '7', ' ', ',', ';', '"', '\r', '\n', '=', '+', "'");
  const field = fc.string({ unit: letter });
  const record = fc
    .array(field, { minLength: 2, maxLength: 5 })
    .filter((fields) => fields.some((text) => text.trim() !== ''));
  fc.assert(
    fc.property(fc.array(record, { maxLength: 5 }), fc.constantFrom(undefined, ...DECIMALS), (records, decimal) => {
      const file = CSV_START + records.map((fields) => csvRecord(fields, decimal)).join('');
      expect(fieldsOf(file, decimal === 'comma' ? ';' : ',')).toEqual(records);
    }),
  );
});
