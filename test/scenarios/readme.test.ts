import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, runProgram } from '../support/program.ts';

let folder: string;
let program: Program;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-readme-'));
  program = runProgram({ args: ['start'], env: { WAYBILL_PORT: '0' }, cwd: folder });
  ({ port } = await program.ready());
});
afterAll(async () => {
  program.child.kill('SIGTERM');
  await program.ended;
  await rm(folder, { recursive: true, force: true });
});

test('the first signed call by hand works as the README prints it', async () => {
  const blocks = [...(await readFile('README.md', 'utf8')).matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, block]) => block as string,
  );
  const byHand = blocks.find((block) => block.includes('openssl')) as string;
  const { stdout } = await promisify(execFile)('sh', ['-c', byHand.replace(':8443', `:${port}`)], { cwd: folder });
  expect(JSON.parse(stdout).data[0].locode).toBe('HK HKG');
});

test('the first quotation works as the README prints it, and explains itself', async () => {
  const blocks = [...(await readFile('README.md', 'utf8')).matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, block]) => block as string,
  );
  const [first = '', second = ''] = (blocks.find((block) => block.includes('POST /v3/quotations')) as string).split(
    '\n',
  );
  const run = async (line: string) => {
    const here = line.replace(
      'npx waybill sign',
      `${process.execPath} ${path.resolve('bin/waybill.js')} sign --url https://localhost:${port}`,
    );
    return JSON.parse((await promisify(execFile)('sh', ['-c', here], { cwd: folder })).stdout).data;
  };
  const quotation = await run(first);
  expect(quotation.priceBreakdown.currency).toBe('HKD');
  const explanation = await run(second.replace('<quotationId>', quotation.quotationId));
  expect(explanation.total).toBe(quotation.priceBreakdown.total);
});

test('every file that the README leads to is there', async () => {
  const links = [...(await readFile('README.md', 'utf8')).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(
    ([, target]) => target as string,
  );
  for (const target of links)
    await expect(
      readFile(target).catch((error) => error.code === 'EISDIR' || Promise.reject(error)),
    ).resolves.toBeTruthy();
});
