import type { PartnerId } from '../foundation/ids.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';

const CALL = "path || ' ' || request_body || ' ' || answer_body";
const SAYS_SOMETHING = "(request_body <> '' or answer_body <> '' or strpos(path, '?') > 0)";

/** Calls of a partner, oldest first. */
export function findCalls(sql: Queryable, partnerId: PartnerId, ids: readonly string[]) {
  return sql.query<{
    readonly at: Date;
    readonly method: string;
    readonly path: string;
    readonly requestBody: string;
    readonly answerBody: string;
  }>(
    `select at, method, path, request_body as "requestBody", answer_body as "answerBody" from request_log
     where partner_id = $1 and id = any($2::bigint[]) order by id`,
    [partnerId, ids],
  );
}

/** By what a call is known: ids, held against all numbers in it at once however many there are, and texts, each looked for by itself and in any case. */
export type Marks = { readonly ids: readonly string[]; readonly texts: readonly string[] };
type Stretch = { readonly after: string | undefined; readonly most: number };
export type MarkedStretch = {
  readonly named: readonly string[];
  /** Where to go on; undefined at the end. */
  readonly last: string | undefined;
};

const MARKED = `select key from stretch cross join lateral regexp_split_to_table(words, '[^0-9]+') as digits
       join unnest($1::text[]) as wanted(id) on wanted.id = digits
     union
     select key from stretch where exists (select from unnest($2::text[]) wanted where strpos(words, lower(wanted)) > 0)`;

/** Every call, or only those that say more than that there was one. */
export type WhichCalls = 'ALL' | 'SAYING_SOMETHING';

/** A stretch of a partner's calls, and those of it in which something stands of what is looked for. */
export async function lookForCalls(
  sql: Queryable,
  partnerId: PartnerId,
  { ids, texts }: Marks,
  { after, most, which }: Stretch & { readonly which: WhichCalls },
): Promise<MarkedStretch> {
  const [row] = await sql.query<{ named: string[]; last: string | null }>(
    `with looked as materialized (
       select id as key, lower(${CALL}) as words, ${SAYS_SOMETHING} as says_something from request_log
       where partner_id = $3 and id > $4 order by id limit $5
     ), stretch as (select key, words from looked where says_something or $6)
     select array(${MARKED}) as named, (select max(key) from looked) as last`,
    [ids, texts, partnerId, after ?? '0', most, which === 'ALL'],
  );
  return { named: row?.named ?? [], last: row?.last ?? undefined };
}

/** That there was a call stays; what it said and was told goes. */
export async function eraseCalls(tx: Transaction, partnerId: PartnerId, ids: readonly string[]): Promise<void> {
  await tx.query(
    `update request_log set path = split_part(path, '?', 1), request_body = '', answer_body = ''
     where partner_id = $1 and id = any($2::bigint[]) and ${SAYS_SOMETHING}`,
    [partnerId, ids],
  );
}

/** Answers that are remembered for a day, by their fingerprints. */
export function findRememberedAnswers(sql: Queryable, fingerprints: readonly string[]) {
  return sql.query<{ readonly answeredAt: Date; readonly body: string }>(
    `select answered_at as "answeredAt", body from remembered_answers where fingerprint = any($1::bytea[]) order by answered_at`,
    [fingerprints.map((fingerprint) => Buffer.from(fingerprint, 'hex'))],
  );
}

/** A stretch of all remembered answers, and those of it in which something stands of what is looked for. */
export async function lookForAnswers(
  sql: Queryable,
  { ids, texts }: Marks,
  { after, most }: Stretch,
): Promise<MarkedStretch> {
  const [row] = await sql.query<{ named: string[]; last: string | null }>(
    `with stretch as materialized (
       select encode(fingerprint, 'hex') as key, lower(body) as words from remembered_answers
       where fingerprint > decode($3, 'hex') order by fingerprint fetch first $4 rows with ties
     )
     select array(${MARKED}) as named, (select max(key collate "C") from stretch) as last`,
    [ids, texts, after ?? '', most],
  );
  return { named: row?.named ?? [], last: row?.last ?? undefined };
}

/** Whoever repeats such a call is answered by what is there now. */
export async function forgetAnswers(tx: Transaction, fingerprints: readonly string[]): Promise<void> {
  await tx.query('delete from remembered_answers where fingerprint = any($1::bytea[])', [
    fingerprints.map((fingerprint) => Buffer.from(fingerprint, 'hex')),
  ]);
}
