import { expect, test } from 'vitest';
import { readCode, readPhone } from './phone.ts';

test.each([
  ['+85256847123', '+85256847123'],
  [' +852 5684-7123 ', '+85256847123'],
  ['00852 56847123', '+85256847123'],
  ['+1 (555) 010.0199', '+15550100199'],
  // As a list of contacts gives it out: between marks that nobody sees.
  ['\u202a+852 5684 7123\u202c', '+85256847123'],
  ['+852\u20115684\u20137123', '+85256847123'],
  // As a keyboard for Chinese or Japanese writes it.
  ['＋８５２　５６８４　７１２３', '+85256847123'],
  ['＋８１（９０）１２３４ー５６７８', '+819012345678'],
  ['56847123', undefined],
  ['+052 5684 7123', undefined],
  ['+852 56', undefined],
  ['+1234567890123456', undefined],
  ['+852 call me', undefined],
  ['call +85256847123', undefined],
  ['', undefined],
])('%j is read as %j', (typed, phone) => {
  expect(readPhone(typed)).toBe(phone);
});

test.each([
  ['123456', '123456'],
  [' 123 456', '123456'],
  ['123-456', '123456'],
  ['１２３４５６', '123456'],
  ['\u200e123456', '123456'],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
])('the code %j is read as %j', (typed, code) => {
  expect(readCode(typed)).toBe(code);
});
