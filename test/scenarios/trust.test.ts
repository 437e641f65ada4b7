import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createCleanUp } from '../../bench/support/clean-up.ts';
import { actorsOf, runCampaign } from '../../bench/trust/campaign.ts';
import { LOAD_NAMES } from '../../bench/trust/load/loads.ts';
import { isClean, isLoadClean, readTrust, resultsOf, sentencesOf, withTrust } from '../../bench/trust/results.ts';
import { SCENARIOS, SHORT } from '../../bench/trust/scenarios.ts';
import { WRITES } from '../../bench/trust/writes.ts';
import type { EveryRoute } from '../../src/infrastructure/http/server.ts';
import { openFolder } from '../support/open-folder.ts';
import { prepareData } from '../support/prepared-data.ts';
import { createWorld, type World } from '../support/world.ts';

const SEED = 1;
const READS = ['GET', 'HEAD', 'OPTIONS'];
const nameOf = ({ method, variant, path: route }: EveryRoute[number]) =>
  [method, variant, route].filter((part) => part !== undefined).join(' ');

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('every call that may change something is in the campaign, and somebody there makes it', () => {
  const registered = world.everyRoute.filter(({ method }) => !READS.includes(method)).map(nameOf);
  expect(Object.keys(WRITES).sort()).toEqual([...new Set(registered)].sort());
  const driven = new Set(Object.values(SCENARIOS).flatMap((terms) => actorsOf(terms).flatMap(({ drives }) => drives)));
  expect([...driven].sort()).toEqual(Object.keys(WRITES).sort());
});

test('API, worker and database are killed in the middle of it, and nothing is lost, doubled, untold or unbalanced', async () => {
  const cleanUp = createCleanUp();
  const folder = await openFolder('trust');
  onTestFinished(async () => {
    await cleanUp.putAllAway();
    await rm(folder, { recursive: true, force: true });
  });
  const data = path.join(folder, 'data');
  await prepareData(data);
  const found = await runCampaign(cleanUp.afterwards, data, { ...SHORT, seed: SEED }, () => {});
  expect(sentencesOf(found)).toEqual([]);
  const results = resultsOf('crash', SHORT.seconds, found);
  expect(isClean(results)).toBe(true);
  expect(Math.min(...Object.values(results.killed))).toBeGreaterThan(0);
  expect(results.acknowledged).toBeGreaterThan(50);
  expect(results.events).toBeGreaterThan(20);
}, 120_000);

test('the README shows the latest results (npm run trust -- --publish)', async () => {
  const [text, results] = [await readFile('README.md', 'utf8'), await readTrust('bench/results/trust.json')];
  if (results === undefined) throw new Error('there are no results: npm run trust');
  expect(text).toBe(withTrust(text, results));
  expect(results.scenarios.filter((one) => !isClean(one))).toEqual([]);
  const loads = LOAD_NAMES.flatMap((name) => (results[name] === undefined ? [] : [{ name, found: results[name] }]));
  expect(loads.filter(({ name, found }) => !isLoadClean(name, found))).toEqual([]);
});
