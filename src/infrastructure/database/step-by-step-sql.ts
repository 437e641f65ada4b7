import type { Queryable } from './database.ts';

/** A page is made of so many rows at most: what is rare is looked for step by step, and nobody's search holds up the others. */
const LOOKED_AT = 20_000;

type Steps = {
  readonly table: string;
  /** By which it is ordered. */
  readonly key: string;
  /** What an index finds, and what is looked for among that. */
  readonly found: readonly string[];
  readonly wanted: readonly string[];
  readonly values: readonly unknown[];
  readonly limit: number;
};

/** Keys, the largest first. A page may hold less than its limit, or nothing, and still have a next one. */
export async function lookStepByStep(
  sql: Queryable,
  { table, key, found, wanted, values, limit }: Steps,
): Promise<{ readonly keys: readonly string[]; readonly next: string | null }> {
  const all = (conditions: readonly string[]) => ['true', ...conditions].join(' and ');
  const looked = `from ${table} where ${all(found)} order by ${key} desc`;
  // How far was looked matters only where the page is not full; nothing is read for it otherwise.
  const [row] = await sql.queryByValues<{ keys: string[]; last_looked_at: string | null }>(
    `with page as materialized (
       select ${key} from (select * ${looked} limit ${LOOKED_AT}) ${table}
       where ${all(wanted)} order by ${key} desc limit ${limit + 1}
     )
     select array(select ${key} from page order by ${key} desc)::text[] as keys,
       case when (select count(*) from page) <= ${limit}
         then (select ${key} ${looked} offset ${LOOKED_AT - 1} limit 1)::text end as last_looked_at`,
    values,
  );
  const keys = (row?.keys ?? []).slice(0, limit);
  return { keys, next: (row?.keys.length ?? 0) > limit ? (keys.at(-1) ?? null) : (row?.last_looked_at ?? null) };
}
