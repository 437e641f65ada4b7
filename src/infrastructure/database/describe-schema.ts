import type { Queryable } from './database.ts';
import type { Migration } from './migrations.ts';

type Named = { readonly name: string; readonly definition: string };
type TableRow = {
  name: string;
  purpose: string | null;
  partition_key: string | null;
  is_unlogged: boolean;
  columns: readonly { name: string; type: string; nullable: boolean; default: string | null }[];
  constraints: readonly Named[];
  indexes: readonly Named[];
  triggers: readonly Named[];
};

/** Every table as it is, in Markdown; the tables of single weeks are left out. */
export async function describeSchema(sql: Queryable, migrations: readonly Migration[]): Promise<string> {
  const tables = await sql.query<TableRow>(TABLES, []);
  return `${[
    '# The schema',
    'Written by `npm run generate` from a migrated database, and compared by a test. What a column means is said where it is made, in `migrations/`; which room owns a table, in `map.md`.',
    '## How it came about',
    ['| Migration | Why | Tables it made |', '|---|---|---|', ...migrations.map(migrationRow)].join('\n'),
    '## Tables',
    ...tables.map(tableSection),
  ].join('\n\n')}\n`;
}

function migrationRow({ name, sql }: Migration): string {
  const made = [...sql.matchAll(/^create (?:unlogged )?table (\w+) \(/gm)].map(([, table]) => `\`${table}\``);
  return `| \`${name}\` | ${sql.slice(3, sql.indexOf('\n'))} | ${made.join(', ')} |`;
}

function tableSection(table: TableRow): string {
  const { name, purpose, partition_key, is_unlogged, columns, constraints, indexes, triggers } = table;
  if (purpose === null) throw new Error(`the table ${name} does not say what it is for`);
  const notes = [
    ...(is_unlogged ? ['not logged'] : []),
    ...(partition_key === null ? [] : [`divided by ${partition_key}`]),
  ];
  return [
    `### ${name}`,
    `${[purpose, ...notes].join('; ')}.`,
    ['| Column | Type | Default |', '|---|---|---|', ...columns.map(columnRow)].join('\n'),
    [...constraints, ...indexes, ...triggers].map((part) => `- ${part.name}: ${inCode(part.definition)}`).join('\n'),
  ].join('\n\n');
}

const inCode = (text: string) => `\`${text}\``;

function columnRow({ name, type, nullable, default: value }: TableRow['columns'][number]): string {
  return `| ${name} | ${type}${nullable ? ', or null' : ''} | ${value === null ? '' : inCode(value)} |`;
}

const TABLES = `
  select class.relname as name, obj_description(class.oid, 'pg_class') as purpose,
    pg_get_partkeydef(class.oid) as partition_key, class.relpersistence = 'u' as is_unlogged,
    (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'nullable', not attnotnull,
       'default', case attidentity when '' then pg_get_expr(adbin, adrelid) else 'identity' end) order by attnum)
     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = class.oid and attnum > 0 and not attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('name', conname, 'definition', pg_get_constraintdef(oid, true))
       order by array_position('{p,u,f,c}', contype), conname), '[]')
     from pg_constraint where conrelid = class.oid and contype in ('p', 'u', 'f', 'c')) as constraints,
    (select coalesce(json_agg(json_build_object('name', name, 'definition', regexp_replace(definition, '^.*? USING ',
       case when indisunique then 'unique ' else '' end)) order by name), '[]')
     from (select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid, 0, true) as definition, indisunique from pg_index
       where indrelid = class.oid and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
     ) named) as indexes,
    (select coalesce(json_agg(json_build_object('name', tgname, 'definition', regexp_replace(pg_get_triggerdef(oid, true),
       '^CREATE TRIGGER \\w+ ', '')) order by tgname), '[]')
     from pg_trigger where tgrelid = class.oid and not tgisinternal) as triggers
  from pg_class class
  where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
  order by class.relname collate "C"`;
