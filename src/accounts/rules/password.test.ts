import { expect, test } from 'vitest';
import { accepted } from '../../foundation/decision.ts';
import { decidePassword, passwordFrom } from './password.ts';

const EMAIL = 'ada.lovelace@example.com';
const isTaken = (password: string) => 'accepted' in decidePassword(password, EMAIL);

test('a password has 10 to 200 characters, counted as people count them', () => {
  expect(isTaken('abcdefghi')).toBe(false);
  expect(isTaken('abcdefghik')).toBe(true);
  expect(isTaken('🐎🔋📎abcdef')).toBe(false);
  expect(isTaken('🐎🔋📎abcdefg')).toBe(true);
  expect(isTaken('abcd'.repeat(50))).toBe(true);
  expect(isTaken(`${'abcd'.repeat(50)}x`)).toBe(false);
});

test('it is neither the email address nor what stands before its @', () => {
  expect(isTaken(EMAIL)).toBe(false);
  expect(isTaken('Ada.Lovelace@Example.com')).toBe(false);
  expect(isTaken('ada.lovelace')).toBe(false);
  expect(isTaken('ada.lovelace 1815')).toBe(true);
});

test('it is none of those that are guessed first, in whatever case, nor one or two characters again and again', () => {
  for (const password of ['password123', 'Password123', 'QWERTYUIOP', '1234567890', 'aaaaaaaaaaaa', 'abababababab'])
    expect(isTaken(password)).toBe(false);
  expect(isTaken('abcabcabcabc')).toBe(true);
});

test('what is wrong with it is said where it was typed', () => {
  const said = (password: string, pointer?: string) => decidePassword(password, EMAIL, pointer);
  const no = (sentence: string, pointer = '/data/password') => ({ refused: 'ERR_INVALID_FIELD', sentence, pointer });
  expect(said('short')).toEqual(no('A password must have at least 10 characters.'));
  expect(said('abc'.repeat(67))).toEqual(no('A password must not have more than 200 characters.'));
  expect(said(EMAIL)).toEqual(no('The password must not be your email address.'));
  expect(said('password123', '/data/new')).toEqual(
    no('This password is one of the first that are guessed. Choose another one.', '/data/new'),
  );
  expect(isTaken(' password123 ')).toBe(false);
});

test('in full width, or in parts, it is as short and as easy to guess as it is without', () => {
  for (const password of ['ｐａｓｓｗｏｒｄ１２３', 'ａｄａ．ｌｏｖｅｌａｃｅ', 'e\u0301a\u0300o\u0302u\u0308i\u0301'])
    expect(isTaken(password)).toBe(false);
  expect(isTaken('ｃｏｒｒｅｃｔ　ｈｏｒｓｅ')).toBe(true);
});

test('spaces and every script are welcome', () => {
  expect(decidePassword('correct horse battery', EMAIL)).toEqual(accepted('correct horse battery'));
  expect(isTaken('正确的马电池订书钉一二三')).toBe(true);
});

test('what two keyboards write differently is one password', () => {
  expect(passwordFrom('zoe\u0308 and friends')).toBe(passwordFrom('zo\u00eb and friends'));
});
