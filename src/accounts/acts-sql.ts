import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp, timestampOrNull } from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';
import type { Desk } from './rules/permissions.ts';
import type { Person, PersonId } from './rules/person.ts';

type Subject = { readonly kind: string; readonly id: string };
type Act = {
  readonly at: Instant;
  /** Undefined: whoever sits at the command line. */
  readonly by: Person | undefined;
  /** What was done to what kind of thing: `order.cancel`. */
  readonly action: string;
  readonly subject: Subject;
  /** Whose business it was. */
  readonly partnerId?: PartnerId | undefined;
  readonly reason?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** In the transaction of the change: what is done is written down, or it is not done. */
export async function recordAct(tx: Transaction, act: Act): Promise<void> {
  const { at, by, action, subject, reason, details = {} } = act;
  await tx.query(
    `insert into audit_entries (at, person_id, action, subject_kind, subject_id, partner_id, reason, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      timestamp(at),
      by?.id ?? null,
      action,
      subject.kind,
      subject.id,
      act.partnerId ?? by?.partnerId ?? null,
      reason ?? null,
      JSON.stringify(details),
    ],
  );
}

export type RecordedAct = {
  readonly id: string;
  readonly at: Instant;
  readonly by:
    | { readonly id: PersonId; readonly desk: Desk; readonly name: string; readonly email: string }
    | undefined;
  readonly action: string;
  /** What it is called now, where it has a name. */
  readonly subject: Subject & { readonly name?: string };
  readonly partnerId: PartnerId | undefined;
  readonly partnerName: string | undefined;
  readonly reason: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
};

type ActFilters = {
  /** Done at this desk only. */
  readonly desk?: Desk | undefined;
  readonly partnerId?: string | undefined;
  /** Null: at the command line. */
  readonly personId?: string | null | undefined;
  readonly subject?: { readonly [Part in keyof Subject]: string | undefined } | undefined;
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
};
type ActPlace = { readonly at: Instant; readonly id: string };

/** Newest first; `after` is the place of the last one seen. */
export async function listActs(
  sql: Queryable,
  filters: ActFilters,
  page: { readonly after: ActPlace | undefined; readonly limit: number },
): Promise<readonly RecordedAct[]> {
  const { desk, partnerId, personId, subject, since, until } = filters;
  const given: unknown[] = [];
  const value = (wanted: unknown) => `$${given.push(wanted)}`;
  // A partner's people are few, and of each no more than a page is read.
  const ofPeople =
    desk === undefined || partnerId === undefined
      ? undefined
      : `person.desk = ${value(desk)} and person.partner_id = ${value(partnerId)}`;
  const owned = Object.entries({
    'act.subject_id': subject?.id,
    'act.person_id': personId ?? undefined,
    'act.partner_id': ofPeople === undefined ? partnerId : undefined,
    'act.subject_kind': subject?.kind,
  }).flatMap(([column, owner]) => (owner === undefined ? [] : [{ column, owner }]));
  const conditions = [
    'true',
    ...owned.map(({ column, owner }) => only(column, value(owner))),
    ...(personId === null ? ['act.person_id is null'] : []),
    ...(since === undefined ? [] : [`act.at >= ${value(timestampOrNull(since))}`]),
    ...(until === undefined ? [] : [`act.at < ${value(timestampOrNull(until))}`]),
    ...(page.after === undefined
      ? []
      : [`(act.at, act.id) < (${value(timestamp(page.after.at))}, ${value(page.after.id)}::bigint)`]),
  ];
  const limit = value(page.limit);
  const newest = (owner: string | undefined, where: readonly string[]) =>
    `where ${where.join(' and ')} order by ${owner === undefined ? '' : `${owner} desc,`} act.at desc, act.id desc limit ${limit}`;
  const from =
    ofPeople === undefined
      ? `(select * from audit_entries act ${newest(owned[0]?.column, conditions)}) act
           left join people person on person.id = act.person_id`
      : `people person cross join lateral (
           select * from audit_entries act ${newest('act.person_id', [only('act.person_id', 'person.id'), ...conditions])}
         ) act where ${ofPeople}`;
  const rows = await sql.queryByValues<{
    id: string;
    at: Date;
    person_id: PersonId | null;
    desk: Desk;
    name: string;
    email: string;
    action: string;
    subject_kind: string;
    subject_id: string;
    subject_name: string | null;
    partner_id: PartnerId | null;
    partner_name: string | null;
    reason: string | null;
    details: Readonly<Record<string, unknown>>;
  }>(
    `select act.id, act.at, act.person_id, person.desk, person.name, person.email, act.action, act.subject_kind,
       act.subject_id, act.partner_id, act.reason, act.details,
       (select partners.name from partners where partners.id = act.partner_id) as partner_name,
       case act.subject_kind
         when 'driver' then (select drivers.name from drivers where drivers.id = act.subject_id::bigint)
         when 'person' then (select people.name from people where people.id = act.subject_id::bigint)
       end as subject_name
     from ${from} order by act.at desc, act.id desc limit ${limit}`,
    given,
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at.getTime(),
    by: row.person_id === null ? undefined : { id: row.person_id, desk: row.desk, name: row.name, email: row.email },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, ...(row.subject_name && { name: row.subject_name }) },
    partnerId: row.partner_id ?? undefined,
    partnerName: row.partner_name ?? undefined,
    reason: row.reason ?? undefined,
    details: row.details,
  }));
}
