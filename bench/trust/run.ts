import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openFolder } from '../../test/support/open-folder.ts';
import { createCleanUp } from '../support/clean-up.ts';
import { runCampaign } from './campaign.ts';
import {
  addUp,
  isClean,
  linesOf,
  readTrust,
  resultsOf,
  type ScenarioResults,
  saveTrust,
  sentencesOf,
  titleOf,
  withTrust,
} from './results.ts';
import { SCENARIOS, type ScenarioName, SHORT } from './scenarios.ts';

const NAMES = Object.keys(SCENARIOS) as ScenarioName[];
const RESULTS = 'bench/results/trust.json';
const README = 'README.md';
const MOST_SENTENCES = 40;
const USAGE = `npm run trust                                every scenario, in about three minutes
npm run trust -- --seed 7                    the same calls and kills as another run with this seed, as far as timing allows
              --minutes 10                   each scenario for so long
              --scenario crash               one of ${NAMES.join(', ')}
              --short                        some seconds, as in npm test; nothing is written
              --publish                      runs nothing, and writes the table of the README from the last results

${NAMES.map((name) => `${name.padEnd(10)} ${SCENARIOS[name].what}`).join('\n')}
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
const names = options.scenario === undefined ? NAMES : NAMES.filter((name) => name === options.scenario);
const isWrong = !Number.isInteger(seed) || (minutes !== undefined && !(minutes > 0)) || names.length === 0;
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
  printTable(results);
  const sentences = sentencesOf(found);
  for (const sentence of sentences.slice(0, MOST_SENTENCES)) process.stderr.write(`${sentence.slice(0, 500)}\n`);
  if (isClean(results)) await rm(folder, { recursive: true, force: true });
  else process.stderr.write(`The journal of the calls and the data are kept in ${folder}.\n`);
  return results;
}

function printTable(results: ScenarioResults): void {
  process.stdout.write(`\n${titleOf(results).padEnd(80)} how often      lost\n`);
  for (const { tried, count, lost } of linesOf(results))
    process.stdout.write(
      `${tried.replaceAll('`', '').padEnd(80)} ${String(count).padStart(9)} ${String(lost).padStart(9)}\n`,
    );
  process.stdout.write('\n');
}

if (!options.publish) {
  const results: ScenarioResults[] = [];
  for (const name of options.short ? NAMES.slice(0, 1) : names) results.push(await runOne(name));
  process.stdout.write(`seed ${seed}\n`);
  if (!options.short) await saveTrust(RESULTS, addUp(seed, results));
  if (!results.every(isClean)) process.exitCode = 1;
}
const kept = await readTrust(RESULTS);
if (!options.short && kept !== undefined) await writeFile(README, withTrust(await readFile(README, 'utf8'), kept));
// Connections that are kept open would hold the process.
process.exit();
