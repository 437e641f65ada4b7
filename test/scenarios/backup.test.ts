import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolder } from '../support/open-folder.ts';
import { place } from '../support/orders.ts';
import { call } from '../support/partner-client.ts';
import { findPostgresTools, type OwnPostgres, startOwnPostgres } from '../support/postgres-tools.ts';
import { type Program, runCommand, runProgram, saidBy } from '../support/program.ts';
import { MASTER_KEY } from '../support/world.ts';

const execute = promisify(execFile);
const tools = findPostgresTools();
if (tools === undefined) process.stdout.write('not run: there is no PostgreSQL with pg_dump here\n');

let folder: string;
let postgres: OwnPostgres | undefined;
let program: Program | undefined;
beforeAll(async () => {
  folder = await openFolder('backup');
});
afterAll(async () => {
  program?.child.kill('SIGTERM');
  await program?.ended;
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The blocks that operations.md prints for this test. */
async function printedBlocks(): Promise<string[]> {
  const page = await readFile('docs/guide/operations.md', 'utf8');
  const blocks = page.matchAll(/<!-- checked by: test\/scenarios\/backup\.test\.ts -->\n```sh\n([\s\S]*?)```/g);
  return [...blocks].map(([, block]) => block as string);
}

test.runIf(tools !== undefined)(
  'what operations.md saves while everything runs, it brings back, with every picture and the books whole',
  async () => {
    const own = await startOwnPostgres(tools as string, folder, ['waybill', 'restored']);
    postgres = own;
    const settings = (database: string) => ({
      DATABASE_URL: own.urlOf(database),
      WAYBILL_DATA: path.join(folder, database),
      WAYBILL_MASTER_KEY: MASTER_KEY,
    });
    program = runProgram({ args: ['start'], env: { ...settings('waybill'), WAYBILL_PORT: '0' } });
    const { port } = await program.ready();
    const orderId = await deliverWithPhoto(port, settings('waybill'));

    const [save, restore] = (await printedBlocks()) as [string, string];
    await runBlock(save, settings('waybill'));
    await mkdir(path.join(folder, 'restored'));
    const said = await runBlock(restore, settings('restored'));
    for (const line of [
      'migrations  all applied',
      'secrets     all sealed',
      'books       balances equal their transfers',
    ])
      expect(said).toContain(`ok   ${line}`);

    const evidenceIn = async (database: string) => {
      const file = path.join(folder, `${database}.json`);
      await saidBy(runCommand(['evidence', '--order', orderId, '--out', file], settings(database)));
      return JSON.parse(await readFile(file, 'utf8'));
    };
    const restored = await evidenceIn('restored');
    expect(restored.proofs).toHaveLength(1);
    expect(restored.proofs).toEqual((await evidenceIn('waybill')).proofs);
  },
);

async function deliverWithPhoto(port: number, env: Record<string, string>): Promise<string> {
  const args = ['partner', 'create', '--name', 'Acme', '--market', 'HK', '--credit', '500', '--json'];
  const partner = JSON.parse(await saidBy(runCommand(args, env)));
  const ca = await readFile(path.join(env.WAYBILL_DATA as string, 'tls', 'ca.pem'), 'utf8');
  const world = {
    call: (method: string, callPath: string, options = {}) =>
      call({ port, ca }, partner, Date.now(), method, callPath, options),
  };
  const { orderId } = await place(world, { order: { isPODEnabled: true } });
  for (const step of [
    { action: 'DRIVER_ACCEPT' },
    { action: 'DRIVER_PICK_UP' },
    { action: 'DRIVER_DROP_OFF', proof: 'PHOTO' },
  ]) {
    const body = JSON.stringify({ data: step });
    expect((await world.call('POST', `/sandbox/v1/orders/${orderId}/actions`, { body })).status).toBe(200);
  }
  return orderId;
}

/** In one folder, as on the operator's machine, with the tools' own folder before all others. */
async function runBlock(block: string, settings: Record<string, string>): Promise<string> {
  const bin = path.join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const npx = path.join(bin, 'npx');
  await writeFile(npx, `#!/bin/sh\nshift\nexec '${process.execPath}' '${path.resolve('bin/waybill.js')}' "$@"\n`);
  await chmod(npx, 0o755);
  const PATH = [bin, tools, process.env.PATH].join(':');
  const { stdout } = await execute('sh', ['-euc', block], { cwd: folder, env: { PATH, ...settings } });
  return stdout;
}
