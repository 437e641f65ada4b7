import { expect, test } from 'vitest';
import { LANGUAGES } from '../rules/language.ts';
import { fill, WORDS } from './words.ts';

/** Every text of a language by its name. */
function textsOf(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? [[path + name, value] as [string, string]] : textsOf(value, `${path}${name}.`),
  );
}
const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();
const english = textsOf(WORDS.en);

test.each(LANGUAGES)('%s says everything, and puts in what English puts in', (language) => {
  const texts = textsOf(WORDS[language]);
  expect(texts.map(([name]) => name)).toEqual(english.map(([name]) => name));
  expect(texts.map(([name, text]) => [name, placesIn(text)])).toEqual(
    english.map(([name, text]) => [name, placesIn(text)]),
  );
  expect(texts.filter(([, text]) => text.trim() === '' || /[<>&"—]/.test(text))).toEqual([]);
});

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s is not English', (language) => {
  const same = textsOf(WORDS[language]).filter(([name, text]) => new Map(english).get(name) === text);
  expect(same).toEqual([]);
});

test('what belongs in the braces is put in, and nothing else', () => {
  expect(fill('At {time}, {who}', { time: '14:05' })).toBe('At 14:05, {who}');
  expect(fill('{time}', { time: '{who} $& $1' })).toBe('{who} $& $1');
});
