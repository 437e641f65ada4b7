import { expect, test } from 'vitest';
import { COLUMNS, type Column, readUpload, type UploadedLine, uploadTemplate } from './upload.ts';
import { faultOfLine, misreadIn, ownFaults, paddedWithZeros, requestsOf, zerosLost } from './uploaded-line.ts';

const [sample] = (readUpload(Buffer.from(uploadTemplate('point'))) as { accepted: UploadedLine[] }).accepted as [
  UploadedLine,
];
const line = (fields: Partial<UploadedLine>): UploadedLine => ({ ...sample, ...fields });
const requests = (fields: Partial<UploadedLine>) => requestsOf(line(fields), 'Asia/Hong_Kong', '852');

test('a line becomes what the API would be asked for', () => {
  expect(requests({ deliver_by: '', recipient_note: '', weight_kg: '2,5' })).toEqual({
    quotation: {
      serviceType: 'PLUS',
      scheduleAt: '2026-12-01T02:00:00.000Z',
      stops: [
        { address: '1 Harbour Road', coordinates: { lat: '22.2810', lng: '114.1580' } },
        { address: '750 Nathan Road', coordinates: { lat: '22.3193', lng: '114.1694' } },
      ],
      item: { quantity: '1', weight: '2.5' },
    },
    parcel: {
      clientRef: 'R-1001',
      sender: { name: 'Ada Chan', phone: '+85256847123' },
      recipients: [{ name: 'Ben Lee', phone: '+85256847124' }],
      generateLabel: true,
    },
  });
});

test('what may be left out is not asked for where it is, and is where it is not', () => {
  const full = requests({ sender_note: 'Ring', recipient_note: 'Knock', deliver_by: '2026-12-01 18:00' });
  expect(full.quotation).toMatchObject({ deliveryBy: '2026-12-01T10:00:00.000Z' });
  expect(full.parcel).toMatchObject({ sender: { remarks: 'Ring' }, recipients: [{ remarks: 'Knock' }] });
  expect(requests({ quantity: '' }).quotation.item).toEqual({ weight: '2.5' });
  expect(requests({ weight_kg: '' }).quotation.item).toEqual({ quantity: '1' });
  expect(requests({ quantity: '', weight_kg: '' }).quotation).not.toHaveProperty('item');
});

test('a label is wanted by any word for yes, in any case, and by no other', () => {
  const isWanted = (label: string) => requests({ label }).parcel.generateLabel;
  for (const yes of ['yes', 'YES', 'y', 'true', 'True', '1', 'x', 'X'])
    expect([yes, isWanted(yes)]).toEqual([yes, true]);
  for (const no of ['', 'no', 'n', 'FALSE', '0']) {
    expect([no, isWanted(no)]).toEqual([no, false]);
    expect(ownFaults([line({ label: no })])).toEqual([]);
  }
});

test.each([
  ['2026-12-01 10:00', '2026-12-01T02:00:00.000Z'],
  ['2026-12-01 10:00:00', '2026-12-01T02:00:00.000Z'],
  ['2026-12-01T9:30', '2026-12-01T01:30:00.000Z'],
  ['2026/12/1 10:00', '2026-12-01T02:00:00.000Z'],
  ['2026.2.28 9:05', '2026-02-28T01:05:00.000Z'],
  ['2026-9-01 10:00', '2026-09-01T02:00:00.000Z'],
  ['2026/12-1 10:00', '2026/12-1 10:00'],
  ['2026/2/30 10:00', '2026/2/30 10:00'],
  ['2026/13/1 10:00', '2026/13/1 10:00'],
  ['1/12/2026 10:00', '1/12/2026 10:00'],
  ['2026-12-01T10:00:00+09:00', '2026-12-01T10:00:00+09:00'],
  ['9999-12-31 23:59', '9999-12-31T15:59:00.000Z'],
  ['2026-02-30 10:00', '2026-02-30 10:00'],
  ['2026-12-01 23:59', '2026-12-01T15:59:00.000Z'],
  ['2026-12-01 24:00', '2026-12-01 24:00'],
  ['2026-12-01 10:60', '2026-12-01 10:60'],
  ['2026-12-01 100:00', '2026-12-01 100:00'],
  ['2026-12-01 :30', '2026-12-01 :30'],
  ['on 2026-12-01 10:00', 'on 2026-12-01 10:00'],
  ['2026-12-01 10:00 sharp', '2026-12-01 10:00 sharp'],
  ['tomorrow', 'tomorrow'],
])('%s is the time %s', (given, read) => {
  expect(requests({ pick_up_at: given }).quotation.scheduleAt).toBe(read);
});

test.each([
  ['85256847123', '+85256847123'],
  ['+852 5684-7123', '+85256847123'],
  ['(852) 5684 7123', '+85256847123'],
  ['85256847', '+85256847'],
  ['8525684', '8525684'],
  ['852567890123456', '+852567890123456'],
  ['8525678901234567', '8525678901234567'],
  ['85256847123x9', '85256847123x9'],
  ['56847123', '56847123'],
  ['8.52568E+10', '8.52568E+10'],
])('the phone %s is read as %s', (given, read) => {
  expect(requests({ sender_phone: given }).parcel.sender.phone).toBe(read);
});

test('a place is given by address, by coordinates, or by both', () => {
  expect(requests({ pick_up_lat: '', pick_up_lng: '' }).quotation.stops[0]).toEqual({ address: '1 Harbour Road' });
  expect(requests({ pick_up_address: '', pick_up_lat: '22,281' }).quotation.stops[0]).toEqual({
    coordinates: { lat: '22.281', lng: '114.1580' },
  });
});

test('half of the coordinates is passed on, so that the other is missed, and what is no number stays what it is', () => {
  expect(requests({ pick_up_lat: '' }).quotation.stops[0]).toMatchObject({ coordinates: { lat: '', lng: '114.1580' } });
  expect(requests({ pick_up_lng: '' }).quotation.stops[0]).toMatchObject({ coordinates: { lat: '22.2810', lng: '' } });
  for (const text of ['22,2,1', 'N22,281', '22,281N', ',5'])
    expect(requests({ pick_up_lat: text }).quotation.stops[0]).toMatchObject({ coordinates: { lat: text } });
  expect(requests({ pick_up_lat: '-22,281' }).quotation.stops[0]).toMatchObject({ coordinates: { lat: '-22.281' } });
});

test('what is missing, twice, too long or not yes or no is said with line and column', () => {
  const lines = [
    line({ line: 2 }),
    line({ line: 3, recipient_name: '', label: 'maybe' }),
    line({ line: 4, reference: 'x'.repeat(64) }),
    line({ line: 5, reference: '🚚'.repeat(65) }),
    line({ line: 6, reference: 'a\0b' }),
    line({ line: 7, reference: 'a\uD800b' }),
    line({ line: 8 }),
    line({ line: 9, reference: '🚚'.repeat(64) }),
  ];
  const unreadable = 'This holds a character that cannot be written down.';
  expect(ownFaults(lines)).toEqual([
    { line: 3, column: 'recipient_name', sentence: 'This must not be empty.' },
    { line: 3, column: 'reference', sentence: 'Row 2 has the same reference.' },
    { line: 3, column: 'label', sentence: 'This must be yes or no.' },
    { line: 5, column: 'reference', sentence: 'A reference has 64 characters at most.' },
    { line: 6, column: 'reference', sentence: unreadable },
    { line: 7, column: 'reference', sentence: unreadable },
    { line: 8, column: 'reference', sentence: 'Row 2 has the same reference.' },
  ]);
});

test.each([
  ['pick_up_at', '1/12/2026 10:00', 'Write this as 2026-12-01 10:00'],
  ['pick_up_at', '12/1/26 10:00 AM', 'Write this as 2026-12-01 10:00'],
  ['pick_up_at', '2026-02-30 10:00', 'There is no such day or time.'],
  ['deliver_by', '2026/12/1 24:00', 'There is no such day or time.'],
  ['pick_up_at', '46357.4166666667', 'Write this as 2026-12-01 10:00'],
  ['pick_up_at', '2026-12-01', 'Write this as 2026-12-01 10:00'],
  ['deliver_by', 'tomorrow', 'Write this as 2026-12-01 10:00'],
  ['sender_phone', '8.52568E+10', 'A spreadsheet has shortened this number.'],
  ['recipient_phone', '8,52568e+10', 'A spreadsheet has shortened this number.'],
  ['reference', '1.23457E+12', 'A spreadsheet has shortened this number.'],
  ['reference', '1E+11', 'A spreadsheet has shortened this number.'],
  ['reference', '1.57135465942239E+018', 'A spreadsheet has shortened this number.'],
  ['reference', '1E+020', 'A spreadsheet has shortened this number.'],
  ['recipient_name', '???', 'Letters were lost when this was saved.'],
  ['recipient_name', 'Chan ???', 'Letters were lost when this was saved.'],
  ['sender_name', 'Zo\uFFFD', 'Letters were lost when this was saved.'],
  ['delivery_address', '12 M?ller Stra?e', 'Letters were lost when this was saved.'],
  ['pick_up_address', '750 (????) 3/F', 'Letters were lost when this was saved.'],
  ['sender_name', '?ngel', 'Letters were lost when this was saved.'],
  ['sender_note', '????', 'Letters were lost when this was saved.'],
  ['recipient_note', '3/ ??? ??', 'Letters were lost when this was saved.'],
  ['recipient_note', 'Caf\uFFFD', 'Letters were lost when this was saved.'],
  ['reference', '??-1', 'Letters were lost when this was saved.'],
  ['weight_kg', '01. Mai', 'This must be a number of kilograms such as 2.5.'],
  ['weight_kg', '1,234.00', 'This must be a number of kilograms such as 2.5.'],
  ['weight_kg', '-3', 'This must be a number of kilograms such as 2.5.'],
  ['weight_kg', '2.5 kg', 'This must be a number of kilograms such as 2.5.'],
] as const)('what a spreadsheet has made of %s, such as %s, is told so', (column, text, sentence) => {
  expect(misreadIn(line({ [column]: text }))).toEqual([
    { line: 2, column, sentence: expect.stringContaining(sentence) },
  ]);
});

test.each([
  ['pick_up_at', '2026/12/1 10:00'],
  ['pick_up_at', '2026-12-01T10:00:00+09:00'],
  ['deliver_by', ''],
  ['sender_phone', '85256847123'],
  ['reference', 'R-1E+5'],
  ['reference', '1E+05'],
  ['recipient_name', 'What?'],
  ['recipient_name', 'Who? Me!'],
  ['sender_name', 'Café ¿Qué?'],
  ['recipient_note', 'Really?? Ring twice?!'],
  ['recipient_note', 'See https://example.com/doors?door=2'],
  ['delivery_address', '2?F'],
  ['delivery_address', '3樓?B室'],
  ['delivery_address', 'Unit #??'],
  ['recipient_name', '留守?宅配ボックス'],
  ['sender_note', '在家嗎?請按門鈴'],
  ['recipient_note', 'ไม่อยู่บ้าน?โทร'],
  ['recipient_note', 'Home?Call me'],
  ['recipient_note', 'No lift?use stairs'],
  ['recipient_note', 'Ask at the gate code ??'],
  ['reference', 'A?B'],
  ['weight_kg', ''],
  ['weight_kg', '2,5'],
  ['weight_kg', '0.250'],
  ['weight_kg', 'LESS_THAN_3_KG'],
] as const)('%s may be "%s"', (column, text) => {
  expect(misreadIn(line({ [column]: text }))).toEqual([]);
});

test('a reference that has lost its zeros is known as the one that is placed', () => {
  const placed = new Map([
    ['0012', '1'],
    ['R-007', '2'],
  ]);
  expect(zerosLost(line({ line: 7, reference: '12' }), placed)).toEqual([
    { line: 7, column: 'reference', sentence: expect.stringMatching(/^0012 is placed already\. .* as text/) },
  ]);
  for (const reference of ['0012', '012', '120', '1', 'R-7', ''])
    expect(zerosLost(line({ reference }), placed)).toEqual([]);
});

test('zeros are looked for up to 20 digits', () => {
  const padded = paddedWithZeros('12');
  expect([padded.length, padded[0], padded.at(-1)]).toEqual([18, '012', `${'0'.repeat(18)}12`]);
  expect(paddedWithZeros('1'.repeat(19))).toEqual([`0${'1'.repeat(19)}`]);
  for (const reference of ['1'.repeat(20), '1'.repeat(64), '012', 'R-12', ''])
    expect(paddedWithZeros(reference)).toEqual([]);
});

test('a line needs a reference, a time, and two people with a phone; lines without a reference are not the same', () => {
  const nothing = Object.fromEntries(COLUMNS.map((column) => [column, ''])) as Record<Column, string>;
  const needed = ['reference', 'pick_up_at', 'sender_name', 'sender_phone', 'recipient_name', 'recipient_phone'];
  const faults = ownFaults([
    { line: 2, ...nothing },
    { line: 3, ...nothing },
  ]);
  expect(faults.map((fault) => [fault.line, fault.column])).toEqual(
    [2, 3].flatMap((number) => needed.map((column) => [number, column])),
  );
});

test.each([
  ['/data/clientRef', 'reference'],
  ['/data/scheduleAt', 'pick_up_at'],
  ['/data/deliveryBy', 'deliver_by'],
  ['/data/stops/0', 'pick_up_address'],
  ['/data/stops/0/coordinates', 'pick_up_address'],
  ['/data/stops/0/coordinates/lat', 'pick_up_lat'],
  ['/data/stops/0/coordinates/lng', 'pick_up_lng'],
  ['/data/stops/1/address', 'delivery_address'],
  ['/data/stops/1', 'delivery_address'],
  ['/data/stops/1/coordinates/lat', 'delivery_lat'],
  ['/data/stops/1/coordinates/lng', 'delivery_lng'],
  ['/data/sender/name', 'sender_name'],
  ['/data/sender/phone', 'sender_phone'],
  ['/data/sender/remarks', 'sender_note'],
  ['/data/recipients/0/name', 'recipient_name'],
  ['/data/recipients/0/phone', 'recipient_phone'],
  ['/data/recipients/0/remarks', 'recipient_note'],
  ['/data/serviceType', ''],
  [undefined, ''],
])('a fault at %s stands in the column "%s"', (pointer, column) => {
  const fault = { sentence: 'No.', ...(pointer === undefined ? {} : { pointer }) };
  expect(faultOfLine(line({ line: 7 }), fault, 'UTC')).toEqual({
    line: 7,
    column,
    sentence: 'No.',
  });
});

test('faults speak of columns, not of the fields of the API', () => {
  const fault = { sentence: 'deliveryBy must be at least 1 hour after scheduleAt.' };
  expect(faultOfLine(line({}), fault, 'UTC').sentence).toBe('deliver_by must be at least 1 hour after pick_up_at.');
});

test.each([
  ['2026-12-20 10:00', 'until 2026-12-19 17:30:00.'],
  ['2026-12-20T10:00:00Z', 'until 2026-12-19 09:30:00Z.'],
  ['2026-12-20T10:00:00-05:30', 'until 2026-12-19 04:00:00-05:30.'],
  ['2026-12-20T10:00:00+0900', 'until 2026-12-19 18:30:00+0900.'],
])('beside %s the last time that can be used is told %s', (pick_up_at, told) => {
  const fault = { sentence: 'It can be until 2026-12-19T09:30:00.00Z.', pointer: '/data/scheduleAt' };
  const { sentence } = faultOfLine(line({ pick_up_at }), fault, 'Asia/Hong_Kong');
  expect(sentence).toBe(`It can be ${told}`);
  const again = told.slice('until '.length, -1);
  expect(Date.parse(requests({ pick_up_at: again }).quotation.scheduleAt)).toBe(Date.parse('2026-12-19T09:30:00Z'));
  expect(misreadIn(line({ pick_up_at: again }))).toEqual([]);
});
