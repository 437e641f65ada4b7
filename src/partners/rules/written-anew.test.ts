import { expect, test } from 'vitest';
import { writtenAnew } from './written-anew.ts';

const spellings = (body: string) => [...writtenAnew(Buffer.from(body))].map(({ text }) => text);

test('every spelling is another than what was sent, and comes once', () => {
  const sent = '{"data":{"b":"é/<","a":[1,"x, y: z"]}}';
  const texts = spellings(sent);
  expect(texts).not.toContain(sent);
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts) expect([JSON.parse(sent), JSON.parse(sent).data]).toContainEqual(JSON.parse(text));
});

test('blanks come after the commas and colons of the structure, not after those of texts', () => {
  expect(spellings('{"a":[1,2,[]],"b":"1,2:\\n3"}')).toContain('{"a": [1, 2, []], "b": "1,2:\\n3"}');
});

test('both halves of a letter beyond the first plane are escaped', () => {
  expect(spellings('{"a":"🍜"}')).toContain('{"a":"\\ud83c\\udf5c"}');
});

test.each([16 * 1024, 16 * 1024 + 1])(
  'a body of %i bytes is written anew only where it is no larger than 16 KiB',
  (bytes) => {
    const text = `["${'x'.repeat(bytes - 4)}"]`;
    expect(Buffer.byteLength(text)).toBe(bytes);
    expect(spellings(text).length > 0).toBe(bytes <= 16 * 1024);
  },
);

test('what becomes far larger by being indented is not: a call that is refused may not take long', () => {
  const nested = `${'['.repeat(18)}"é",${'0,'.repeat(8_000)}0${']'.repeat(18)}`;
  const texts = spellings(nested);
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(64 * 1024);
});

test('what is no JSON has no other spelling', () => {
  for (const text of ['', '{"data":', 'data=1', '{"a":1} x']) expect(spellings(text)).toEqual([]);
});
