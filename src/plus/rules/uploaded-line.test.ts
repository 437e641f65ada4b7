import { expect, test } from 'vitest';
import { readUpload, type UploadedLine, uploadTemplate } from './upload.ts';
import { faultOfLine, ownFaults, requestsOf } from './uploaded-line.ts';

const [sample] = (readUpload(Buffer.from(uploadTemplate())) as { accepted: UploadedLine[] }).accepted as [UploadedLine];
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

test.each([
  ['2026-12-01 10:00', '2026-12-01T02:00:00.000Z'],
  ['2026-12-01T9:30', '2026-12-01T01:30:00.000Z'],
  ['2026-12-01T10:00:00+09:00', '2026-12-01T10:00:00+09:00'],
  ['9999-12-31 23:59', '9999-12-31T15:59:00.000Z'],
  ['2026-02-30 10:00', '2026-02-30 10:00'],
  ['2026-12-01 24:00', '2026-12-01 24:00'],
  ['tomorrow', 'tomorrow'],
])('%s is the time %s', (given, read) => {
  expect(requests({ pick_up_at: given }).quotation.scheduleAt).toBe(read);
});

test.each([
  ['85256847123', '+85256847123'],
  ['+852 5684-7123', '+85256847123'],
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

test('what is missing, twice, too long or not yes or no is said with line and column', () => {
  const lines = [
    line({ line: 2 }),
    line({ line: 3, recipient_name: '', label: 'maybe' }),
    line({ line: 4, reference: 'x'.repeat(64) }),
    line({ line: 5, reference: 'x'.repeat(65) }),
    line({ line: 6, reference: 'a\0b' }),
  ];
  expect(ownFaults(lines).map(({ line: number, column }) => [number, column])).toEqual([
    [3, 'recipient_name'],
    [3, 'reference'],
    [3, 'label'],
    [5, 'reference'],
    [6, 'reference'],
  ]);
  expect(ownFaults(lines)[1]?.sentence).toBe('Line 2 has the same reference.');
});

test.each([
  ['/data/scheduleAt', 'pick_up_at'],
  ['/data/stops/0/coordinates/lng', 'pick_up_lng'],
  ['/data/stops/1/address', 'delivery_address'],
  ['/data/stops/1', 'delivery_address'],
  ['/data/recipients/0/phone', 'recipient_phone'],
  ['/data/serviceType', ''],
])('a fault at %s stands in the column "%s"', (pointer, column) => {
  expect(faultOfLine(7, { sentence: 'No.', pointer })).toEqual({ line: 7, column, sentence: 'No.' });
});

test('faults speak of columns, not of the fields of the API', () => {
  expect(faultOfLine(7, { sentence: 'deliveryBy must be at least 1 hour after scheduleAt.' }).sentence).toBe(
    'deliver_by must be at least 1 hour after pick_up_at.',
  );
});
