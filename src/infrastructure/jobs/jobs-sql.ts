import { type Instant, SECOND_MS } from '../../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../database/database.ts';
import { type Trace, traceparentOf } from '../trace.ts';

export const JOBS_CHANNEL = 'jobs';

export type NewJob = {
  readonly kind: string;
  /** With a name there is at most one such job; leaving it again changes nothing. */
  readonly name?: string;
  readonly dueAt: Instant;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly trace?: Trace;
};

export type ClaimedJob = {
  readonly id: string;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly traceparent: string | undefined;
  readonly attempts: number;
};

/** Leaves work for the worker in the caller's own transaction: it exists exactly when the change does. */
export async function leaveJob(tx: Transaction, job: NewJob): Promise<void> {
  await leaveJobs(tx, [job]);
}

export async function leaveJobs(tx: Transaction, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await insertJobs(tx, jobs);
  await tx.query(`notify ${JOBS_CHANNEL}`);
}

/** The same for later: nobody is woken, since workers look by themselves once a second. */
export async function leaveTimer(tx: Transaction, job: NewJob): Promise<void> {
  await insertJobs(tx, [job]);
}

/** The same; one of that name that is there already becomes this one. */
export async function leaveTimerAnew(tx: Transaction, job: NewJob & { readonly name: string }): Promise<void> {
  await insertJobs(tx, [job], 'do update set due_at = excluded.due_at, payload = excluded.payload');
}

async function insertJobs(tx: Transaction, jobs: readonly NewJob[], onConflict = 'do nothing'): Promise<void> {
  await tx.query(
    `insert into jobs (kind, name, due_at, payload, traceparent)
     select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::jsonb[], $5::text[])
     on conflict (kind, name) where name is not null ${onConflict}`,
    [
      jobs.map(({ kind }) => kind),
      jobs.map(({ name }) => name ?? null),
      jobs.map(({ dueAt }) => timestamp(dueAt)),
      jobs.map(({ payload }) => JSON.stringify(payload ?? {})),
      jobs.map(({ trace }) => (trace === undefined ? null : traceparentOf(trace))),
    ],
  );
}

/** Which kinds are taken; all where nothing is said. */
export type Lane = { readonly only?: readonly string[]; readonly without?: readonly string[] };

export async function claimDueJob(
  tx: Transaction,
  now: Instant,
  { only, without = [] }: Lane = {},
): Promise<ClaimedJob | undefined> {
  const [row] = await tx.query<Omit<ClaimedJob, 'traceparent'> & { traceparent: string | null }>(
    `select id, kind, payload, traceparent, attempts from jobs
     where due_at <= $1 and kind <> all($2) and ($3::text[] is null or kind = any($3))
     order by due_at, id limit 1 for update skip locked`,
    [timestamp(now), without, only ?? null],
  );
  return row === undefined ? undefined : { ...row, traceparent: row.traceparent ?? undefined };
}

/** Those of a kind that are due and that nobody else works on, oldest first; they stay the caller's until its transaction ends. */
export async function holdDueJobs(
  tx: Transaction,
  kind: string,
  now: Instant,
  most: number,
): Promise<readonly Pick<ClaimedJob, 'id' | 'payload'>[]> {
  return tx.query(
    `select id, payload from jobs where kind = $1 and due_at <= $2
     order by due_at, id limit $3 for update skip locked`,
    [kind, timestamp(now), most],
  );
}

/** From here on a failure can be undone without letting go of the job, and one that thinks for long is not taken for gone. */
export async function beginTry(tx: Transaction, mayThinkForMs: number | undefined): Promise<void> {
  if (mayThinkForMs !== undefined) await tx.query(`set local idle_in_transaction_session_timeout = ${mayThinkForMs}`);
  await tx.query('savepoint try');
}

export async function undoTry(tx: Transaction): Promise<void> {
  await tx.query('rollback to savepoint try');
}

export async function finishJobs(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query('delete from jobs where id = any($1)', [ids]);
}

export async function repeatJob(tx: Transaction, id: string, dueAt: Instant): Promise<void> {
  await tx.query('update jobs set due_at = $2, attempts = 0, last_error = null where id = $1', [id, timestamp(dueAt)]);
}

export async function postponeJob(tx: Transaction, id: string, dueAt: Instant, lastError: string): Promise<void> {
  await tx.query('update jobs set due_at = $2, attempts = attempts + 1, last_error = $3 where id = $1', [
    id,
    timestamp(dueAt),
    lastError,
  ]);
}

/** Of any of these kinds. */
export async function isJobLeft(sql: Queryable, kinds: readonly string[]): Promise<boolean> {
  const [row] = await sql.query<{ is_left: boolean }>(
    'select exists (select from jobs where kind = any($1)) as is_left',
    [kinds],
  );
  return row?.is_left === true;
}

/** Whether one with a name is left, as a condition within a statement. */
export const isNamedJobLeft = (kind: string) => `exists (select from jobs where kind = '${kind}' and name is not null)`;

/** What those with a name are about, also the one that is being done. */
export async function namedJobs(sql: Queryable, kind: string): Promise<readonly ClaimedJob['payload'][]> {
  const rows = await sql.query<Pick<ClaimedJob, 'payload'>>(
    'select payload from jobs where kind = $1 and name is not null order by id',
    [kind],
  );
  return rows.map(({ payload }) => payload);
}

/** How long the job that is due the longest has waited; 0 where none is due. */
export async function longestWaitSeconds(sql: Queryable, now: Instant): Promise<number> {
  const [row] = await sql.query<{ due_at: Date }>(
    'select due_at from jobs where due_at <= $1 order by due_at, id limit 1',
    [timestamp(now)],
  );
  return row === undefined ? 0 : (now - row.due_at.getTime()) / SECOND_MS;
}
