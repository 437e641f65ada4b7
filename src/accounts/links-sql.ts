import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import { PERSON_COLUMNS, type PersonRow, personFrom } from './people-sql.ts';
import type { LinkPurpose, OneTimeLink } from './rules/one-time-link.ts';
import type { Person, PersonId } from './rules/person.ts';

export type StoredLink = OneTimeLink & {
  readonly id: string;
  readonly purpose: LinkPurpose;
  readonly person: Person;
  readonly partnerName: string | undefined;
};

type NewLink = {
  readonly personId: PersonId;
  readonly tokenHash: Buffer;
  readonly purpose: LinkPurpose;
  readonly expiresAt: Instant;
};

export async function insertLink(tx: Transaction, link: NewLink, now: Instant): Promise<void> {
  await tx.query(
    `insert into one_time_links (person_id, token_hash, purpose, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
    [link.personId, link.tokenHash, link.purpose, timestamp(now), timestamp(link.expiresAt)],
  );
}

export async function endLinks(tx: Transaction, personId: PersonId, now: Instant): Promise<void> {
  await tx.query('update one_time_links set ended_at = $2 where person_id = $1 and ended_at is null', [
    personId,
    timestamp(now),
  ]);
}

/** False where somebody else has used it a moment ago. */
export async function useLink(tx: Transaction, id: string, now: Instant): Promise<boolean> {
  const rows = await tx.query(
    'update one_time_links set ended_at = $2 where id = $1 and ended_at is null returning 1',
    [id, timestamp(now)],
  );
  return rows.length > 0;
}

export async function findLink(sql: Queryable, tokenHash: Buffer): Promise<StoredLink | undefined> {
  const [row] = await sql.query<
    PersonRow & {
      link_id: string;
      purpose: LinkPurpose;
      expires_at: Date;
      ended_at: Date | null;
      partner_name: string | null;
    }
  >(
    `select link.id as link_id, link.purpose, link.expires_at, link.ended_at, partner.name as partner_name, ${PERSON_COLUMNS}
     from one_time_links link join people person on person.id = link.person_id
     left join partners partner on partner.id = person.partner_id
     where link.token_hash = $1`,
    [tokenHash],
  );
  if (row === undefined) return undefined;
  const person = personFrom(row);
  return {
    id: row.link_id,
    purpose: row.purpose,
    person,
    partnerName: row.partner_name ?? undefined,
    desk: person.desk,
    status: person.status,
    expiresAt: row.expires_at.getTime(),
    endedAt: row.ended_at?.getTime(),
  };
}

export async function linkTimesSince(sql: Queryable, personId: PersonId, since: Instant): Promise<readonly Instant[]> {
  const rows = await sql.query<{ created_at: Date }>(
    'select created_at from one_time_links where person_id = $1 and created_at > $2',
    [personId, timestamp(since)],
  );
  return rows.map(({ created_at }) => created_at.getTime());
}

export async function deleteLinksBefore(tx: Transaction, before: Instant, most: number): Promise<number> {
  const rows = await tx.query(
    `delete from one_time_links where id = any(array(
       select id from one_time_links where expires_at < $1 order by expires_at limit $2
     )) returning 1`,
    [timestamp(before), most],
  );
  return rows.length;
}
