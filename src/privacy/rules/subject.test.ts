import { expect, test } from 'vitest';
import { decideReason, isAbout, textsOf } from './subject.ts';

const BEN = { phone: '+85256847124' };

test('a stop is theirs by its phone, or where it speaks of them', () => {
  const isTheirs = isAbout(BEN);
  expect(isTheirs({ phone: '+85256847124' })).toBe(true);
  expect(isTheirs({ phone: '+85256847125', remarks: 'or call 85256847124' })).toBe(true);
  expect(isTheirs({ phone: '+85256847125', remarks: 'or call 85256847125' })).toBe(false);
  for (const part of ['name', 'address'])
    expect(isTheirs({ phone: '+85256847125', [part]: 'Gate 2, +85256847124' })).toBe(true);
  expect(isTheirs({ phone: '' })).toBe(false);
  for (const written of ['ben@example.com', 'Ben@Example.COM'])
    expect(isAbout({ email: 'ben@example.com' })({ phone: '', remarks: `mail ${written}` })).toBe(true);
  expect(isAbout({ email: 'ben@example.com' })({ phone: '' })).toBe(false);
});

test('a phone is looked for by its digits, an email address in small letters', () => {
  expect(textsOf({ ...BEN, email: 'Ben@Example.com' })).toEqual(['85256847124', 'ben@example.com']);
});

test('a reason that says who it was is refused where it was written', () => {
  expect(decideReason(BEN, 'Ben, +85256847124')).toEqual({
    refused: 'ERR_INVALID_FIELD',
    sentence: 'The reason must not say whose data it is: it stays in the audit log.',
    pointer: '/data/reason',
  });
});

test.each([
  ['Letter of 16 November', true],
  ['Ben, +852 5684-7124', false],
  ['of ben@EXAMPLE.com', false],
  ['+852 5684-7125', true],
])('the reason "%s" is taken: %s', (reason, isTaken) => {
  expect('accepted' in decideReason({ ...BEN, email: 'ben@example.com' }, reason)).toBe(isTaken);
});
