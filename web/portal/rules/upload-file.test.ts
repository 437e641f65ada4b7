import { expect, test } from 'vitest';
import { chunksOf, faultsCsv, linesToPlace, toBase64 } from './upload-file.ts';

test('items are divided in their order, the rest at the end', () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunksOf([], 2)).toEqual([]);
});

test('bytes of any size and value arrive as they are', () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => index % 256);
  expect(Buffer.from(toBase64(bytes), 'base64').equals(Buffer.from(bytes))).toBe(true);
});

test('a line is placed that has no parcel yet, whatever its reference', () => {
  const lines = ['A-1', 'A-2', 'constructor', '__proto__'].map((reference) => ({ reference }));
  expect(linesToPlace(lines, { 'A-1': '1571354659422392320' })).toEqual(lines.slice(1));
});

test('faults are written with their row and what stands in the cell, as spreadsheets take it', () => {
  const lines = [
    { line: 2, reference: '0012', recipient_phone: '12' },
    { line: 4, reference: 'R-2', pick_up_at: '=1+1' },
  ];
  const faults = [
    { line: 2, column: 'recipient_phone', sentence: 'No phone, or none of ours.' },
    { line: 4, column: 'pick_up_at', sentence: 'No time.' },
    { line: 4, column: '', sentence: 'Too late.' },
  ];
  expect(faultsCsv(lines, faults, 'comma').split('\r\n')).toEqual([
    '\uFEFFrow;reference;column;written;what_is_wrong',
    `2;'0012;recipient_phone;12;"No phone, or none of ours."`,
    "4;R-2;pick_up_at;'=1+1;No time.",
    '4;R-2;;;Too late.',
    '',
  ]);
  expect(faultsCsv([], [], 'point')).toBe('\uFEFFrow,reference,column,written,what_is_wrong\r\n');
});
