import { CSV_START, csvRecord, type Decimal, readCsv } from '../../foundation/csv.ts';
import { accepted, type Decision, refused } from '../../foundation/decision.ts';

const MOST_LINES = 2_000;
/** Of those on which the reader stops: a line needs fifty, and millions would keep everybody else waiting. */
const MOST_MARKS = 200 * MOST_LINES;
const IS_MARK = Uint8Array.from({ length: 256 }, (_, byte) =>
  '",;\t\r\n'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** Columns of the file, by the fields that they stand for. */
export const COLUMNS = [
  'reference',
  'pick_up_at',
  'deliver_by',
  'pick_up_address',
  'pick_up_lat',
  'pick_up_lng',
  'sender_name',
  'sender_phone',
  'sender_note',
  'delivery_address',
  'delivery_lat',
  'delivery_lng',
  'recipient_name',
  'recipient_phone',
  'recipient_note',
  'quantity',
  'weight_kg',
  'label',
] as const;
export type Column = (typeof COLUMNS)[number];
export const NEEDED: readonly Column[] = [
  'reference',
  'pick_up_at',
  'sender_name',
  'sender_phone',
  'recipient_name',
  'recipient_phone',
];

export const TIMES: readonly Column[] = ['pick_up_at', 'deliver_by'];
const IN_NUMBERS: ReadonlySet<Column> = new Set<Column>([
  'pick_up_lat',
  'pick_up_lng',
  'delivery_lat',
  'delivery_lng',
  'quantity',
  'weight_kg',
]);
/** Of these it is the letters that count, not how they look. */
const PLAIN: ReadonlySet<Column> = new Set([...TIMES, ...IN_NUMBERS, 'sender_phone', 'recipient_phone', 'label']);

/** A line of the file, by the number of its row: what stands in its columns, without the spaces around it. */
export type UploadedLine = { readonly line: number } & Readonly<Record<Column, string>>;

/** To download, fill in and send back: the head and one line as an example. */
export function uploadTemplate(decimal: Decimal): string {
  const example: Partial<Record<Column, string>> = {
    reference: 'R-1001',
    pick_up_at: '2026-12-01 10:00',
    deliver_by: '2026-12-01 18:00',
    pick_up_address: '1 Harbour Road',
    pick_up_lat: '22.2810',
    pick_up_lng: '114.1580',
    sender_name: 'Ada Chan',
    sender_phone: '+85256847123',
    delivery_address: '750 Nathan Road',
    delivery_lat: '22.3193',
    delivery_lng: '114.1694',
    recipient_name: 'Ben Lee',
    recipient_phone: '+85256847124',
    recipient_note: 'Second door, ring twice',
    quantity: '1',
    weight_kg: '2.5',
    label: 'yes',
  };
  const fields = COLUMNS.map((column) => {
    const text = example[column] ?? '';
    if (TIMES.includes(column)) return { time: text };
    return IN_NUMBERS.has(column) ? { number: text } : text;
  });
  return CSV_START + csvRecord(COLUMNS, decimal) + csvRecord(fields, decimal);
}

/** The lines of a file, or why it cannot be read as one. No more of it is read than may be in it. */
export function readUpload(bytes: Uint8Array): Decision<readonly UploadedLine[]> {
  if (countMarks(bytes) > MOST_MARKS)
    return wrong(
      `The file has more separators, quotes and line breaks than ${MOST_LINES.toLocaleString('en')} lines need. Start from the template.`,
    );
  const text = decode(bytes);
  if ('refused' in text) return text;
  const records = readCsv(text.accepted, separatorOf(text.accepted));
  const head = records.next();
  if (head.done === true) return wrong('The file is empty. Start from the template.');
  const columns = head.value.fields.map((name) =>
    asPlain(name)
      .toLowerCase()
      .replace(/[ _-]+/g, '_'),
  );
  const missing = NEEDED.filter((column) => !columns.includes(column));
  if (columns.length === 1 && NEEDED.every((column) => columns[0]?.includes(column)))
    return wrong('The columns must be divided by commas, semicolons or tabs. Save the file so and send it again.');
  if (missing.length > 0)
    return wrong(
      `The first line must name the columns, and ${missing.join(', ')} cannot be found. Start from the template.`,
    );
  const unknown = columns.filter((name) => name !== '' && !(COLUMNS as readonly string[]).includes(name));
  if (unknown.length > 0)
    return wrong(`There is no column "${unknown[0]?.slice(0, 40)}". The columns are ${COLUMNS.join(', ')}.`);
  const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index);
  if (twice !== undefined) return wrong(`The column ${twice} is there twice.`);
  const places = COLUMNS.map((column) => [column, columns.indexOf(column)] as const);
  const last = Math.max(...places.map(([, place]) => place));
  const lines: UploadedLine[] = [];
  for (const { row, fields, isOpen } of records) {
    if (lines.length === MOST_LINES)
      return wrong(`The file has more than ${MOST_LINES.toLocaleString('en')} lines. Divide it.`);
    if (isOpen) return wrong(`In row ${row} a quote begins that is never closed, and takes in all that follows.`);
    // A comma in a text without quotes moves all that stands behind it by a column.
    const beyond = fields.slice(last + 1).find((field) => field.trim() !== '');
    if (beyond !== undefined)
      return wrong(
        `In row ${row} there is "${beyond.trim().slice(0, 40)}" to the right of the last column. Put a text with commas in quotes, and leave nothing beside the table.`,
      );
    lines.push(lineFrom(row, places, fields));
  }
  return lines.length === 0 ? wrong('The file has no line below its first one.') : accepted(lines);
}

function countMarks(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) count += IS_MARK[bytes[at] as number] as number;
  return count;
}

function wrong(sentence: string) {
  return refused('ERR_INVALID_FIELD', sentence, '/data/file');
}

/** `places`: where each column stands in a line, -1 where it was left out. */
function lineFrom(
  line: number,
  places: readonly (readonly [column: Column, place: number])[],
  fields: readonly string[],
): UploadedLine {
  const read = places.map(([column, place]) => {
    const field = fields[place] ?? '';
    return [column, PLAIN.has(column) ? asPlain(field) : field.trim()];
  });
  return { line, ...(Object.fromEntries(read) as Record<Column, string>) };
}

/** As a keyboard writes it: without what cannot be seen, blanks that do not break, wide digits and typographic dashes. */
function asPlain(text: string): string {
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return plain
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Spreadsheets write semicolons, or tabs, where a comma stands in numbers. */
function separatorOf(text: string): string {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const count = (separator: string) => head.split(separator).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] as string;
}

const SAVE_AS = 'Save it as "CSV UTF-8" and send it again.';
/** How .xlsx, .ods and .numbers begin, and the older .xls. */
const SPREADSHEETS = [
  [0x50, 0x4b],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;
const ESCAPE = 0x1b;

function decode(bytes: Uint8Array): Decision<string> {
  const [first, second] = bytes;
  const isBook = SPREADSHEETS.some((start) => start.every((byte, at) => bytes[at] === byte));
  if (isBook) return wrong(`This is a spreadsheet, not a CSV file. ${SAVE_AS}`);
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || hasManyZeros(bytes);
  if (isUtf16) return wrong(`The file is written in UTF-16, which a spreadsheet calls "Unicode text". ${SAVE_AS}`);
  if (bytes.includes(0)) return wrong('This is not a text file.');
  const isOlder = wrong(
    `The file is not written in UTF-8 but most likely in Windows-1252 or another older encoding. ${SAVE_AS}`,
  );
  // An encoding of Japanese is plain letters between escapes.
  if (bytes.includes(ESCAPE)) return isOlder;
  try {
    return accepted(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return isOlder;
  }
}

/** UTF-16 without a mark: every other byte of plain letters is zero. */
function hasManyZeros(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 200);
  const zeros = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  return zeros >= 4 && zeros * 3 >= head.length;
}
