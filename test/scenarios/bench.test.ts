import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ROWS } from '../../bench/rows.ts';
import { PAGES, withTable } from '../../bench/support/publish.ts';
import { readResults } from '../../bench/support/results.ts';
import { openFolder } from '../support/open-folder.ts';

const USUAL = ROWS.filter(({ onlyByName }) => onlyByName !== true);

test('the short form of the bench measures every row, writes its results and ends', async () => {
  const folder = await openFolder('results');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'bench/run.ts', '--short', '--results', folder],
    { timeout: 240_000 },
  );
  expect(stderr).toBe('');
  for (const { name } of USUAL) expect(stdout).toContain(` ${name} `);
  const results = await readResults(folder);
  expect(results).toEqual({
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    machine: expect.stringContaining(process.version),
    rows: [...USUAL]
      .sort((a, b) => a.row - b.row)
      .map(({ row, name, what, against, bar, moonshot, better }) => ({
        ...{ row, name, what, against, bar, moonshot, better, commit: results?.commit },
        ratio: expect.any(Number),
        rounds: expect.arrayContaining([expect.any(Number)]),
      })),
  });
  expect(results?.rows.filter(({ ratio }) => !(ratio > 0))).toEqual([]);
  expect(await readFile(path.join(folder, 'latest.svg'), 'utf8')).toContain('</svg>');
}, 270_000);

test('rows have numbers and names of their own', () => {
  expect(new Set(ROWS.map(({ row }) => row)).size).toBe(ROWS.length);
  expect(new Set(ROWS.map(({ name }) => name)).size).toBe(ROWS.length);
});

test.each(PAGES)('%s shows every row with its latest result (npm run bench -- --publish)', async (page) => {
  const text = await readFile(page, 'utf8');
  expect(text).toBe(withTable(text, ROWS, await readResults('bench/results')));
});

test('the latest results are held to the marks of today', async () => {
  const marks = (rows: typeof ROWS | undefined) =>
    rows?.map(({ row, name, bar, moonshot, better }) => ({ row, name, bar, moonshot, better })) ?? [];
  const results = await readResults('bench/results');
  expect(marks(ROWS)).toEqual(expect.arrayContaining(marks(results?.rows as typeof ROWS | undefined)));
});
