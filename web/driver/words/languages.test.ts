import { expect, test } from 'vitest';
import reasons from '../../../data/failure-reasons.json' with { type: 'json' };
import { LANGUAGES } from './choose-language.ts';
import { en, isKey, type Key, type Text, type Words } from './en.ts';
import { words as esMx } from './es-mx.ts';
import { words as id } from './id.ts';
import { words as ja } from './ja.ts';
import { words as ms } from './ms.ts';
import { words as ptBr } from './pt-br.ts';
import { words as th } from './th.ts';
import { words as vi } from './vi.ts';
import { words as zhHk } from './zh-hk.ts';
import { words as zhTw } from './zh-tw.ts';

const TRANSLATED: Readonly<Record<string, Words>> = {
  'zh-HK': zhHk,
  'zh-TW': zhTw,
  ja,
  th,
  vi,
  id,
  ms,
  'pt-BR': ptBr,
  'es-MX': esMx,
};
const KEYS = Object.keys(en) as Key[];
const formsOf = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text));
const placesOf = (form: string) => [...form.matchAll(/\{(\w+)\}/g)].map(([, place]) => place).sort();

test('every language of the list but English is translated', () => {
  expect(['en', ...Object.keys(TRANSLATED)]).toEqual(Object.keys(LANGUAGES));
});

test.each(Object.entries(TRANSLATED))('%s has every text, with every place to fill in every form', (_, words) => {
  expect(Object.keys(words)).toEqual(KEYS);
  for (const key of KEYS) {
    const places = placesOf(formsOf(en[key])[0] as string);
    for (const form of formsOf(words[key])) expect([key, form.trim(), placesOf(form)]).toEqual([key, form, places]);
    expect([key, formsOf(words[key]).every((form) => form !== '')]).toEqual([key, true]);
  }
});

test.each(Object.entries(TRANSLATED))(
  '%s has a form for one wherever a number is said, if the language has one',
  (tag, words) => {
    const hasOne = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.includes('one');
    const counted = KEYS.filter((key) => typeof en[key] !== 'string');
    expect(counted.filter((key) => typeof words[key] !== 'string')).toEqual(hasOne ? counted : []);
  },
);

test.each(Object.entries(TRANSLATED))('%s leaves nothing in English but what is called so everywhere', (_, words) => {
  const same = KEYS.filter((key) => words[key] === en[key]);
  expect(['shell.emergencyShort', 'home.switch']).toEqual(expect.arrayContaining(same));
});

test('every reason that ships for a failure has words, and no reason has them that does not ship', () => {
  const shipped: Readonly<Record<string, readonly { readonly reasonKey: string }[]>> = reasons;
  const keys = Object.entries(shipped).flatMap(([at, list]) =>
    list.map(({ reasonKey }) => `reason.${at}.${reasonKey}`),
  );
  expect(KEYS.filter((key) => isKey(key, 'reason'))).toEqual(keys);
});
