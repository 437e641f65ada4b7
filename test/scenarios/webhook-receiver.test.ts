import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolder } from '../support/open-folder.ts';

let folder: string;
let receiver: ChildProcessWithoutNullStreams;
let heard = '';
beforeAll(async () => {
  folder = await openFolder('receiver');
  await mkdir(path.join(folder, '.waybill'));
  const webhookSecret = `whsec_${Buffer.alloc(32).toString('base64')}`;
  await writeFile(path.join(folder, '.waybill', 'demo-partner.json'), JSON.stringify({ webhookSecret }));
  receiver = spawn(process.execPath, [path.resolve('examples/webhook-receiver.mjs'), '0'], { cwd: folder });
  receiver.stdout.on('data', (chunk) => {
    heard += chunk;
  });
  await once(receiver.stdout, 'data');
});
afterAll(async () => {
  receiver.kill();
  await rm(folder, { recursive: true, force: true });
});

test('the receiver of the README refuses a push that is not signed, or not with the secret', async () => {
  const [address] = /http:\S+/.exec(heard) ?? [''];
  const push = (headers: Record<string, string>) =>
    fetch(address, { method: 'POST', body: '{"eventType":"FORGED"}', headers });
  const now = String(Math.floor(Date.now() / 1000));
  const forged = { 'webhook-id': '1', 'webhook-timestamp': now, 'webhook-signature': `v1,${'A'.repeat(43)}=` };
  expect((await push({})).status).toBe(401);
  expect((await push(forged)).status).toBe(401);
  expect(heard).not.toContain('FORGED');
});
