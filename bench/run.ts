import { parseArgs } from 'node:util';
import { SECOND_MS } from '../src/foundation/time.ts';
import { copyFolder } from '../test/support/linked.ts';
import { openDataFolder } from '../test/support/open-folder.ts';
import type { Row } from './row.ts';
import { ROWS } from './rows.ts';
import { createCleanUp } from './support/clean-up.ts';
import { CONNECTIONS, type Load, startLoad } from './support/load.ts';
import { type MeasuredRow, measuredRow, mergeResults } from './support/measured-row.ts';
import {
  makeDataFolder,
  type Production,
  prepareData,
  startProduction,
  startProductionOn,
} from './support/production.ts';
import { publish } from './support/publish.ts';
import { hereAndNow, readResults, saveResults } from './support/results.ts';
import { TABLE_HEAD, tableLine } from './support/table.ts';

const USAGE = `npm run bench                     measures every row
npm run bench -- orders growth    these two
npm run bench -- --publish        measures nothing, and writes the tables of the pages from what was measured before
npm run bench -- --short          only sees that every row works: its ratios mean nothing and are not written down
              --results <folder>  writes there instead, and into no page
`;
const RESULTS = 'bench/results';

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    results: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
});
const unknown = names.filter((name) => !ROWS.some((row) => row.name === name));
if (options.help || unknown.length > 0) {
  const rows = `Rows: ${ROWS.map(({ name }) => name).join(', ')}\n`;
  if (options.help) process.stdout.write(`${USAGE}\n${rows}`);
  else process.stderr.write(`There is no row ${unknown.join(', ')}. ${rows}`);
  process.exit(options.help ? 0 : 2);
}

const ofRow = createCleanUp();
const ofRun = createCleanUp();
/** Ends in the end of the process. */
let stopping: Promise<never> | undefined;
async function putAwayAndExit(): Promise<never> {
  await ofRow.putAllAway();
  await ofRun.putAllAway();
  process.stderr.write('Interrupted; nothing was written.\n');
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // npm and tsx hand on what Ctrl-C has sent here too: the second signal must not end the putting away.
    stopping ??= putAwayAndExit();
  });
}

let prepared: Promise<string> | undefined;
async function dataFolder(afterwards = ofRow.afterwards): Promise<string> {
  if (!options.short) return makeDataFolder(afterwards);
  const data = await makeDataFolder(afterwards, openDataFolder);
  prepared ??= prepareData(ofRun.afterwards);
  await copyFolder(await prepared, data);
  return data;
}

let shared: Promise<Production> | undefined;
async function startShared(): Promise<Production> {
  return startProductionOn(ofRun.afterwards, await dataFolder(ofRun.afterwards));
}
function production(): Promise<Production> {
  if (!options.short) return startProduction(ofRow.afterwards);
  shared ??= startShared();
  return shared;
}

async function measure(row: Row, load: Load): Promise<readonly number[] | undefined> {
  try {
    return await row.measure({ isShort: options.short, afterwards: ofRow.afterwards, dataFolder, production, load });
  } catch (error) {
    if (stopping === undefined) process.stderr.write(`${row.name}: ${error instanceof Error ? error.stack : error}\n`);
    return undefined;
  } finally {
    await ofRow.putAllAway();
  }
}

/** The names of rows that could not be measured. */
async function measureAll(): Promise<readonly string[]> {
  const wanted = ROWS.filter(({ name, onlyByName }) => (names.length > 0 ? names.includes(name) : onlyByName !== true));
  const now = hereAndNow();
  const load = startLoad(ofRun.afterwards, options.short ? 4 : CONNECTIONS);
  const measured: MeasuredRow[] = [];
  const failed: string[] = [];
  process.stdout.write(`${TABLE_HEAD}\n`);
  for (const row of wanted) {
    const begun = performance.now();
    const rounds = await measure(row, load);
    // A row that begins now would start a program that nobody stops.
    await stopping;
    if (rounds === undefined) {
      failed.push(row.name);
      continue;
    }
    const last = measuredRow(row, rounds, now.commit);
    measured.push(last);
    process.stdout.write(`${tableLine(last)}, in ${Math.round((performance.now() - begun) / SECOND_MS)} s\n`);
  }
  await ofRun.putAllAway();
  const folder = options.results ?? (options.short ? undefined : RESULTS);
  if (folder !== undefined && measured.length > 0)
    await saveResults(folder, mergeResults(await readResults(folder), { ...now, rows: measured }));
  return failed;
}

const failed = options.publish ? [] : await measureAll();
if (!options.short && options.results === undefined) {
  await publish(ROWS, await readResults(RESULTS));
  process.stdout.write('What each row compares: README.md and docs/guide/scaling.md, where these figures now stand.\n');
}
if (options.short)
  process.stdout.write('This was the short form: every row works or not, and its ratio means nothing.\n');
if (failed.length > 0) {
  process.stderr.write(`Could not be measured: ${failed.join(', ')}. What went wrong stands above.\n`);
  process.exitCode = 1;
}
