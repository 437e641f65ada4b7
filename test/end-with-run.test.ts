import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

const STAYS = 'setInterval(() => {}, 1_000); process.send("up")';

test('a worker that is left alone ends, whatever it has open', async () => {
  const worker = spawn(process.execPath, [...process.execArgv, '-e', STAYS], { stdio: [0, 1, 2, 'ipc'] });
  onTestFinished(() => void worker.kill());
  await once(worker, 'message');
  worker.disconnect();
  expect(await once(worker, 'exit')).toEqual([0, null]);
});
