import { expect, test, vi } from 'vitest';
import { csvRecord } from '../../foundation/csv.ts';
import { COLUMNS, readUpload, uploadTemplate } from './upload.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');
const HEAD = 'reference,pick_up_at,sender_name,sender_phone,recipient_name,recipient_phone';
const LINE = 'R-1,2026-12-01 10:00,Ada,+85256847123,Ben,+85256847124';
const linesOf = (file: Uint8Array) => {
  const read = readUpload(file);
  if ('refused' in read) throw new Error(read.sentence);
  return read.accepted;
};
const refusalOf = (file: Uint8Array) => (readUpload(file) as { sentence?: string }).sentence;

test('the template is a file that can be read, with one line', () => {
  expect(linesOf(bytes(uploadTemplate('point')))).toMatchObject([
    {
      line: 2,
      reference: 'R-1001',
      deliver_by: '2026-12-01 18:00',
      sender_phone: '+85256847123',
      sender_note: '',
      recipient_note: 'Second door, ring twice',
    },
  ]);
});

test('the template is told in the form of the spreadsheet, and read the same', () => {
  const template = uploadTemplate('comma');
  expect(template).toMatch(/;22,2810;114,1580;/);
  const [line] = linesOf(bytes(template));
  expect(line).toMatchObject({ pick_up_at: '2026-12-01 10:00', pick_up_lat: '22,2810', weight_kg: '2,5' });
});

test('columns are found by their names, in any order and spelling, and those that are left out are empty', () => {
  const file = bytes(
    'Recipient Name, REFERENCE ,Pick-up  at,sender_name,Sender\u00a0phone,recipient_phone\nBen, R-1 ,x,Ada,1,2\n',
  );
  expect(linesOf(file)).toMatchObject([{ line: 2, reference: 'R-1', recipient_name: 'Ben', weight_kg: '' }]);
});

test.each([
  ['commas', `${HEAD}\n${LINE}`],
  ['semicolons', `${HEAD}\n${LINE}`.replaceAll(',', ';')],
  ['tabs', `${HEAD}\n${LINE}`.replaceAll(',', '\t')],
])('fields may stand between %s', (_name, text) => {
  expect(linesOf(bytes(text))).toMatchObject([{ reference: 'R-1', recipient_phone: '+85256847124' }]);
});

test('a first line that never ends is looked through once, not for every line below it', () => {
  const wide = bytes(`${HEAD}${','.repeat(1_000)}\n${`${LINE}\n`.repeat(2_000)}`);
  const lookThrough = vi.spyOn(Array.prototype, 'indexOf');
  const { length } = linesOf(wide);
  const times = lookThrough.mock.calls.length;
  lookThrough.mockRestore();
  expect(length).toBe(2_000);
  expect(times).toBeLessThan(100);
});

test('UTF-8 is read with a mark and without', () => {
  for (const mark of ['', '\uFEFF'])
    expect(linesOf(bytes(`${mark}${HEAD}\n${LINE.replace('Ben', '陳大文')}`))).toMatchObject([
      { recipient_name: '陳大文' },
    ]);
});

test('files in another encoding are told apart, each with what to do', () => {
  const text = `${HEAD}\n${LINE.replace('Ben', 'Bén')}`;
  const utf16 = Buffer.from(text, 'utf16le');
  expect(refusalOf(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]))).toMatch(/UTF-16.*CSV UTF-8/);
  expect(refusalOf(utf16)).toMatch(/UTF-16/);
  expect(refusalOf(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]))).toMatch(/UTF-16/);
  expect(refusalOf(Buffer.from(text, 'latin1'))).toMatch(/Windows-1252.*CSV UTF-8/);
  expect(refusalOf(Buffer.from('PK\x03\x04 a spreadsheet'))).toMatch(/spreadsheet, not a CSV/);
  expect(refusalOf(Buffer.from('d0cf11e0a1b11ae10000000000000000', 'hex'))).toMatch(/spreadsheet, not a CSV/);
  expect(refusalOf(bytes(`${HEAD}\n${LINE.replace('Ben', '\x1b$BDDBgJ8\x1b(B')}`))).toMatch(
    /older encoding.*CSV UTF-8/,
  );
  expect(refusalOf(Buffer.from(`${HEAD}\na\0b`))).toBe('This is not a text file.');
  expect(refusalOf(Buffer.from(`${HEAD}\na\0\0\0\0b`))).toBe('This is not a text file.');
});

test('the mark of UTF-16 is known also where no letter of it is plain, and half of a mark is none', () => {
  const chinese = Buffer.from('訂單時間', 'utf16le');
  expect(refusalOf(Buffer.concat([Buffer.from([0xff, 0xfe]), chinese]))).toMatch(/UTF-16/);
  expect(refusalOf(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(chinese).swap16()]))).toMatch(/UTF-16/);
  for (const bytes of [
    [0xff, 0xff],
    [0xfe, 0xfe],
    [0xff, 0x41],
    [0x41, 0xfe],
    [0xfe, 0x41],
    [0x41, 0xff],
  ])
    expect(refusalOf(Buffer.from([...bytes, 0x41]))).toMatch(/Windows-1252/);
});

test('a head that begins with P, or has a K after it, is no spreadsheet for that', () => {
  const [reference, time, ...rest] = HEAD.split(',');
  expect(linesOf(bytes(`${[time?.toUpperCase(), reference, ...rest].join(',')}\n${LINE}`))).toHaveLength(1);
  expect(refusalOf(bytes(`OK,${HEAD}\n1,${LINE}`))).toMatch(/no column "ok"/);
});

test('every column may be filled, and comes where it belongs', () => {
  const full = Object.fromEntries(COLUMNS.map((column, n) => [column, `value ${n}`]));
  const file = `${COLUMNS.join(',')}\n${Object.values(full).join(',')}`;
  expect(linesOf(bytes(file))).toEqual([{ line: 2, ...full }]);
  expect(COLUMNS).toEqual([
    ...['reference', 'pick_up_at', 'deliver_by', 'pick_up_address', 'pick_up_lat', 'pick_up_lng'],
    ...['sender_name', 'sender_phone', 'sender_note', 'delivery_address', 'delivery_lat', 'delivery_lng'],
    ...['recipient_name', 'recipient_phone', 'recipient_note', 'quantity', 'weight_kg', 'label'],
  ]);
});

test('a file without lines, without a head or with strange columns says what is wrong', () => {
  expect(refusalOf(bytes(''))).toMatch(/empty/);
  expect(refusalOf(bytes(HEAD))).toMatch(/no line below/);
  expect(refusalOf(bytes(LINE))).toMatch(/first line must name the columns, and reference/);
  expect(readUpload(bytes('reference,pick_up_at,sender_name,sender_phone\n'))).toEqual({
    refused: 'ERR_INVALID_FIELD',
    sentence:
      'The first line must name the columns, and recipient_name, recipient_phone cannot be found. Start from the template.',
    pointer: '/data/file',
  });
  expect(refusalOf(bytes(`${HEAD}\n${LINE}`.replaceAll(',', '|')))).toBe(
    'The columns must be divided by commas, semicolons or tabs. Save the file so and send it again.',
  );
  expect(refusalOf(bytes('reference\nR-1\n'))).toMatch(
    /^The first line must name the columns, and pick_up_at, .*cannot be found/,
  );
  expect(refusalOf(bytes(HEAD.replace(',recipient_phone', '')))).toMatch(/, and recipient_phone cannot be found/);
  expect(refusalOf(bytes(`${HEAD},${'c'.repeat(41)}\n${LINE},red`))).toBe(
    `There is no column "${'c'.repeat(40)}". The columns are ${COLUMNS.join(', ')}.`,
  );
  expect(refusalOf(bytes(`${HEAD},reference\n${LINE},R-2`))).toBe('The column reference is there twice.');
});

test('2,000 lines are taken, and not one more', () => {
  const lines = (count: number) => bytes(`${HEAD}\n${`${LINE}\n`.repeat(count)}`);
  expect(linesOf(lines(2_000))).toHaveLength(2_000);
  expect(refusalOf(lines(2_001))).toBe('The file has more than 2,000 lines. Divide it.');
});

test('what the reader would stop at a million times is refused before it is read, 200 to a line are not', () => {
  const marked = (marks: number) => {
    const text = `${HEAD}\n${LINE}\n`;
    return bytes(text + ','.repeat(marks - (text.match(/[,\n]/g)?.length ?? 0)));
  };
  expect(linesOf(marked(400_000))).toHaveLength(1);
  expect(refusalOf(marked(400_001))).toBe(
    'The file has more separators, quotes and line breaks than 2,000 lines need. Start from the template.',
  );
  for (const mark of ['"', ';', '\t', '\r', '\n']) expect(refusalOf(bytes(mark.repeat(400_001)))).toMatch(/than 2,000/);
});

test('a row of many lines is one, so that the number beside a fault is that of the spreadsheet', () => {
  const file = bytes(`${HEAD},recipient_note\n${csvRecord([...LINE.split(','), 'a\nb'])}\n${LINE},\n`);
  expect(linesOf(file).map(({ line }) => line)).toEqual([2, 4]);
});

test('what stands to the right of the last column is told, for it may be half of an address; empty columns are not', () => {
  const sentence = (text: string) =>
    `In row 3 there is "${text}" to the right of the last column. Put a text with commas in quotes, and leave nothing beside the table.`;
  const rows = (line: string) => bytes(`${HEAD},delivery_address\n${LINE},\n${line}\n`);
  expect(refusalOf(rows(`${LINE},750 Nathan Road, Mong Kok`))).toBe(sentence('Mong Kok'));
  expect(refusalOf(rows(`${LINE},750 Nathan Road,,${'x'.repeat(41)}`))).toBe(sentence('x'.repeat(40)));
  expect(linesOf(rows(`${LINE},750 Nathan Road,, ,\u00a0`))).toHaveLength(2);
  expect(refusalOf(bytes(`${HEAD},,\n${LINE},,paid`))).toMatch(/In row 2 there is "paid"/);
  expect(linesOf(bytes(`,${HEAD}\n0,${LINE}`))).toMatchObject([{ reference: 'R-1' }]);
});

test('a quote that is never closed takes in no lines', () => {
  expect(refusalOf(bytes(`${HEAD},recipient_note\n${LINE},ring\n${LINE},"ring\n${LINE},\n`))).toBe(
    'In row 3 a quote begins that is never closed, and takes in all that follows.',
  );
});

test('times, numbers and phones are read by their letters, however those look; names are left as they are', () => {
  const file = `${HEAD}
R-1,2026-12-01\u00a0 10:00,Ada\u00a0Li,\u202a+852\u20115684\u20117123\u202c,Ａｄａ,８５２５６８４７１２４`;
  expect(linesOf(bytes(file))).toMatchObject([
    {
      pick_up_at: '2026-12-01 10:00',
      sender_name: 'Ada\u00a0Li',
      sender_phone: '+852-5684-7123',
      recipient_name: 'Ａｄａ',
      recipient_phone: '85256847124',
    },
  ]);
  expect(linesOf(bytes(`${HEAD},pick_up_lat,pick_up_lng\n${LINE},−22.9,−43\u200b.2`))).toMatchObject([
    { pick_up_lat: '-22.9', pick_up_lng: '-43.2' },
  ]);
});
