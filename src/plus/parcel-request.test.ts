import { expect, test } from 'vitest';
import { findParcelFaults, isWritable } from './parcel-request.ts';

const CONTACT = { name: 'Ada', phone: '+85256847123' };
const REQUEST = { quotationId: '1586470163640590336', clientRef: 'BOX-1', sender: CONTACT, recipients: [CONTACT] };
const phoneFault = (phone: string) => (phone.startsWith('+') ? undefined : 'is none');
const faultsOf = (changes: object) =>
  findParcelFaults({ ...REQUEST, ...changes }, phoneFault).map(({ code, pointer }) => [code, pointer]);
const HALF = '\ud83d';

test.each(['x', 'a/b c%?#', '.', '..', '📦'.repeat(64), '\u0001\u007f', '運', ' '])(
  '%j can be written down',
  (text) => {
    expect(isWritable(text)).toBe(true);
    expect(faultsOf({ clientRef: text })).toEqual([]);
  },
);

test.each(['\0', 'a\0b', HALF, `a${HALF}`, '\udce6x'])('%j cannot be written down', (text) => {
  expect(isWritable(text)).toBe(false);
  expect(findParcelFaults({ ...REQUEST, clientRef: text }, phoneFault)).toEqual([
    {
      code: 'ERR_INVALID_FIELD',
      sentence: 'clientRef holds a character that cannot be written down.',
      pointer: '/data/clientRef',
    },
  ]);
});

test('faults of the reference, the contacts, the metadata and the quotationId are told at once', () => {
  const deep = { a: { b: { c: { d: { e: {} } } } } };
  const wrong = {
    quotationId: '',
    clientRef: '\0',
    sender: { name: ' ', phone: '1' },
    recipients: [{ ...CONTACT, phone: '' }],
  };
  expect(faultsOf({ ...wrong, metadata: deep })).toEqual([
    ['ERR_INVALID_FIELD', '/data/clientRef'],
    ['ERR_INVALID_FIELD', '/data/sender/name'],
    ['ERR_INVALID_PHONE_NUMBER', '/data/sender/phone'],
    ['ERR_INVALID_PHONE_NUMBER', '/data/recipients/0/phone'],
    ['ERR_INVALID_FIELD', '/data/metadata'],
    ['ERR_INVALID_QUOTATION_ID', '/data/quotationId'],
  ]);
});

test.each([undefined, null, 7, {}, { clientRef: 7, sender: null, recipients: 'x' }])(
  'what the schema has named already is passed over: %j',
  (data) => {
    expect(findParcelFaults(data, phoneFault)).toEqual([]);
  },
);
