import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf } from '../src/docs/rules/markdown.ts';

const FOLDERS = ['docs', 'src', 'examples', 'clients', 'ops', 'bench'];
const files = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => path.join(folder, name)),
  ),
];

const withoutCode = (text: string) =>
  text.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));

function anchorsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8')
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) => anchorOf(heading.replace(/[`*]/g, '')));
}

function deadLinksOf(file: string): string[] {
  const targets = [...withoutCode(readFileSync(file, 'utf8')).matchAll(/(?:\]\(|(?:src|href)=")([^)\s"]+)[)"]/g)].map(
    ([, target = '']) => target,
  );
  return targets.filter((target) => {
    if (/^(https?:|\/)/.test(target)) return false;
    const [name = '', anchor] = target.split('#');
    const found = name === '' ? file : path.join(path.dirname(file), name);
    if (!existsSync(found)) return true;
    return anchor !== undefined && found.endsWith('.md') && !anchorsOf(found).includes(anchor);
  });
}

test('pages are found, and so are their anchors', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'README.md',
      path.join('docs', 'guide', 'quick-start.md'),
      path.join('src', 'docs', 'README.md'),
    ]),
  );
  expect(anchorsOf('README.md')).toContain('two-commands');
});

test('whoever comes to a page first gets its calls by curl through: they trust the sandbox by themselves, or their page says where that is set up', () => {
  const pages = files.filter(
    (file) => path.dirname(file) === path.join('docs', 'guide') && !file.endsWith('quick-start.md'),
  );
  const distrusting = pages.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const calls = [...text.matchAll(/^ *curl .*$/gm)].map(([line]) => line.trim());
    return text.includes('quick-start.md#set-up-your-shell')
      ? []
      : calls.filter((line) => !line.includes('--cacert')).map((line) => `${file}: ${line}`);
  });
  expect(distrusting).toEqual([]);
});

test.each(files)('every link of %s leads to a file and a heading that are there', (file) => {
  expect(deadLinksOf(file)).toEqual([]);
});
