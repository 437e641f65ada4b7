import type { Queryable } from './database.ts';

/** A page is made of so many rows at most: what is rare is looked for step by step, and nobody's search holds up the others. */
const LOOKED_AT = 20_000;

type Steps = {
  readonly table: string;
  /** By which it is ordered. */
  readonly key: string;
  /** What comes before the key in the index, and is the same in all that is found: the index of the key alone would lead past all others. */
  readonly within?: string;
  /** What an index finds, and what is looked for among that. */
  readonly found: readonly string[];
  readonly wanted: readonly string[];
  readonly values: readonly unknown[];
  readonly limit: number;
};

/** Keys, the largest first. A page may hold less than its limit, or nothing, and still have a next one. */
export async function lookStepByStep(
  sql: Queryable,
  { table, key, within, found, wanted, values, limit }: Steps,
): Promise<{ readonly keys: readonly string[]; readonly next: string | null }> {
  const all = (conditions: readonly string[]) => ['true', ...conditions].join(' and ');
  const order = `order by ${within === undefined ? '' : `${within} desc, `}${key} desc`;
  // The last that is looked at comes along, wanted or not: it is where the next page begins, if this one is not full.
  const rows = await sql.queryByValues<{ key: string; is_wanted: boolean | null; is_last: boolean }>(
    `select ${key}::text as key, ${all(wanted)} as is_wanted, place = ${LOOKED_AT} as is_last
     from (select *, row_number() over (${order}) as place from ${table} where ${all(found)} ${order} limit ${LOOKED_AT}) ${table}
     where (${all(wanted)}) or place = ${LOOKED_AT} ${order} limit ${limit + 1}`,
    values,
  );
  const keys = rows.filter(({ is_wanted }) => is_wanted).map((row) => row.key);
  const next = keys.length > limit ? keys[limit - 1] : rows.find(({ is_last }) => is_last)?.key;
  return { keys: keys.slice(0, limit), next: next ?? null };
}
