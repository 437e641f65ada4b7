import { describe, expect, test } from 'vitest';
import { blocksOf, planOf } from './support/page-blocks.ts';
import { differenceFrom, linesPattern, textPattern } from './support/shown.ts';

describe('the blocks of a page', () => {
  test('are found with their language, their line and what the comment above says', () => {
    const page = [
      'Words',
      '',
      '```sh',
      'echo 1',
      '',
      'echo 2',
      '```',
      '',
      '<!-- file: a.mjs -->',
      '```js',
      'let a;',
      '```',
      '1. In a list:',
      '',
      '   <!-- beside -->',
      '   ```sh',
      '   sleep 9',
      '   ```',
      '<!-- checked by: test/a.test.ts -->',
      '```ini',
      '```',
    ].join('\n');
    expect(blocksOf('a.md', page)).toEqual([
      { at: 'a.md:3', language: 'sh', text: 'echo 1\n\necho 2\n', mark: undefined },
      { at: 'a.md:10', language: 'js', text: 'let a;\n', mark: { kind: 'file', name: 'a.mjs' } },
      { at: 'a.md:16', language: 'sh', text: 'sleep 9\n', mark: { kind: 'beside' } },
      { at: 'a.md:20', language: 'ini', text: '\n', mark: { kind: 'checked by', test: 'test/a.test.ts' } },
    ]);
  });

  test('a comment that nobody reads, and a block without an end, are faults', () => {
    expect(() => blocksOf('a.md', '<!-- besides -->\n```sh\n```')).toThrow('a.md:2: the comment above it is none of');
    expect(() => blocksOf('a.md', '```sh\necho')).toThrow('a.md:1: the block has no end');
  });
});

describe('what is done with a page', () => {
  const planned = (...blocks: string[]) =>
    planOf(blocksOf('a.md', blocks.map((block) => `${block}\n\`\`\``).join('\n')));
  const runs = (...blocks: string[]) =>
    planned(...blocks).runs.map(({ language, beside, parts }) => [
      beside ? `${language} beside` : language,
      ...parts.map(({ block, shown }) => block.text.trim() + (shown === undefined ? '' : ` → ${shown.text.trim()}`)),
    ]);

  test('each block is run on its own, with what the next one shows of it', () => {
    expect(runs('```sh\none', '```sh\ntwo', '```json\n2', '<!-- beside -->\n```sh\nthree', '```text\n3')).toEqual([
      ['sh', 'one'],
      ['sh', 'two → 2'],
      ['sh beside', 'three → 3'],
    ]);
  });

  test('JavaScript goes on until another language comes or it imports anew', () => {
    const [first, second, anew] = ['```js\nimport a', '```js\na()', '```js\nimport b'] as const;
    expect(runs(first, '```text\n1', second, anew, '```sh\nls', second)).toEqual([
      ['js', 'import a → 1', 'a()'],
      ['js', 'import b'],
      ['sh', 'ls'],
      ['js', 'a()'],
    ]);
  });

  test('a file is saved and a block that another test checks is left alone', () => {
    const plan = planned('<!-- file: b.ini -->\n```ini\n[b]', '<!-- checked by: c -->\n```json\n{}');
    expect(plan.files.map(({ text }) => text)).toEqual(['[b]\n']);
    expect(plan.runs).toEqual([]);
  });

  test('a language that nobody runs, and an answer to nothing, are faults', () => {
    expect(() => planned('```ruby\nputs')).toThrow('a.md:1: nobody runs "ruby"');
    expect(() => planned('```\nputs')).toThrow('a.md:1: nobody runs ""');
    expect(() => planned('```json\n1')).toThrow(
      'a.md:1: it shows what is printed by the block before it, and there is none',
    );
    expect(() => planned('```sh\nls', '<!-- file: b -->\n```sh\nls', '```json\n1')).toThrow('a.md:8: it shows');
    expect(() => planned('```sh\nls', '```json\n1', '```json\n2')).toThrow('a.md:7: it shows');
  });
});

describe('an answer that a page shows', () => {
  const shown = { id: '…', link: 'https://host/track/…', list: [1, '…'], in: { a: true, '…': '…' } };
  const answer = { id: '1', link: 'https://host/track/xyz', list: [1, 2, 3], in: { a: true, b: null } };

  test('holds by the values shown; "…" stands for what is not', () => {
    expect(differenceFrom(shown, answer)).toBeUndefined();
    expect(differenceFrom({ list: [1, 2] }, { list: [1, 2] })).toBeUndefined();
    expect(differenceFrom({ list: ['…'] }, { list: [] })).toBeUndefined();
    expect(differenceFrom('…', null)).toBeUndefined();
  });

  test.each([
    [{ ...answer, id: undefined }, '/id is missing'],
    [{ ...answer, link: 'http://host/track/xyz' }, '/link is "http://host/track/xyz", shown is "https://host/track/…"'],
    [{ ...answer, list: [2] }, '/list/0 is 2, shown is 1'],
    [{ ...answer, list: [] }, '/list/0 is missing, shown is 1'],
    [{ ...answer, in: { a: 'true' } }, '/in/a is "true", shown is true'],
    [{ ...answer, in: null }, '/in is null, shown is {"a":true,"…":"…"}'],
    [{ ...answer, more: 1 }, '/more is not shown'],
  ])('and says where it does not: %j', (other, difference) => {
    expect(differenceFrom(shown, other)).toBe(difference);
  });

  test('a list without "…" is the whole list', () => {
    expect(differenceFrom([1], [1, 2])).toBe('the answer has 2 items, shown are 1');
    expect(differenceFrom([1, 2], [1])).toBe('the answer has 1 items, shown are 2');
  });
});

describe('printed text that a page shows', () => {
  test('holds line by line; "…" stands for a part of a line, or for lines', () => {
    const pattern = textPattern('Order … (HK)\n…\nend.\n');
    expect('Order 17 (HK)\nend.\n').toMatch(pattern);
    expect('Order 17 (HK)\na\nb\nend.').toMatch(pattern);
    expect('Order 17 (SG)\nend.\n').not.toMatch(pattern);
    expect('Order 17 (HK)\nend!\n').not.toMatch(pattern);
    expect('Order 17 (HK)\nend.\nmore').not.toMatch(pattern);
    expect('first\nOrder 17 (HK)\nend.').not.toMatch(pattern);
  });

  test('of a program that goes on, it is some of its lines in their order', () => {
    const pattern = linesPattern('heard …\nended\n');
    expect('start\nheard 1\nheard 2\nended\n').toMatch(pattern);
    expect('ended\nheard 1\n').not.toMatch(pattern);
    expect('I heard 1\nended\n').not.toMatch(pattern);
  });
});
