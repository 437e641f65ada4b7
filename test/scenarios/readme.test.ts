import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFolder } from '../support/open-folder.ts';
import { type Program, runProgram } from '../support/program.ts';

let folder: string;
let program: Program;
let receiver: ChildProcessWithoutNullStreams;
let heard = '';
let port: number;
let receiverPort: number;
beforeAll(async () => {
  folder = await openFolder('readme');
  [port, receiverPort] = [await freePort(), await freePort()];
  await symlink(path.resolve('examples'), path.join(folder, 'examples'));
  await mkdir(path.join(folder, 'bin'));
  const npx = path.join(folder, 'bin', 'npx');
  await writeFile(npx, `#!/bin/sh\nshift\nexec '${process.execPath}' '${path.resolve('bin/waybill.js')}' "$@"\n`);
  await chmod(npx, 0o755);
  program = runProgram({ args: ['start'], env: { WAYBILL_PORT: String(port) }, cwd: folder });
  await program.ready();
  receiver = spawn(process.execPath, ['examples/webhook-receiver.mjs', String(receiverPort)], { cwd: folder });
  receiver.stdout.on('data', (chunk) => {
    heard += chunk;
  });
  await once(receiver.stdout, 'data');
});
afterAll(async () => {
  receiver.kill();
  program.child.kill('SIGTERM');
  await program.ended;
  await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return address.port;
}

/** The commands under a heading of the README, block by block, on the ports of this test. */
async function blocksUnder(heading: string): Promise<string[]> {
  const section = (await readFile('README.md', 'utf8')).split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  return [...(section as string).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) =>
    (block as string).replaceAll(':8443', `:${port}`).replaceAll(':9000', `:${receiverPort}`),
  );
}

/** What one shell prints for the blocks in turn, an answer a line. */
async function answersTo(...blocks: string[]) {
  const lines = (await printedBy(...blocks)).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line).data);
}

async function printedBy(...blocks: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', blocks.join('\necho\n')], {
    cwd: folder,
    env: { PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`, WAYBILL_PORT: String(port) },
  });
  return stdout;
}

test('the first signed call works as the README prints it, signed for you or by hand', async () => {
  const [signed, byHand] = await answersTo(...(await blocksUnder('A first signed call')));
  expect(signed[0].locode).toBe('HK HKG');
  expect(byHand).toEqual(signed);
});

describe('a first order', { shuffle: false }, () => {
  test('the receiver is started and registered as the README prints it', async () => {
    const [starting, registering] = (await blocksUnder('A first order')) as [string, string];
    expect(starting).toBe('node examples/webhook-receiver.mjs\n');
    const [webhook, simulation] = await answersTo(registering);
    expect(webhook.url).toBe(`http://localhost:${receiverPort}`);
    expect(simulation.drivers).toBe('MANUAL');
  });

  test('the first order is quoted, placed, delivered and told as the README prints it', async () => {
    const before = heard.length;
    const [, , ...blocks] = await blocksUnder('A first order');
    const [explanation, found, taken, pickedUp, delivered, wallet] = await answersTo(...blocks);
    expect(explanation.total).toBe(found[0].priceBreakdown.total);
    expect(found).toMatchObject([{ status: 'ASSIGNING_DRIVER', metadata: { reference: 'A-1001' } }]);
    expect([taken, pickedUp, delivered].map(({ status }) => status)).toEqual(['ON_GOING', 'PICKED_UP', 'COMPLETED']);
    expect(new Set([found[0], taken, pickedUp, delivered].map(({ orderId }) => orderId)).size).toBe(1);
    expect(wallet.entries).toContainEqual(
      expect.objectContaining({ type: 'CAPTURE', orderId: delivered.orderId, amount: explanation.total }),
    );
    const statuses = () =>
      heard
        .split('\n')
        .filter((line) => line.startsWith('ORDER_STATUS_CHANGED ') && line.includes(delivered.orderId))
        .map((line) => JSON.parse(line.slice('ORDER_STATUS_CHANGED '.length)).order.status);
    await expect.poll(statuses).toEqual(['ASSIGNING_DRIVER', 'ON_GOING', 'PICKED_UP', 'COMPLETED']);
    expect(heard.slice(before)).not.toContain('wrong signature');
  });

  test('the page behind a share link and a driver of one’s own are had as the README prints it', async () => {
    const [, , quoting, placing] = (await blocksUnder('A first order')) as [string, string, string, string];
    const [link, making] = (await blocksUnder('Both ends of the street')) as [string, string];
    const printed = (await printedBy(quoting, placing, `echo '-->'`, link, making)).split('-->')[1] as string;
    const [shareLink = 'no link', ...driver] = printed.split('\n').filter((line) => line !== '');
    expect(shareLink).toMatch(new RegExp(`^https://localhost:${port}/track/`));
    expect(driver[0]).toMatch(/Mei Ling .* MOTORCYCLE in HK HKG/);
  });
});

test('the receiver of the README refuses a push that is not signed, or not with the secret', async () => {
  const push = (headers: Record<string, string>) =>
    fetch(`http://localhost:${receiverPort}`, { method: 'POST', body: '{"eventType":"FORGED"}', headers });
  const now = String(Math.floor(Date.now() / 1000));
  const forged = { 'webhook-id': '1', 'webhook-timestamp': now, 'webhook-signature': `v1,${'A'.repeat(43)}=` };
  expect((await push({})).status).toBe(401);
  expect((await push(forged)).status).toBe(401);
  expect(heard).not.toContain('FORGED');
});

test('the first parcel is placed and its label fetched as the README prints it', async () => {
  const [placing, label] = (await blocksUnder('A first parcel')) as [string, string];
  const aMomentLater = `until npx waybill sign GET /v3/orders/ref/P-1001 --platform PLUS | sh | grep -q GENERATED; do sleep 0.2; done`;
  const [parcel] = await answersTo(placing, aMomentLater, label);
  expect(parcel).toMatchObject({ clientRef: 'P-1001', status: 'IN_PROGRESS', label: { status: 'GENERATING' } });
  expect(await readFile(path.join(folder, 'label.pdf'), 'latin1')).toMatch(/^%PDF-/);
});

test('every file that the README leads to is there', async () => {
  const links = [...(await readFile('README.md', 'utf8')).matchAll(/(?:\]\(|<img src=")(?!https?:)([^)"]+)/g)].map(
    ([, target]) => target as string,
  );
  for (const target of links)
    await expect(
      readFile(target).catch((error) => error.code === 'EISDIR' || Promise.reject(error)),
    ).resolves.toBeTruthy();
});
