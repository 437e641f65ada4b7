import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { measureCities, measureUnknownKey } from './front-door.ts';
import { measureOneWallet, measureOrderRead, measureOrders } from './orders.ts';
import { median, type Row, spread } from './ratio.ts';
import { measureSimulation } from './simulation.ts';
import { measureSecondStart } from './start.ts';
import { measureStopOrder } from './stop-order.ts';
import { measureWebhooks } from './webhooks.ts';

/** `npm run bench` measures every row, `npm run bench -- cities` one. A row is a ratio of two things measured in one run. */
const ROWS: Readonly<Record<string, () => Promise<Row>>> = {
  cities: measureCities,
  'unknown-key': measureUnknownKey,
  orders: measureOrders,
  'one-wallet': measureOneWallet,
  'order-read': measureOrderRead,
  'second-start': measureSecondStart,
  simulation: measureSimulation,
  'stop-order': measureStopOrder,
  webhooks: measureWebhooks,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in ROWS));
if (unknown.length > 0) {
  process.stderr.write(`There is no row ${unknown.join(', ')}. Rows: ${Object.keys(ROWS).join(', ')}\n`);
  process.exit(2);
}

const rows: (Row & { ratio: number })[] = [];
for (const [name, measure] of Object.entries(ROWS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const row = await measure();
  rows.push({ ...row, ratio: median(row.rounds) });
  const sign = row.better === 'higher' ? '≥' : '≤';
  const [low, high] = spread(row.rounds);
  process.stdout.write(
    `${name.padEnd(14)} ${median(row.rounds).toFixed(2).padStart(6)}  (${low.toFixed(2)}–${high.toFixed(2)}, bar ${sign} ${row.bar})  ${row.name}\n`,
  );
}

await mkdir('bench/results', { recursive: true });
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ${process.arch}, Node ${process.version}`;
await writeFile('bench/results/latest.json', `${JSON.stringify({ commit, machine, rows }, null, 2)}\n`);
