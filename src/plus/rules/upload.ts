import { CSV_START, csvRecord, readCsv } from '../../foundation/csv.ts';
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

/** A line of the file: what stands in its columns, without the spaces around it. */
export type UploadedLine = { readonly line: number } & Readonly<Record<Column, string>>;

/** To download, fill in and send back: the head and one line as an example. */
export function uploadTemplate(): string {
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
  return CSV_START + csvRecord(COLUMNS) + csvRecord(COLUMNS.map((column) => example[column] ?? ''));
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
  const columns = head.value.fields.map((name) => name.trim().toLowerCase().replaceAll(' ', '_'));
  const missing = NEEDED.filter((column) => !columns.includes(column));
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
  const lines: UploadedLine[] = [];
  for (const { line, fields } of records) {
    if (lines.length === MOST_LINES)
      return wrong(`The file has more than ${MOST_LINES.toLocaleString('en')} lines. Divide it.`);
    lines.push(lineFrom(line, places, fields));
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
  const read = places.map(([column, place]) => [column, (fields[place] ?? '').trim()]);
  return { line, ...(Object.fromEntries(read) as Record<Column, string>) };
}

/** Spreadsheets write semicolons, or tabs, where a comma stands in numbers. */
function separatorOf(text: string): string {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const count = (separator: string) => head.split(separator).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] as string;
}

const SAVE_AS = 'Save it as "CSV UTF-8" and send it again.';

function decode(bytes: Uint8Array): Decision<string> {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return wrong(`This is a spreadsheet, not a CSV file. ${SAVE_AS}`);
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || hasManyZeros(bytes);
  if (isUtf16) return wrong(`The file is written in UTF-16, which a spreadsheet calls "Unicode text". ${SAVE_AS}`);
  if (bytes.includes(0)) return wrong('This is not a text file.');
  try {
    return accepted(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return wrong(
      `The file is not written in UTF-8 but most likely in Windows-1252 or another older encoding. ${SAVE_AS}`,
    );
  }
}

/** UTF-16 without a mark: every other byte of plain letters is zero. */
function hasManyZeros(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 200);
  const zeros = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  return zeros >= 4 && zeros * 3 >= head.length;
}
