import { expect, test } from 'vitest';
import { chooseLanguage } from './language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['fr', 'en'],
  ['ja', 'ja'],
  ['ja-JP', 'ja'],
  ['th-TH,en;q=0.8', 'th'],
  ['en;q=0.8,th-TH', 'th'],
  ['en;q=0.5, vi ; q=0.9', 'vi'],
  ['fr-CH, fr;q=0.9, ms;q=0.2', 'ms'],
  ['ja;q=0,th;q=0.1', 'th'],
  ['zh-HK', 'zh-HK'],
  ['zh-MO', 'zh-HK'],
  ['zh-Hant-HK', 'zh-HK'],
  ['zh-TW', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['zh', 'zh-TW'],
  ['zh-CN,zh;q=0.9', 'zh-TW'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['es-419', 'es-MX'],
  ['id-ID', 'id'],
  ['in-ID', 'id'],
  ['x-zh, th', 'th'],
  ['x-zh-hk, th', 'th'],
  ['x-pt, th', 'th'],
  ['ja;q=1, th', 'ja'],
  ['th;q=0.8, ja;v=1;q=0.9', 'ja'],
  ['inuktitut', 'en'],
  ['hi-IN', 'en'],
  ['ca-ES', 'en'],
  ['idunno, th', 'th'],
  ['ja;q=nonsense, th', 'th'],
])('a browser that says %j is shown %s', (header, language) => {
  expect(chooseLanguage(undefined, header)).toBe(language);
});

test('what was chosen on the page goes before the browser’s wish, and nonsense does not', () => {
  expect(chooseLanguage('pt-br', 'ja')).toBe('pt-BR');
  expect(chooseLanguage('ZH-tw', 'ja')).toBe('zh-TW');
  expect(chooseLanguage('pt', 'ja')).toBe('ja');
  expect(chooseLanguage('<script>', 'ja')).toBe('ja');
});

test('an endless header costs nothing', () => {
  expect(chooseLanguage(undefined, `${'fr,'.repeat(100_000)}ja`)).toBe('en');
});
