import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../../src/infrastructure/config/settings.ts';
import { run } from '../../src/main/run.ts';
import { readableLog } from '../support/edges.ts';
import { runCommand } from '../support/program.ts';
import { PRODUCTION } from '../support/settings.ts';
import { cloneDatabase, dropDatabase, urlOf } from '../support/world.ts';

const WARNING = /^links lead to (.*), which nobody else reaches: set WAYBILL_PUBLIC_URL$/;

test('a process in production says when the links that it gives lead to this machine only, and so does the doctor', async () => {
  const database = await cloneDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-public-'));
  onTestFinished(async () => {
    await dropDatabase(database);
    await rm(folder, { recursive: true, force: true });
  });
  const warnedOf = async (publicUrl: string | undefined) => {
    const { log, entries } = readableLog();
    const env = {
      ...PRODUCTION,
      DATABASE_URL: urlOf(database),
      WAYBILL_DATA: folder,
      WAYBILL_TLS: 'proxy',
      WAYBILL_PORT: '0',
      WAYBILL_PUBLIC_URL: publicUrl ?? '',
    };
    const running = await run(readSettings(env), { parts: ['worker'], alone: false, log, report: () => {} });
    await running?.stop();
    const doctor = await runCommand(['doctor', '--json'], env);
    const [{ well, says }] = JSON.parse(doctor.output);
    expect(WARNING.test(says)).toBe(!well);
    const warned = entries().flatMap(({ msg }) => WARNING.exec(String(msg))?.[1] ?? []);
    expect(warned.length === 0).toBe(well);
    return warned;
  };
  expect(await warnedOf(undefined)).toEqual(['https://localhost:0']);
  for (const here of ['https://127.0.0.1:8443', 'https://[::1]:8443']) expect(await warnedOf(here)).toEqual([here]);
  for (const elsewhere of ['https://delivery.example.com', 'https://127.example.com'])
    expect(await warnedOf(elsewhere)).toEqual([]);
});
