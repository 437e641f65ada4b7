import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { Desk } from './rules/permissions.ts';
import type { PersonId } from './rules/person.ts';

type Row = Readonly<Record<string, unknown>>;
export type KeptPerson = { readonly id: PersonId; readonly desk: Desk; readonly name: string };

/** At both desks. */
export function findPeopleByEmail(sql: Queryable, email: string): Promise<readonly KeptPerson[]> {
  return sql.query<KeptPerson>('select id, desk, name from people where email = $1 order by id', [email]);
}

const KEPT: Readonly<Record<string, string>> = {
  people: `select to_jsonb(line) - '{password_hash,sealed_second_factor,last_code_step}'::text[] as row from people line
     where id = any($1) order by id`,
  desk_sessions:
    "select to_jsonb(line) - 'token_hash' as row from desk_sessions line where person_id = any($1) order by id",
  one_time_links:
    "select to_jsonb(line) - 'token_hash' as row from one_time_links line where person_id = any($1) order by id",
  audit_entries: `select to_jsonb(line) as row from audit_entries line
     where person_id = any($1) or (subject_kind = 'person' and subject_id = any($1::text[])) order by id`,
};

/** Rows about people of the desks, by table, as they lie there but for what is sealed or hashed. */
export async function findKeptOfPeople(
  sql: Queryable,
  ids: readonly PersonId[],
): Promise<Readonly<Record<string, readonly Row[]>>> {
  const kept: Record<string, readonly Row[]> = {};
  for (const [table, statement] of Object.entries(KEPT))
    kept[table] = (await sql.query<{ row: Row }>(statement, [ids])).map(({ row }) => row);
  return kept;
}

/** What was done stays, by a number behind which nobody is any more. */
export async function emptyPerson(tx: Transaction, id: PersonId, now: Instant): Promise<void> {
  await tx.query('delete from desk_sessions where person_id = $1', [id]);
  await tx.query('delete from one_time_links where person_id = $1', [id]);
  await tx.query(
    `update audit_entries set details = details - 'email' where subject_kind = 'person' and subject_id = $1 and details ? 'email'`,
    [id],
  );
  await tx.query(
    `update people set name = 'Erased', email = 'erased-' || id || '@invalid', password_hash = null, sealed_second_factor = null,
       second_factor_since = null, last_code_step = null, status = 'disabled', erased_at = $2 where id = $1`,
    [id, timestamp(now)],
  );
}
