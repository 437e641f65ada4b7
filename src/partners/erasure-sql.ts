import type { PartnerId } from '../foundation/ids.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';

const NAMED = (columns: string) =>
  `exists (select from unnest($1::text[]) wanted where strpos(${columns}, wanted) > 0)`;
const CALL = "path || ' ' || request_body || ' ' || answer_body";

/** Calls of these partners in whose path or bodies any of the texts stands. */
export function findCallsNaming(sql: Queryable, texts: readonly string[], partnerIds: readonly PartnerId[]) {
  return sql.query<{
    readonly at: Date;
    readonly method: string;
    readonly path: string;
    readonly requestBody: string;
    readonly answerBody: string;
  }>(
    `select at, method, path, request_body as "requestBody", answer_body as "answerBody" from request_log
     where partner_id = any($2) and ${NAMED(CALL)} order by id`,
    [texts, partnerIds],
  );
}

/** That there was a call stays; what it said and was told goes. */
export async function eraseCallsNaming(
  tx: Transaction,
  texts: readonly string[],
  partnerIds: readonly PartnerId[],
): Promise<void> {
  await tx.query(
    `update request_log set path = split_part(path, '?', 1), request_body = '', answer_body = ''
     where partner_id = any($2) and ${NAMED(CALL)}`,
    [texts, partnerIds],
  );
}

/** Answers that are remembered for a day in which any of the texts stands. */
export function findAnswersNaming(sql: Queryable, texts: readonly string[]) {
  return sql.query<{ readonly answeredAt: Date; readonly body: string }>(
    `select answered_at as "answeredAt", body from remembered_answers where ${NAMED('body')} order by answered_at`,
    [texts],
  );
}

/** Whoever repeats such a call is answered by what is there now. */
export async function forgetAnswersNaming(tx: Transaction, texts: readonly string[]): Promise<void> {
  await tx.query(`delete from remembered_answers where ${NAMED('body')}`, [texts]);
}
