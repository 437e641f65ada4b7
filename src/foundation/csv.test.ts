import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CSV_START, csvRecord, readCsv } from './csv.ts';

const read = (text: string, separator = ',') => [...readCsv(text, separator)];
const fieldsOf = (text: string, separator = ',') => read(text, separator).map(({ fields }) => fields);

test('a field that holds a comma, a quote or a line end is written in quotes, and its quotes twice', () => {
  expect(csvRecord(['a', 'b,c', 'd"e', 'f\ng'])).toBe('a,"b,c","d""e","f\ng"\r\n');
});

test.each(['=1+1', '+85256847123', '-3', '@x', '\tx', '＝1'])('%j cannot be run by a spreadsheet', (text) => {
  expect(csvRecord([text]).replace('"', '').startsWith("'")).toBe(true);
});

test('a number of our own stays a number', () => {
  expect(csvRecord([{ number: '-12.5' }, 'a'])).toBe('-12.5,a\r\n');
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

test('quotes keep separators and line ends, and lines are counted as an editor does', () => {
  expect(read('a,"b\r\nc, ""d""",e\r\n\r\nf,g,h\r\n')).toEqual([
    { line: 1, fields: ['a', 'b\r\nc, "d"', 'e'] },
    { line: 4, fields: ['f', 'g', 'h'] },
  ]);
});

test('a field of many lines counts each of them, and an apostrophe is taken away only before a formula', () => {
  expect(read('"a\nb\rc\r\nd"\n\'tis,\'=1+1\n')).toEqual([
    { line: 1, fields: ['a\nb\rc\r\nd'] },
    { line: 5, fields: ["'tis", '=1+1'] },
  ]);
});

test('empty lines, and lines of empty fields, are passed over', () => {
  expect(read('\n,,\n  , \na,\n')).toEqual([{ line: 4, fields: ['a', ''] }]);
  expect(read('a\n\nb\r\rc\r\n\r\nd').map(({ line }) => line)).toEqual([1, 3, 5, 7]);
});

test('a quote that is never closed takes in the rest, and what follows a closed one is kept', () => {
  expect(fieldsOf('a,"b\nc')).toEqual([['a', 'b\nc']]);
  expect(fieldsOf('"a"b,c')).toEqual([['ab', 'c']]);
});

test('no more is read than is asked for', () => {
  const lines = readCsv('a,b\n'.repeat(1_000_000), ',');
  expect(lines.next().value).toEqual({ line: 1, fields: ['a', 'b'] });
  lines.return(undefined);
});

test('whatever is written is read again', () => {
  const letter = fc.constantFrom('a', 'é', '中', '7', ' ', ',', ';', '"', '\r', '\n', '=', '+', "'");
  const field = fc.string({ unit: letter }).filter((text) => !text.startsWith("'"));
  const record = fc
    .array(field, { minLength: 2, maxLength: 5 })
    .filter((fields) => fields.some((text) => text.trim() !== ''));
  fc.assert(
    fc.property(fc.array(record, { maxLength: 5 }), (records) => {
      expect(fieldsOf(CSV_START + records.map(csvRecord).join(''))).toEqual(records);
    }),
  );
});
