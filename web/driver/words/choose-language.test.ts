import { expect, test } from 'vitest';
import { chooseLanguage, isLanguage } from './choose-language.ts';

test.each([
  [['ja'], 'ja'],
  [['th-TH'], 'th'],
  [['zh-HK'], 'zh-HK'],
  [['zh-Hant-HK'], 'zh-HK'],
  [['zh-MO'], 'zh-HK'],
  [['zh-TW'], 'zh-TW'],
  [['zh'], 'zh-TW'],
  [['zh-Hans-SG'], 'zh-TW'],
  [['pt-PT'], 'pt-BR'],
  [['es'], 'es-MX'],
  [['in-ID'], 'id'],
  [['ms_MY'], 'ms'],
  [['en-PH'], 'en'],
] as const)('a phone set to %j is spoken to in %s', (wanted, spoken) => {
  expect(chooseLanguage(wanted)).toBe(spoken);
});

test('the first that is spoken counts, English where none is', () => {
  expect(chooseLanguage(['fil-PH', 'vi-VN', 'en'])).toBe('vi');
  expect(chooseLanguage(['fil', 'de'])).toBe('en');
  expect(chooseLanguage([])).toBe('en');
  expect(chooseLanguage(['', 'constructor'])).toBe('en');
});

test('only the languages of the list are languages', () => {
  expect(isLanguage('zh-HK')).toBe(true);
  for (const none of ['zh', 'toString', '', null, undefined, 7]) expect(isLanguage(none)).toBe(false);
});
