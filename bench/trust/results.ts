import { readFile, writeFile } from 'node:fs/promises';
import { hereAndNow } from '../support/results.ts';
import type { Findings } from './campaign.ts';
import { boundsOf, LOAD_NAMES, type Loads } from './load/loads.ts';

/** Calls a minute that a key with the limits of the contract has in the sandbox. */
const LIMIT = 30;

/** One scenario as it ran. */
export type ScenarioResults = {
  readonly scenario: string;
  readonly seconds: number;
  readonly killed: Findings['kills'];
  /** How many kinds of calls were acknowledged at least once. */
  readonly endpoints: number;
  readonly calls: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unanswered: number;
  readonly events: number;
  readonly timers: number;
  readonly lost: number;
  readonly doubled: number;
  readonly undelivered: number;
  readonly outOfOrder: number;
  readonly timersMissed: number;
  readonly booksBalanced: boolean;
  readonly unexpectedAnswers: number;
  readonly notDriven: number;
  /** Of a key that may have 30 calls a minute; left out where nobody tried. */
  readonly mostInAMinute?: number;
};

/** What `bench/results/trust.json` holds. The first nine names are relied on from outside. */
export type TrustResults = {
  readonly seed: number;
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly undelivered: number;
  readonly outOfOrder: number;
  readonly timersMissed: number;
  readonly booksBalanced: boolean;
  readonly scenarios: readonly ScenarioResults[];
  readonly commit: string;
  readonly machine: string;
} & Partial<{ readonly [Name in keyof Loads]: MeasuredLoad<Name> }>;

/** What a load has shown, where and when. */
type MeasuredLoad<Name extends keyof Loads> = Loads[Name] & { readonly commit: string; readonly machine: string };

export function resultsOf(scenario: string, seconds: number, found: Findings): ScenarioResults {
  const count = (outcome: string) => found.entries.filter((entry) => entry.outcome === outcome).length;
  const driven = new Set(found.entries.filter(({ outcome }) => outcome === 'acknowledged').map(({ name }) => name));
  return {
    scenario,
    seconds,
    killed: found.kills,
    endpoints: driven.size,
    calls: found.entries.length,
    acknowledged: count('acknowledged'),
    refused: count('refused'),
    unanswered: count('unknown'),
    events: found.events,
    timers: found.timers,
    lost: found.lost.length,
    doubled: found.doubled.length,
    undelivered: found.undelivered.length,
    outOfOrder: found.outOfOrder.length,
    timersMissed: found.timersMissed,
    booksBalanced: found.bookFaults.length === 0,
    unexpectedAnswers: found.faults.length,
    notDriven: found.notDriven.length,
    ...(found.mostInAMinute === undefined ? {} : { mostInAMinute: found.mostInAMinute }),
  };
}

export function addUp(seed: number, scenarios: readonly ScenarioResults[]): TrustResults {
  const sum = (of: (one: ScenarioResults) => number) => scenarios.reduce((total, one) => total + of(one), 0);
  return {
    seed,
    kills: sum(({ killed }) => killed.api + killed.worker + killed.database),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    undelivered: sum(({ undelivered }) => undelivered),
    outOfOrder: sum(({ outOfOrder }) => outOfOrder),
    timersMissed: sum(({ timersMissed }) => timersMissed),
    booksBalanced: scenarios.every(({ booksBalanced }) => booksBalanced),
    scenarios,
    ...hereAndNow(),
  };
}

/** What was not tried again stays as it was. */
export function mergeTrust(
  kept: TrustResults | undefined,
  campaign: TrustResults | undefined,
  loads: Partial<Loads>,
): TrustResults {
  const measured = Object.fromEntries(
    Object.entries(loads).map(([name, found]) => [name, { ...found, ...hereAndNow() }]),
  );
  return { ...(kept ?? addUp(0, [])), ...campaign, ...measured };
}

/** Whether nothing was lost, and nothing happened that nobody expects. */
export function isClean({ lost, doubled, undelivered, outOfOrder, ...found }: ScenarioResults): boolean {
  const { timersMissed, booksBalanced, unexpectedAnswers, notDriven, mostInAMinute = 0 } = found;
  const wrong = lost + doubled + undelivered + outOfOrder + timersMissed + unexpectedAnswers + notDriven;
  return wrong === 0 && booksBalanced && mostInAMinute <= LIMIT;
}

export type Line = { readonly tried: string; readonly count: number | string; readonly lost: number | string };

/** What was tried, how often, and what was lost. */
export function linesOf(one: ScenarioResults): readonly Line[] {
  const { killed, mostInAMinute } = one;
  return [
    { tried: '`kill -9` of an API process', count: killed.api, lost: '' },
    { tried: '`kill -9` of a worker', count: killed.worker, lost: '' },
    { tried: '`kill -9` of the database', count: killed.database, lost: '' },
    {
      tried: `writes that were acknowledged, of ${one.endpoints} kinds: each there, once`,
      count: one.acknowledged,
      lost: one.lost + one.doubled,
    },
    {
      tried: 'writes whose answer never came: each whole or absent',
      count: one.unanswered,
      lost: one.lost + one.doubled,
    },
    {
      tried: 'events: each at the receiver, none before one that precedes it',
      count: one.events,
      lost: one.undelivered + one.outOfOrder,
    },
    { tried: 'timers: each applied, once', count: one.timers, lost: one.timersMissed },
    { tried: 'the books, added up anew', count: 1, lost: one.booksBalanced ? 0 : 1 },
    {
      tried: 'calls: an error only where a process or the database was killed',
      count: one.calls,
      lost: one.unexpectedAnswers,
    },
    ...(mostInAMinute === undefined
      ? []
      : [
          {
            tried: `calls in the fullest minute of a key that may have ${LIMIT}`,
            count: mostInAMinute,
            lost: Math.max(0, mostInAMinute - LIMIT),
          },
        ]),
  ];
}

/** Of a load, where something that must hold does not, that is what was lost. */
export function linesOfLoad<Name extends keyof Loads>(name: Name, found: Loads[Name]): readonly Line[] {
  return boundsOf(name, found).map(({ what, figure, holds }) => ({ tried: what, count: figure, lost: holds ? 0 : 1 }));
}

export function isLoadClean<Name extends keyof Loads>(name: Name, found: Loads[Name]): boolean {
  return boundsOf(name, found).every(({ holds }) => holds);
}

const BETWEEN_MARKS = /(<!-- trust -->\n)[\s\S]*?(<!-- end of trust -->)/;

/** A page with the table between its marks. */
export function withTrust(page: string, results: TrustResults): string {
  const table = [
    '| What was tried | How often | Lost |',
    '|---|---|---|',
    ...results.scenarios.flatMap((one) => [`| **${titleOf(one)}** | | |`, ...linesOf(one).map(rowOf)]),
    ...LOAD_NAMES.flatMap((name) => {
      const found = results[name];
      return found === undefined
        ? []
        : [`| **${name}, ${found.seconds} seconds** | | |`, ...linesOfLoad(name, found).map(rowOf)];
    }),
    '',
    `Seed ${results.seed} on ${results.machine}; ${describeCommits(results)}.`,
  ].join('\n');
  return page.replace(BETWEEN_MARKS, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
}

function rowOf({ tried, count, lost }: Line): string {
  return `| ${tried} | ${count} | ${lost} |`;
}

function describeCommits(results: TrustResults): string {
  const short = (commit: string) => `\`${commit.slice(0, 10)}\``;
  const loads = LOAD_NAMES.flatMap((name) => {
    const commit = results[name]?.commit;
    return commit === undefined || commit === results.commit ? [] : [`, of ${name} ${short(commit)}`];
  });
  return `commit ${short(results.commit)}${loads.join('')}`;
}

export function titleOf({ scenario, seconds }: ScenarioResults): string {
  return `${scenario}, ${seconds} seconds`;
}

export async function readTrust(file: string): Promise<TrustResults | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

export async function saveTrust(file: string, results: TrustResults): Promise<void> {
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
}

/** What went wrong, one sentence each, so that whoever reads it knows where to look. */
export function sentencesOf(found: Findings): readonly string[] {
  const named = (what: string, sentences: readonly string[]) => sentences.map((sentence) => `${what}: ${sentence}`);
  return [
    ...named('lost', found.lost),
    ...named('doubled', found.doubled),
    ...named('undelivered', found.undelivered),
    ...named('out of order', found.outOfOrder),
    ...(found.timersMissed === 0 ? [] : [`timers missed: ${found.timersMissed}`]),
    ...named('books', found.bookFaults),
    ...named('unexpected', found.faults),
    ...named('never acknowledged', found.notDriven),
  ];
}
