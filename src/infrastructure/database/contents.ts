import type { Queryable } from './database.ts';

/** Extensions may put tables and views of their own beside ours, which are neither kept nor in the way. */
const OF_NO_EXTENSION = `not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')`;

/** A table whose rows are worth keeping, parts included where it has some. */
export type KeptTable = { readonly name: string; readonly columns: readonly string[] };
/** One stretch of a table that is kept in stretches, with its bounds as PostgreSQL writes them. */
export type Part = { readonly table: string; readonly name: string; readonly bounds: string };
/** What the next row gets is the one after; null where none was taken yet. */
export type Sequence = { readonly name: string; readonly last: string | null };
export type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string };

/** Of tables that are not logged, nothing: what a crash may empty, a restore may too. */
export function keptTables(sql: Queryable): Promise<readonly KeptTable[]> {
  return sql.query<KeptTable>(
    `select relname as name, array(select attname::text from pg_attribute
       where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
       and ${OF_NO_EXTENSION}
     order by relname collate "C"`,
  );
}

export function allTables(sql: Queryable): Promise<readonly { readonly name: string }[]> {
  return sql.query<{ name: string }>(
    `select relname as name from pg_class class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and ${OF_NO_EXTENSION}
     order by relname collate "C"`,
  );
}

/** Without those that take what has no other place: they come with their tables. */
export function partsOfTables(sql: Queryable): Promise<readonly Part[]> {
  return sql.query<Part>(
    `select inhparent::regclass::text as table, relname as name, pg_get_expr(relpartbound, oid) as bounds
     from pg_class join pg_inherits on inhrelid = oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relispartition and pg_get_expr(relpartbound, oid) <> 'DEFAULT'
     order by relname collate "C"`,
  );
}

export function sequencesOfTables(sql: Queryable): Promise<readonly Sequence[]> {
  return sql.query<Sequence>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'
     order by sequencename collate "C"`,
  );
}

export function foreignKeys(sql: Queryable): Promise<readonly ForeignKey[]> {
  return sql.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by conrelid::regclass::text collate "C", conname collate "C"`,
  );
}

/** Whether there is anything at all where our tables would be. */
export async function isEmpty(sql: Queryable): Promise<boolean> {
  const [row] = await sql.query<{ empty: boolean }>(
    `select not exists (select from pg_class class where relnamespace = 'public'::regnamespace
         and relkind in ('r', 'p', 'S', 'v', 'm', 'f') and ${OF_NO_EXTENSION})
       and not exists (select from pg_proc where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')) as empty`,
  );
  return row?.empty === true;
}
