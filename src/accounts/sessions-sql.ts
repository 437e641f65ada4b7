import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import { PERSON_COLUMNS, type PersonRow, personFrom } from './people-sql.ts';
import type { Person, PersonId, PersonStatus } from './rules/person.ts';

export type NewSession = {
  readonly personId: PersonId;
  readonly tokenHash: Buffer;
  readonly device: string;
  readonly address: string;
};
type Life = { readonly createdAt: Instant; readonly lastSeenAt: Instant; readonly endedAt: Instant | undefined };
export type DeskSession = Life & { readonly id: string; readonly device: string; readonly address: string };

type SessionRow = {
  session_id: string;
  device: string;
  address: string;
  session_created_at: Date;
  last_seen_at: Date;
  ended_at: Date | null;
};
const SESSION_COLUMNS = `session.id as session_id, session.device, session.address,
  session.created_at as session_created_at, session.last_seen_at, session.ended_at`;

function sessionFrom(row: SessionRow): DeskSession {
  return {
    id: row.session_id,
    device: row.device,
    address: row.address,
    createdAt: row.session_created_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
    endedAt: row.ended_at?.getTime(),
  };
}

export async function insertSession(tx: Transaction, session: NewSession, now: Instant): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into desk_sessions (person_id, token_hash, device, address, created_at, last_seen_at)
     values ($1, $2, $3, $4, $5, $5) returning id`,
    [session.personId, session.tokenHash, session.device, session.address, timestamp(now)],
  );
  return (row as { id: string }).id;
}

/** Also of one that has ended; how long it lives is a rule. */
export async function findSession(
  sql: Queryable,
  tokenHash: Buffer,
): Promise<{ session: DeskSession; person: Person & { readonly status: PersonStatus } } | undefined> {
  const [row] = await sql.query<SessionRow & PersonRow>(
    `select ${SESSION_COLUMNS}, ${PERSON_COLUMNS}
     from desk_sessions session join people person on person.id = session.person_id
     where session.token_hash = $1`,
    [tokenHash],
  );
  return row === undefined ? undefined : { session: sessionFrom(row), person: personFrom(row) };
}

export async function noteSeen(sql: Queryable, sessionId: string, now: Instant): Promise<void> {
  await sql.query('update desk_sessions set last_seen_at = greatest(last_seen_at, $2) where id = $1', [
    sessionId,
    timestamp(now),
  ]);
}

/** Those that nobody has ended, the latest first. */
export async function openSessionsOf(sql: Queryable, personId: PersonId): Promise<readonly DeskSession[]> {
  const rows = await sql.query<SessionRow>(
    `select ${SESSION_COLUMNS} from desk_sessions session
     where person_id = $1 and ended_at is null order by id desc limit 200`,
    [personId],
  );
  return rows.map(sessionFrom);
}

/** False where the person has no such session, or had. */
export async function endSession(sql: Queryable, personId: PersonId, sessionId: string, now: Instant) {
  const rows = await sql.query(
    'update desk_sessions set ended_at = $3 where person_id = $1 and id = $2 and ended_at is null returning 1',
    [personId, sessionId, timestamp(now)],
  );
  return rows.length > 0;
}

/** All of a person's but one, where one is named. */
export async function endSessions(tx: Transaction, personId: PersonId, now: Instant, but?: string): Promise<void> {
  await tx.query(
    `update desk_sessions set ended_at = $2
     where person_id = $1 and ended_at is null and ($3::bigint is null or id <> $3)`,
    [personId, timestamp(now), but ?? null],
  );
}

export async function deleteSessionsBefore(tx: Transaction, before: Instant, most: number): Promise<number> {
  const rows = await tx.query(
    `delete from desk_sessions where id = any(array(
       select id from desk_sessions where created_at < $1 order by created_at limit $2
     )) returning 1`,
    [timestamp(before), most],
  );
  return rows.length;
}
