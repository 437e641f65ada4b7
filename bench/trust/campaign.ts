import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { openDatabase, type Queryable } from '../../src/infrastructure/database/database.ts';
import { createChance } from '../../test/support/chance.ts';
import { silentLog } from '../../test/support/edges.ts';
import { type Push, startReceiver } from '../../test/support/webhook-receiver.ts';
import type { CleanUp } from '../support/clean-up.ts';
import { accounts } from './actors/accounts.ts';
import { type Actor, pick, type Story } from './actors/actor.ts';
import { carrier } from './actors/carrier.ts';
import { desk } from './actors/desk.ts';
import { limited } from './actors/limited.ts';
import { office } from './actors/office.ts';
import { shop } from './actors/shop.ts';
import { street } from './actors/street.ts';
import { waiting } from './actors/waiting.ts';
import { checkEffects, checkEvents, checkMemory, checkTimers, checkWholeness, findBookFaults } from './checks.ts';
import { createClient } from './client.ts';
import { type Cluster, startCluster, type Victim } from './cluster.ts';
import { createJournal, type Entry, type Journal } from './journal.ts';
import { mostWithin } from './judge-limit.ts';
import { type Population, populate } from './population.ts';

export type Terms = {
  readonly seed: number;
  /** The load ends then, or earlier with the last kill where there are so many only. */
  readonly seconds: number;
  readonly mostKills?: number;
  readonly apis: number;
  readonly workers: number;
  readonly victims: readonly Victim[];
  /** A kill comes after so many calls, more or less. */
  readonly callsAKill: number;
  readonly shops: number;
  /** How many acknowledged calls are repeated at the end. */
  readonly repeats: number;
  /** Leases of killed workers are ended by hand, not waited for. */
  readonly isShort: boolean;
  /** A partner keeps to no limit. Not where the database is killed, which forgets what was counted. */
  readonly tryLimits: boolean;
};

export type Findings = {
  readonly kills: Readonly<Record<Victim, number>>;
  readonly entries: readonly Entry[];
  readonly events: number;
  readonly timers: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly undelivered: readonly string[];
  readonly outOfOrder: readonly string[];
  readonly timersMissed: number;
  readonly bookFaults: readonly string[];
  /** Answers that nobody should get, whatever is killed. */
  readonly faults: readonly string[];
  /** Calls that were never acknowledged, so that nothing is known of them. */
  readonly notDriven: readonly string[];
  /** The most calls of one kind that a key with the limits of the contract got through within a minute; undefined where nobody tried. */
  readonly mostInAMinute: number | undefined;
};

const ACTORS: readonly Actor[] = [waiting, carrier(0), office, desk];
/** Those that take longer: a driver waits for offers, and passwords are slow to guess. */
const PATIENT: readonly Actor[] = [street(0), street(1), accounts('portal'), accounts('console')];
const LOOKS_AT_ONCE = 8;
const LOOK_EVERY_MS = 100;
const SETTLE_MS = 150_000;
const LOOKS_AGAIN_MS = 20_000;
const TOURS = 4;

export const actorsOf = ({
  shops,
  tryLimits,
  isShort,
}: Pick<Terms, 'shops' | 'tryLimits' | 'isShort'>): readonly Actor[] => [
  ...Array.from({ length: shops }, (_, number) => shop(number)),
  ...ACTORS,
  ...(isShort ? [street(0)] : PATIENT),
  ...(tryLimits ? [limited] : []),
];

/** Load on every write, kills in the middle of it, and then a look at what is left. */
export async function runCampaign(
  afterwards: CleanUp['afterwards'],
  data: string,
  terms: Terms,
  report: (line: string) => void,
): Promise<Findings> {
  const cluster = await startCluster(afterwards, data, { ...terms, environment: 'sandbox' });
  const receiver = await startReceiver();
  afterwards(() => receiver.stop());
  const population = await populate(cluster, receiver.url, terms.shops);
  const journal = createJournal(path.join(data, 'journal.ndjson'));
  const faults: string[] = [];
  report(`${terms.apis} API, ${terms.workers} worker processes; seed ${terms.seed}`);
  const { notDriven } = await load(cluster, journal, population, terms, faults, report);
  report(`${journal.entries.length} calls, ${sum(cluster.kills)} kills; waiting until all is told`);
  const sql = openDatabase(cluster.connection, LOOKS_AT_ONCE, silentLog);
  try {
    await settle(cluster, sql, terms.isShort);
    const memory = await checkMemory(journal.entries, terms.repeats);
    await settle(cluster, sql, false);
    const miscounts = await checkEffects(sql, journal.entries);
    const timers = await checkTimers(sql);
    const { events, undelivered, outOfOrder, broken } = await lookUntilTold(sql, receiver.taken);
    const sentences = (kind: 'lost' | 'doubled') =>
      miscounts.filter((miscount) => miscount.kind === kind).map(({ sentence }) => sentence);
    return {
      kills: cluster.kills,
      entries: journal.entries,
      events,
      timers: timers.applied,
      lost: [...sentences('lost'), ...memory, ...broken],
      doubled: [...sentences('doubled'), ...Array(timers.twice).fill('an order expired twice')],
      undelivered,
      outOfOrder,
      timersMissed: timers.missed,
      bookFaults: await findBookFaults(sql),
      faults: [...faults, ...cluster.bugs()],
      notDriven,
      mostInAMinute: terms.tryLimits ? mostOf(journal.entries) : undefined,
    };
  } finally {
    await sql.close();
  }
}

/** Timers go on, and an event that is just being told looks lost for a moment. One that is lost stays so. */
async function lookUntilTold(sql: Queryable, taken: () => readonly Push[]) {
  for (const giveUpAt = Date.now() + LOOKS_AGAIN_MS; ; await sleep(SECOND_MS)) {
    const { committed, ...told } = await checkEvents(sql, taken());
    const broken = await checkWholeness(sql);
    const isClean = [told.undelivered, told.outOfOrder, broken].every(({ length }) => length === 0);
    if (isClean || Date.now() > giveUpAt) return { events: committed, ...told, broken };
  }
}

async function load(
  cluster: Cluster,
  journal: Journal,
  population: Population,
  terms: Terms,
  faults: string[],
  report: (line: string) => void,
) {
  let endsAt = Number.POSITIVE_INFINITY;
  const isOver = () => Date.now() >= endsAt || sum(cluster.kills) >= (terms.mostKills ?? Number.POSITIVE_INFINITY);
  const actors = actorsOf(terms);
  const begun = await Promise.all(
    actors.map(async (actor, index) => {
      const chance = createChance(terms.seed * 1_000 + index);
      const note = (sentence: string) => faults.push(sentence);
      const client = createClient({ doors: cluster, journal, faults: { note }, actor: actor.name, chance, isOver });
      return { client, stories: await actor.begin(client, population) };
    }),
  );
  endsAt = Date.now() + terms.seconds * 1_000;
  const stopKilling = killAlong(cluster, journal, terms, isOver);
  const walks = begun.map(({ client, stories }) => walk(stories, client.chance, isOver));
  while (!isOver()) await sleep(LOOK_EVERY_MS);
  await stopKilling();
  await cluster.whole();
  report('no more kills; everybody finishes');
  await Promise.all(walks);
  if (terms.isShort) return { notDriven: [] };
  const open = () => undriven(journal, actors);
  // Whoever waits for something has the time for it now.
  endsAt = Number.POSITIVE_INFINITY;
  for (let tour = 0; tour < TOURS && open().length > 0; tour++)
    await Promise.all(
      actors.map(async (actor, index) => {
        if (!actor.drives.some((name) => open().includes(name))) return;
        for (const story of begun[index]?.stories ?? []) await story();
      }),
    );
  return { notDriven: open() };
}

/** Every story once, so that no kind of call is left out; then by chance. */
async function walk(stories: readonly Story[], chance: () => number, isOver: () => boolean): Promise<void> {
  for (const story of stories) if (!isOver()) await story();
  while (!isOver()) await pick(stories, chance)();
}

function undriven(journal: Journal, actors: readonly Actor[]): readonly string[] {
  const done = new Set(journal.entries.filter(({ outcome }) => outcome === 'acknowledged').map(({ name }) => name));
  return [...new Set(actors.flatMap(({ drives }) => drives))].filter((name) => !done.has(name));
}

/** The seed says who is killed and after how many calls; everybody comes once before anybody comes twice. */
function killAlong(cluster: Cluster, journal: Journal, terms: Terms, isOver: () => boolean): () => Promise<void> {
  const chance = createChance(terms.seed);
  const pause = () => Math.ceil(terms.callsAKill * (0.5 + chance()));
  let next = journal.entries.length + pause();
  let waiting: Victim[] = [];
  const draw = () => {
    if (waiting.length === 0) waiting = [...terms.victims];
    return waiting.splice(Math.floor(chance() * waiting.length), 1)[0] as Victim;
  };
  const running = new Set<Promise<void>>();
  journal.onIntent((count) => {
    if (count < next || isOver()) return;
    next = count + pause();
    const killing = cluster.kill(draw(), chance).finally(() => running.delete(killing));
    running.add(killing);
  });
  return async () => {
    while (running.size > 0) await Promise.all(running);
  };
}

/** Until nothing is left to tell, and no job is late. */
async function settle(cluster: Cluster, sql: Queryable, endsLeases: boolean): Promise<void> {
  if (endsLeases) {
    await cluster.restartWorkers(() =>
      sql.query(
        "update delivery_streams set leased_until = now() - interval '1 second' where leased_until is not null",
      ),
    );
  }
  const giveUpAt = Date.now() + SETTLE_MS;
  while (Date.now() < giveUpAt) {
    const [row] = await sql.query<{ left: string }>(
      `select (select count(*) from deliveries where state = 'pending') + (select count(*) from events_unsequenced)
         + (select count(*) from jobs where due_at < now() - interval '10 seconds') as left`,
    );
    if (Number(row?.left) === 0) return;
    await sleep(100);
  }
}

function mostOf(entries: readonly Entry[]): number {
  const accepted = entries.filter(({ actor, outcome }) => actor === limited.name && outcome === 'acknowledged');
  return mostWithin(accepted, MINUTE_MS);
}

function sum(kills: Findings['kills']): number {
  return Object.values(kills).reduce((total, count) => total + count, 0);
}
