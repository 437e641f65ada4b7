import type { PartnerId } from '../foundation/ids.ts';
import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Database, Queryable, Transaction } from '../infrastructure/database/database.ts';
import { leaveJob, leaveJobs, leaveTimer, leaveTimerAnew } from '../infrastructure/jobs/jobs-sql.ts';
import {
  eraseCalls,
  forgetAnswers,
  lookForAnswers,
  lookForCalls,
  type MarkedStretch,
  type WhichCalls,
} from '../partners/index.ts';
import { chunksOf, stretchFor } from './rules/stretch.ts';

export const ERASE_LATE_TRACES = 'privacy.eraseLateTraces';
export const ERASE_NAMED = 'privacy.eraseNamed';
/** Calls are written down a moment after they are answered, by whichever process answered. */
const ALL_WRITTEN_AFTER_MS = 1 * MINUTE_MS;
/** Between them other jobs have their turn. */
const STRETCHES_A_RUN = 5;
/** In one statement. */
const MOST_NAMED = 1_000;

/** By what calls are known, without a word about the person: those of these partners from there on, and then the answers. */
export type Traces = {
  readonly ids: readonly string[];
  readonly marks?: readonly string[];
  readonly partnerIds: readonly PartnerId[];
  readonly after?: string;
};

/** Calls of a partner that are known to name the person, or answers, by their keys. */
export type Named = { readonly partnerId?: PartnerId; readonly keys: readonly string[] };

/** What calls said and were answered, which would end by itself within days: found as long as it is known what to look for. */
export async function findNamed(
  sql: Queryable,
  { ids, marks = [], partnerIds }: Traces,
  { words, contacts }: { readonly words: readonly string[]; readonly contacts: readonly string[] },
  which: WhichCalls = 'SAYING_SOMETHING',
): Promise<readonly Named[]> {
  const ofCalls = { ids, texts: [...marks, ...words] };
  const ofAnswers = { ids, texts: [...marks, ...contacts] };
  const named: Named[] = [];
  for (const partnerId of partnerIds) {
    const most = stretchFor(ofCalls.texts.length);
    const keys = await lookThrough((after) => lookForCalls(sql, partnerId, ofCalls, { after, most, which }));
    named.push(...chunksOf(keys, MOST_NAMED).map((chunk) => ({ partnerId, keys: chunk })));
  }
  const most = stretchFor(ofAnswers.texts.length);
  const keys = await lookThrough((after) => lookForAnswers(sql, ofAnswers, { after, most }));
  return [...named, ...chunksOf(keys, MOST_NAMED).map((chunk) => ({ keys: chunk }))];
}

async function lookThrough(look: (after: string | undefined) => Promise<MarkedStretch>): Promise<readonly string[]> {
  const keys: string[] = [];
  let stretch = await look(undefined);
  for (; stretch.last !== undefined; stretch = await look(stretch.last)) keys.push(...stretch.named);
  return keys;
}

export async function eraseNamed(tx: Transaction, { partnerId, keys }: Named): Promise<void> {
  if (partnerId === undefined) await forgetAnswers(tx, keys);
  else await eraseCalls(tx, partnerId, keys);
}

/** With the first commit of an erasure, so that nothing is forgotten should it be the last. */
export async function leaveTraces(
  tx: Transaction,
  name: string,
  traces: Traces,
  named: readonly Named[],
  now: Instant,
): Promise<void> {
  const dueAt = now + ALL_WRITTEN_AFTER_MS;
  await leaveJobs(
    tx,
    named.map((payload) => ({ kind: ERASE_NAMED, dueAt, payload })),
  );
  if (hasMarks(traces)) await leaveTimer(tx, { kind: ERASE_LATE_TRACES, name, dueAt, payload: traces });
}

function hasMarks({ ids, marks = [] }: Traces): boolean {
  return ids.length > 0 || marks.length > 0;
}

/** What was found now, and once more what is still to be written down of this moment. */
export async function eraseTraces(
  database: Database,
  name: string,
  traces: Traces,
  named: readonly Named[],
  now: () => Instant,
): Promise<void> {
  for (const some of named) await database.inTransaction((tx) => eraseNamed(tx, some));
  if (!hasMarks(traces)) return;
  await database.inTransaction((tx) =>
    leaveTimerAnew(tx, { kind: ERASE_LATE_TRACES, name, dueAt: now() + ALL_WRITTEN_AFTER_MS, payload: traces }),
  );
}

export async function leaveLateTraces(tx: Transaction, traces: Traces, now: Instant): Promise<void> {
  await leaveTimer(tx, { kind: ERASE_LATE_TRACES, dueAt: now + ALL_WRITTEN_AFTER_MS, payload: traces });
}

/** Some stretches, and a job for the rest. */
export async function eraseLateTraces(tx: Transaction, traces: Traces, now: Instant): Promise<void> {
  let rest: Traces | undefined = traces;
  for (let stretch = 0; stretch < STRETCHES_A_RUN && rest !== undefined; stretch++) rest = await eraseStretch(tx, rest);
  if (rest !== undefined) await leaveJob(tx, { kind: ERASE_LATE_TRACES, dueAt: now, payload: rest });
}

/** What is left afterwards. */
async function eraseStretch(tx: Transaction, { after, ...traces }: Traces): Promise<Traces | undefined> {
  const { ids, marks: texts = [], partnerIds } = traces;
  const [partnerId, ...others] = partnerIds;
  const most = stretchFor(texts.length);
  const { named, last } =
    partnerId === undefined
      ? await lookForAnswers(tx, { ids, texts }, { after, most })
      : await lookForCalls(tx, partnerId, { ids, texts }, { after, most, which: 'SAYING_SOMETHING' });
  if (named.length > 0) await eraseNamed(tx, { ...(partnerId === undefined ? {} : { partnerId }), keys: named });
  if (last !== undefined) return { ...traces, after: last };
  return partnerId === undefined ? undefined : { ...traces, partnerIds: others };
}
