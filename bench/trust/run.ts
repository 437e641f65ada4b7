import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openFolder } from '../../test/support/open-folder.ts';
import { createCleanUp } from '../support/clean-up.ts';
import { runCampaign } from './campaign.ts';
import { LOAD_NAMES, LOADS, type LoadName, type Loads } from './load/loads.ts';
import {
  addUp,
  isClean,
  isLoadClean,
  type Line,
  linesOf,
  linesOfLoad,
  mergeTrust,
  readTrust,
  resultsOf,
  type ScenarioResults,
  saveTrust,
  sentencesOf,
  titleOf,
  withTrust,
} from './results.ts';
import { SCENARIOS, type ScenarioName, SHORT } from './scenarios.ts';

const CAMPAIGNS = Object.keys(SCENARIOS) as ScenarioName[];
const NAMES = [...CAMPAIGNS, ...LOAD_NAMES];
const RESULTS = 'bench/results/trust.json';
const README = 'README.md';
const MOST_SENTENCES = 40;
const WIDTH = 100;
const USAGE = `npm run trust                                every scenario but soak, in about four minutes
npm run trust -- --seed 7                    the same calls and kills as another run with this seed, as far as timing allows
              --minutes 10                   each scenario for so long
              --scenario crash               one of ${NAMES.join(', ')}
              --short                        some seconds, as in npm test; nothing is written
              --publish                      runs nothing, and writes the table of the README from the last results

${NAMES.map((name) => `${name.padEnd(10)} ${{ ...SCENARIOS, ...LOADS }[name].what}`).join('\n')}
`;

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    scenario: { type: 'string' },
    short: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
  },
});
const seed = Number(options.seed);
const minutes = options.minutes === undefined ? undefined : Number(options.minutes);
const isKnown = options.scenario === undefined || NAMES.some((name) => name === options.scenario);
const isWrong = !Number.isInteger(seed) || (minutes !== undefined && !(minutes > 0)) || !isKnown;
const wanted = <Name extends string>(names: readonly Name[], all: readonly Name[]) =>
  options.scenario === undefined ? all : names.filter((name) => name === options.scenario);
if (options.help || isWrong) {
  (isWrong ? process.stderr : process.stdout).write(USAGE);
  process.exit(isWrong ? 2 : 0);
}

const cleanUp = createCleanUp();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await cleanUp.putAllAway();
    process.stderr.write('Interrupted; nothing was written.\n');
    process.exit(1);
  });

async function runOne(name: ScenarioName): Promise<ScenarioResults> {
  const folder = await openFolder('trust');
  const terms = options.short ? { ...SHORT, seed } : { ...SCENARIOS[name], seed };
  const seconds = minutes === undefined ? terms.seconds : Math.round(minutes * 60);
  const say = (line: string) => process.stdout.write(`${name}: ${line}\n`);
  const found = await runCampaign(cleanUp.afterwards, path.join(folder, 'data'), { ...terms, seconds }, say).finally(
    () => cleanUp.putAllAway(),
  );
  const results = resultsOf(name, seconds, found);
  printTable(titleOf(results), linesOf(results));
  const sentences = sentencesOf(found);
  for (const sentence of sentences.slice(0, MOST_SENTENCES)) process.stderr.write(`${sentence.slice(0, 500)}\n`);
  if (isClean(results)) await rm(folder, { recursive: true, force: true });
  else process.stderr.write(`The journal of the calls and the data are kept in ${folder}.\n`);
  return results;
}

async function runLoad<Name extends LoadName>(name: Name): Promise<Pick<Loads, Name>> {
  const load = LOADS[name];
  const seconds = minutes === undefined ? load.seconds : Math.round(minutes * 60);
  const say = (line: string) => process.stdout.write(`${name}: ${line}\n`);
  const found = await load.run(cleanUp.afterwards, { seconds }, say).finally(() => cleanUp.putAllAway());
  printTable(`${name}, ${seconds} seconds`, linesOfLoad(name, found));
  if (!isLoadClean(name, found)) process.exitCode = 1;
  return { [name]: found } as Pick<Loads, Name>;
}

function printTable(title: string, lines: readonly Line[]): void {
  process.stdout.write(`\n${title.padEnd(WIDTH)} how often      lost\n`);
  for (const { tried, count, lost } of lines)
    process.stdout.write(
      `${tried.replaceAll('`', '').padEnd(WIDTH)} ${String(count).padStart(9)} ${String(lost).padStart(9)}\n`,
    );
  process.stdout.write('\n');
}

if (!options.publish) {
  const results: ScenarioResults[] = [];
  for (const name of options.short ? CAMPAIGNS.slice(0, 1) : wanted(CAMPAIGNS, CAMPAIGNS))
    results.push(await runOne(name));
  if (results.length > 0) process.stdout.write(`seed ${seed}\n`);
  if (!results.every(isClean)) process.exitCode = 1;
  let loads: Partial<Loads> = {};
  const usual = LOAD_NAMES.filter((name) => !LOADS[name].isOnlyByName);
  for (const name of options.short ? [] : wanted(LOAD_NAMES, usual)) loads = { ...loads, ...(await runLoad(name)) };
  const campaign = results.length === 0 ? undefined : addUp(seed, results);
  if (!options.short) await saveTrust(RESULTS, mergeTrust(await readTrust(RESULTS), campaign, loads));
}
const kept = await readTrust(RESULTS);
if (!options.short && kept !== undefined) await writeFile(README, withTrust(await readFile(README, 'utf8'), kept));
// Connections that are kept open would hold the process.
process.exit();
