import { assert } from '../../foundation/assert.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '../../foundation/time.ts';
import type { Queryable, Transaction } from './database.ts';
import { isBeingSaved } from './saving.ts';

/** So many stretches are there ahead of their time. */
const AHEAD = 2;
/** Whoever uses the table is held up while a stretch is made or dropped, but never for long: the job comes again. */
const LONGEST_WAIT = '2s';
const MOST_AT_ONCE = 10_000;
/** How long to wait before looking again whether a backup is done. */
const UNTIL_SAVED_MS = 5 * MINUTE_MS;

/** A table that is kept in weeks or days, each a table of its own that ends at the midnight (UTC) in its name. */
export type AgingTable = {
  readonly name: string;
  readonly stretchDays: 1 | 7;
  /** What the rows are divided by, and its first value at a time. */
  readonly column: string;
  readonly valueAt: (instant: Instant) => string;
  /** A stretch is dropped when all of it is older. */
  readonly keptMs: number;
};

type Stretch = { readonly from: Instant; readonly until: Instant };

/**
 * Which stretches to make and, by their ends, which to drop. None is made for a time that has begun without one: its rows are many by
 * then, and whoever uses the table would wait until all of them were moved. They stay where they are until they are too old.
 */
export function planStretches(
  ends: readonly Instant[],
  now: Instant,
  { stretchDays, keptMs }: Pick<AgingTable, 'stretchDays' | 'keptMs'>,
): { readonly make: readonly Stretch[]; readonly drop: readonly Instant[] } {
  assert(ends.length > 0, 'the migration has made the first stretch');
  const stretchMs = stretchDays * DAY_MS;
  const last = Math.max(...ends);
  const missed = Math.max(0, Math.ceil((now - last) / stretchMs));
  const make: Stretch[] = [];
  for (let from = last + missed * stretchMs; from < now + AHEAD * stretchMs; from += stretchMs)
    make.push({ from, until: from + stretchMs });
  return { make, drop: ends.filter((end) => end <= now - keptMs) };
}

/**
 * Makes stretches ahead, drops those that are too old, and does the same with rows that came while there was none for them. Says when it
 * wants to be called again.
 */
export async function keepStretches(tx: Transaction, table: AgingTable, now: Instant): Promise<Instant> {
  const { make, drop } = planStretches(await endsOf(tx, table.name), now, table);
  if (make.length + drop.length > 0 && (await isBeingSaved(tx))) return now + UNTIL_SAVED_MS;
  await tx.query(`set local lock_timeout = '${LONGEST_WAIT}'`);
  // Dropping locks the whole table first, as whoever uses it does; the other way round the two would wait for one another.
  for (const end of drop) await tx.query(`drop table ${stretchName(table, end)}`);
  for (const stretch of make) await makeStretch(tx, table, stretch);
  const forgotten = await tx.query(
    `delete from ${table.name}_other where ctid = any (array(
       select ctid from ${table.name}_other where ${table.column} < '${table.valueAt(now - table.keptMs)}' limit ${MOST_AT_ONCE}))
     returning 1`,
  );
  return forgotten.length < MOST_AT_ONCE ? now + DAY_MS : now;
}

async function endsOf(sql: Queryable, name: string): Promise<readonly Instant[]> {
  const rows = await sql.query<{ day: string }>(
    `select substring(relname from '_until_([0-9]{8})$') as day from pg_class join pg_inherits on inhrelid = oid
     where inhparent = $1::regclass and relname like '%\\_until\\_%'`,
    [name],
  );
  return rows.map(({ day }) => Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6))));
}

function stretchName({ name }: AgingTable, until: Instant): string {
  return `${name}_until_${new Date(until).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

async function makeStretch(tx: Transaction, table: AgingTable, { from, until }: Stretch): Promise<void> {
  const { name, column, valueAt } = table;
  const stretch = stretchName(table, until);
  const [first, end] = [valueAt(from), valueAt(until)];
  // Nobody adds a row to it between the move and the moment in which such rows have their own place.
  await tx.query(`lock table ${name}_other in access exclusive mode`);
  await tx.query(`create table ${stretch} (like ${name} including all)`);
  await tx.query(
    `with moved as (delete from ${name}_other where ${column} >= '${first}' and ${column} < '${end}' returning *)
     insert into ${stretch} select * from moved`,
  );
  await tx.query(`alter table ${name} attach partition ${stretch} for values from ('${first}') to ('${end}')`);
}
