import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { World } from './world.ts';

/** A thing that must not be found, under the name by which a test speaks of it. */
export type Planted = Readonly<Record<string, string>>;

/** As it may lie in a column of text or bytes, or in a JSON document. */
function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
  ];
}

/** Which of the planted things stand in a text. */
export function tracesIn(text: string, planted: Planted): readonly string[] {
  return Object.entries(planted)
    .filter(([, value]) => formsOf(value).some((form) => text.includes(form)))
    .map(([name]) => name);
}

/** Every row of every table as text, table by table: what a dump of the database holds. */
export async function dumpOf({ foundations: { database } }: Pick<World, 'foundations'>) {
  const tables = await database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  const dump = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await database.query<{ line: string }>(`select line::text from ${name} line`);
    dump.set(name, rows.map(({ line }) => line.replaceAll('""', '"')).join('\n'));
  }
  return dump;
}

/** `table: what`, for each planted thing in each table. */
export async function tracesInDatabase(world: Pick<World, 'foundations'>, planted: Planted): Promise<string[]> {
  return [...(await dumpOf(world))].flatMap(([table, text]) =>
    tracesIn(text, planted).map((name) => `${table}: ${name}`),
  );
}

/** The files that are kept, by key. */
export async function filesOf({ foundations: { settings } }: Pick<World, 'foundations'>): Promise<readonly string[]> {
  const folder = path.join(settings.dataFolder, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}
