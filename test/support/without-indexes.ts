import type { Queryable } from '../../src/infrastructure/database/database.ts';

type Aside = { readonly drop: string; readonly restore: string };

/**
 * Indexes and keys of these tables, without which they are filled many times faster. Keys that other tables refer to stay,
 * and so do those of partitions, which go and come back with their table's.
 */
const ASIDE = `
  select
    case when con.oid is null then format('drop index %s', index.indexrelid::regclass)
      else format('alter table %s drop constraint %I', index.indrelid::regclass, con.conname) end as drop,
    case when con.oid is null then replace(pg_get_indexdef(index.indexrelid), ' ON ONLY ', ' ON ')
      else format('alter table %s add constraint %I %s', index.indrelid::regclass, con.conname, pg_get_constraintdef(con.oid)) end as restore
  from pg_index index
    left join pg_constraint con on con.conindid = index.indexrelid and con.contype in ('p', 'u', 'x')
  where index.indrelid = any($1::regclass[]) and index.indislive
    and not exists (select from pg_constraint reference where reference.conindid = index.indexrelid and reference.contype = 'f')`;

/** Does the work on the bare tables, and then builds what was set aside, each index in one go. */
export async function withoutIndexes(
  sql: Queryable,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const aside = await sql.query<Aside>(ASIDE, [tables]);
  for (const { drop } of aside) await sql.query(drop);
  await work();
  for (const { restore } of aside) await sql.query(restore);
}
