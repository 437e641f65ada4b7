import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { type Exact, parseExact } from '../../foundation/money.ts';
import { NO_LINES, type StatementLine } from './statement.ts';
import { csvHead, csvLine, csvTotal } from './statement-csv.ts';

const exact = (text: string) => parseExact(text) as Exact;
const SGD = { currency: 'SGD', decimals: 1 };
const line = (further: Partial<StatementLine> = {}): StatementLine => ({
  number: 7,
  deliveredAt: '2026-11-30 23:59:59',
  orderId: '1234567890123456789',
  clientRef: 'PARCEL-1',
  city: 'Singapore',
  distanceMeters: 4_050,
  kilograms: exact('2.5'),
  price: { base: exact('20'), distance: exact('6.075'), weight: 0n, totalMinor: 261n },
  ...further,
});

test('a head that spreadsheets read as UTF-8, lines and a total, all with the same fields', () => {
  expect(csvHead('point')).toBe(
    '\uFEFFline,delivered_at_local,order_id,client_reference,city,km,kg,base,distance,weight,total,currency,note\r\n',
  );
  expect(csvLine(line(), SGD, 'point')).toBe(
    "7,2026-11-30 23:59:59,'1234567890123456789,PARCEL-1,Singapore,4.05,2.5,20,6.075,0,26.1,SGD,\r\n",
  );
  expect(csvLine(line(), SGD)).toContain(',1234567890123456789,PARCEL-1,');
  const totals = { ...NO_LINES, parcels: 2, distanceMeters: 8_100, kilograms: exact('5'), totalMinor: 522n };
  expect(csvTotal(totals, [], SGD, 'point')).toBe('TOTAL,,,,,8.1,5,,,,52.2,SGD,2 parcels.\r\n');
  expect(csvTotal({ ...totals, parcels: 1 }, ['One.', 'Two.'], SGD, 'point')).toMatch(/,1 parcel\. One\. Two\.\r\n$/);
});

test('where numbers have a comma, semicolons divide the columns', () => {
  expect(csvHead('comma')).toMatch(/^\uFEFFline;delivered_at_local;order_id;/);
  expect(csvLine(line(), SGD, 'comma')).toBe(
    "7;2026-11-30 23:59:59;'1234567890123456789;PARCEL-1;Singapore;4,05;2,5;20;6,075;0;26,1;SGD;\r\n",
  );
  const totals = { ...NO_LINES, parcels: 2, distanceMeters: 8_100, kilograms: exact('5'), totalMinor: 522n };
  expect(csvTotal(totals, [], SGD, 'comma')).toBe('TOTAL;;;;;8,1;5;;;;52,2;SGD;2 parcels.\r\n');
});

test('what has no price has no amounts and says so; an unknown weight is left out', () => {
  expect(csvLine(line({ price: undefined, kilograms: undefined }), SGD, 'point')).toBe(
    "7,2026-11-30 23:59:59,'1234567890123456789,PARCEL-1,Singapore,4.05,,,,,,SGD,UNPRICED\r\n",
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['+85256847123', "'+85256847123"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ['\r\n=1', '"\'\r\n=1"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['A=1', 'A=1'],
  ['A-1', 'A-1'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['ทดสอบ', 'ทดสอบ'],
])('a reference %j is written %j', (clientRef, written) => {
  expect(csvLine(line({ clientRef }), SGD, 'point').split(/(?<=9),/)[2]).toBe(
    `${written},Singapore,4.05,2.5,20,6.075,0,26.1,SGD,\r\n`,
  );
});

test('whatever a client calls a parcel, it stays in its field, and no field starts a formula', () => {
  fc.assert(
    fc.property(anyText({ minLength: 1, maxLength: 64 }), (clientRef) => {
      const fields = fieldsOf(csvLine(line({ clientRef }), SGD, 'point'));
      expect(fields).toHaveLength(13);
      expect([clientRef, `'${clientRef}`]).toContain(fields[3]);
      for (const field of fields) expect(field).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

/** The fields of one record, read as RFC 4180 says. */
function fieldsOf(record: string): string[] {
  const fields = [...record.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|$)/g)];
  return fields.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
