import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { Sealed } from '../infrastructure/secret-box.ts';
import type { Standing } from './rules/people-change.ts';
import type { Desk } from './rules/permissions.ts';
import type { Person, PersonId, PersonStatus } from './rules/person.ts';

/** A person with what only this room may know. */
export type Account = Person & {
  readonly status: PersonStatus;
  readonly passwordHash: string | undefined;
  readonly secondFactor: SecondFactor | undefined;
  readonly createdAt: Instant;
};
type SecondFactor = {
  readonly sealedSecret: Sealed;
  /** False while it is being set up. */
  readonly isOn: boolean;
  readonly lastStep: number | undefined;
};

export const PERSON_COLUMNS =
  'person.id, person.desk, person.email, person.name, person.role, person.partner_id, person.status';
const ACCOUNT_COLUMNS = `${PERSON_COLUMNS}, person.password_hash, person.sealed_second_factor,
  person.second_factor_since, person.last_code_step, person.created_at`;
export type PersonRow = {
  id: PersonId;
  desk: Desk;
  email: string;
  name: string;
  role: string;
  partner_id: PartnerId | null;
  status: PersonStatus;
};
type AccountRow = PersonRow & {
  password_hash: string | null;
  sealed_second_factor: Buffer | null;
  second_factor_since: Date | null;
  last_code_step: string | null;
  created_at: Date;
};

export function personFrom(row: PersonRow): Person & { readonly status: PersonStatus } {
  const { id, desk, email, name, role, status } = row;
  return { id, desk, email, name, role, partnerId: row.partner_id ?? undefined, status };
}

function accountFrom(row: AccountRow): Account {
  return {
    ...personFrom(row),
    passwordHash: row.password_hash ?? undefined,
    secondFactor:
      row.sealed_second_factor === null
        ? undefined
        : {
            sealedSecret: row.sealed_second_factor,
            isOn: row.second_factor_since !== null,
            lastStep: row.last_code_step === null ? undefined : Number(row.last_code_step),
          },
    createdAt: row.created_at.getTime(),
  };
}

export async function insertPerson(tx: Transaction, person: Person, now: Instant): Promise<void> {
  const { id, desk, email, name, role, partnerId } = person;
  await tx.query(
    'insert into people (id, desk, email, name, role, partner_id, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [id, desk, email, name, role, partnerId ?? null, timestamp(now)],
  );
}

export async function findAccountByEmail(sql: Queryable, desk: Desk, email: string): Promise<Account | undefined> {
  const [row] = await sql.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from people person where desk = $1 and email = $2`,
    [desk, email],
  );
  return row === undefined ? undefined : accountFrom(row);
}

export async function findAccount(sql: Queryable, id: PersonId): Promise<Account | undefined> {
  const [row] = await sql.query<AccountRow>(`select ${ACCOUNT_COLUMNS} from people person where id = $1`, [id]);
  return row === undefined ? undefined : accountFrom(row);
}

export async function lockAccount(tx: Transaction, id: PersonId): Promise<Account | undefined> {
  const [row] = await tx.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from people person where id = $1 for no key update`,
    [id],
  );
  return row === undefined ? undefined : accountFrom(row);
}

/** Whose colleagues: of one partner, or all operators. */
export type Team = { readonly desk: Desk; readonly partnerId: PartnerId | undefined };

/** The active admins of a team and the one who is meant, locked in one order, so that two admins at once come one after the other. */
export async function lockAdminsAnd(tx: Transaction, team: Team, id: string): Promise<readonly Account[]> {
  const rows = await tx.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from people person
     where desk = $1 and partner_id is not distinct from $2::bigint
       and ((role = 'admin' and status = 'active') or id = $3)
     order by id for no key update`,
    [team.desk, team.partnerId ?? null, id],
  );
  return rows.map(accountFrom);
}

export type Colleague = Account & { readonly lastSeenAt: Instant | undefined };

/** In the order in which they came. */
export async function listColleagues(sql: Queryable, team: Team): Promise<readonly Colleague[]> {
  const rows = await sql.query<AccountRow & { last_seen_at: Date | null }>(
    `select ${ACCOUNT_COLUMNS},
       (select max(last_seen_at) from desk_sessions session where session.person_id = person.id) as last_seen_at
     from people person
     where desk = $1 and partner_id is not distinct from $2::bigint order by id`,
    [team.desk, team.partnerId ?? null],
  );
  return rows.map((row) => ({ ...accountFrom(row), lastSeenAt: row.last_seen_at?.getTime() }));
}

/** False where the person was erased and does not come back. */
export async function saveStanding(tx: Transaction, id: PersonId, { role, status }: Standing): Promise<boolean> {
  const saved = await tx.query(
    `update people set role = $2, status = $3 where id = $1 and (erased_at is null or $3 = 'disabled') returning 1`,
    [id, role, status],
  );
  return saved.length > 0;
}

export async function savePassword(tx: Transaction, id: PersonId, hash: string): Promise<void> {
  await tx.query('update people set password_hash = $2 where id = $1', [id, hash]);
}

/** False where the code of this step, or of a later one, was used meanwhile. */
export async function useCodeStep(tx: Transaction, id: PersonId, step: number): Promise<boolean> {
  const rows = await tx.query(
    `update people set last_code_step = $2
     where id = $1 and (last_code_step is null or last_code_step < $2) returning 1`,
    [id, step],
  );
  return rows.length > 0;
}

/** In the place of one that was never confirmed. */
export async function beginSecondFactor(tx: Transaction, id: PersonId, sealed: Sealed): Promise<void> {
  await tx.query('update people set sealed_second_factor = $2, last_code_step = null where id = $1', [id, sealed]);
}

export async function confirmSecondFactor(tx: Transaction, id: PersonId, now: Instant): Promise<void> {
  await tx.query('update people set second_factor_since = $2 where id = $1', [id, timestamp(now)]);
}

export async function clearSecondFactor(tx: Transaction, id: PersonId): Promise<void> {
  await tx.query(
    'update people set sealed_second_factor = null, second_factor_since = null, last_code_step = null where id = $1',
    [id],
  );
}

export type SealedFactor = { readonly id: PersonId; readonly sealed: Sealed };

/** Those sealed with any other master key than the current one. */
export async function factorsSealedOtherwise(
  sql: Queryable,
  currentKeyId: Buffer,
  most: number,
): Promise<readonly SealedFactor[]> {
  return sql.query<SealedFactor>(
    `select id, sealed_second_factor as sealed from people
     where substring(sealed_second_factor for 8) <> $1 limit $2`,
    [currentKeyId, most],
  );
}

/** Only where it is still the one that was read. */
export async function replaceSealedFactor(tx: Transaction, old: SealedFactor, sealed: Sealed): Promise<void> {
  await tx.query('update people set sealed_second_factor = $2 where id = $1 and sealed_second_factor = $3', [
    old.id,
    sealed,
    old.sealed,
  ]);
}
