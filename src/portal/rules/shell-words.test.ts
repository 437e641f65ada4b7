import { expect, test } from 'vitest';
import { shellWords } from './shell-words.ts';

const wordsOf = (text: string) => {
  const decision = shellWords(text);
  return 'accepted' in decision ? decision.accepted : decision.sentence;
};

test.each<[text: string, words: readonly string[]]>([
  ['', []],
  ['  a  b\tc ', ['a', 'b', 'c']],
  ["'a b' c", ['a b', 'c']],
  [`'a'"b"c`, ['abc']],
  ["''", ['']],
  [`'it'\\''s'`, ["it's"]],
  [`'"'`, ['"']],
  [`"it's"`, ["it's"]],
  ['"a\\"b\\\\c\\$d\\`e\\f"', ['a"b\\c$d`e\\f']],
  ["'a\\nb'", ['a\\nb']],
  ['a\\ b', ['a b']],
  ['a \\\n  b', ['a', 'b']],
  ['a\\\nb', ['ab']],
  ['"a\\\nb"', ['ab']],
  ["'a\nb'", ['a\nb']],
  ["$'a\\nb\\r\\t\\\\\\'\\\"'", ['a\nb\r\t\\\'"']],
  ["$'\\u4e2d\\u0021\\x41\\101\\xe4\\xb8\\xad\\U0001F69A'", ['中!AA中🚚']],
  ["$'\\q\\UFFFFFFFF'", ['q\\UFFFFFFFF']],
  ["$'\\a\\b\\e\\E\\f\\v'", ['\x07\b\x1B\x1B\f\v']],
  ["$'\\u41g\\u4E2Df\\x4g\\xC3\\xA9\\1018\\78'", ['Ag中f\x04géA8\x078']],
  ["$'\\U41g\\U0010FFFF\\U00110000'", ['Ag\u{10FFFF}\\U00110000']],
  [`$'a' $'\\tb' "c" "\\$d" $'e'`, ['a', '\tb', 'c', '$d', 'e']],
  ['a\u00A0b\r', ['a\u00A0b\r']],
  ['a$', ['a$']],
  ['"5 $ a"', ['5 $ a']],
])('%j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each(['a b | c', 'a b; c', 'a b && c', 'a b > c', 'a b\nc', 'a b|c', 'a b&', 'a b<c', 'a b>c', 'a b(c', 'a b)'])(
  'the first command ends before the rest of %j',
  (text) => {
    expect(wordsOf(text)).toEqual(['a', 'b']);
  },
);

test.each(["a 'b", 'a "b', "a $'b", 'a "b\\"', 'a\\'])('a quotation that never ends is said: %j', (text) => {
  expect(shellWords(text)).toMatchObject({
    refused: 'ERR_INVALID_FIELD',
    sentence: expect.stringContaining('never closed'),
  });
});

test.each(['$KEY', 'hmac$KEY', '"hmac $KEY:1"', '"\\\\$KEY"'])('a variable is named: %j', (text) => {
  expect(wordsOf(text)).toBe(
    'The command holds the shell variable $KEY, which this page cannot see. Put its value in its place.',
  );
});

test.each(['$key', '"$key"', '$_key', '"$_key"'])('so is one in small letters or with a line: %j', (text) => {
  expect(shellWords(text)).toMatchObject({
    refused: 'ERR_INVALID_FIELD',
    sentence: expect.stringContaining('key, which'),
  });
});

test.each(['`date`', 'a`date`', '"`date`"', '$(date)', '"$(date)"', '$' + '{KEY}', '"$' + '{KEY}"'])(
  'so is whatever else only a shell can fill in: %j',
  (text) => {
    expect(wordsOf(text)).toContain('a part that only a shell can fill in');
  },
);

test('a body of the largest size is no trouble', () => {
  const long = 'x"\\'.repeat(100_000);
  expect(wordsOf(`'${long}'`)).toEqual([long]);
  expect(wordsOf(`"${long.replaceAll(/["\\]/g, '\\$&')}"`)).toEqual([long]);
});
