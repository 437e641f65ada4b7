import { parseArgs } from 'node:util';
import type { Row } from './row.ts';
import { ROWS } from './rows.ts';
import { createCleanUp } from './support/clean-up.ts';
import { startLoad } from './support/load.ts';
import { type Production, startProduction } from './support/production.ts';
import { hereAndNow, type MeasuredRow, measuredRow, saveResults } from './support/results.ts';
import { TABLE_HEAD, tableLine } from './support/table.ts';

/**
 * `npm run bench` measures every row, `npm run bench -- orders one-wallet` these two, and `-- --short` only sees that all of them work,
 * so that its ratios mean nothing.
 */
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, results: { type: 'string' } },
});
const unknown = names.filter((name) => !ROWS.some((row) => row.name === name));
if (unknown.length > 0) {
  process.stderr.write(`There is no row ${unknown.join(', ')}. Rows: ${ROWS.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}
const wanted = ROWS.filter(({ name, onlyByName }) => (names.length > 0 ? names.includes(name) : onlyByName !== true));

const ofRow = createCleanUp();
const ofRun = createCleanUp();
async function putAllAway(): Promise<void> {
  await ofRow.putAllAway();
  await ofRun.putAllAway();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await putAllAway();
    process.stderr.write('Interrupted; nothing was written.\n');
    process.exit(1);
  });
}

let shared: Promise<Production> | undefined;
function production(): Promise<Production> {
  if (!options.short) return startProduction(ofRow.afterwards);
  shared ??= startProduction(ofRun.afterwards);
  return shared;
}

const load = startLoad(ofRun.afterwards);

async function measure(row: Row, commit: string): Promise<MeasuredRow | undefined> {
  try {
    const rounds = await row.measure({ isShort: options.short, afterwards: ofRow.afterwards, production, load });
    return measuredRow(row, rounds, commit);
  } catch (error) {
    process.stderr.write(`${row.name}: ${error instanceof Error ? error.stack : error}\n`);
    return undefined;
  } finally {
    await ofRow.putAllAway();
  }
}

const now = hereAndNow();
const rows: MeasuredRow[] = [];
const failed: string[] = [];
process.stdout.write(`${TABLE_HEAD}\n`);
for (const row of wanted) {
  const measured = await measure(row, now.commit);
  if (measured === undefined) {
    failed.push(row.name);
    continue;
  }
  rows.push(measured);
  process.stdout.write(`${tableLine(measured)}\n`);
}
await ofRun.putAllAway();

const folder = options.results ?? (options.short ? undefined : 'bench/results');
if (folder !== undefined) await saveResults(folder, { ...now, rows });
process.stdout.write('What each row compares: docs/guide/scaling.md, "Measured"\n');
if (failed.length > 0) process.stderr.write(`Could not be measured: ${failed.join(', ')}.\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
