import type { ApiKeyId, Id, PartnerId } from '../foundation/ids.ts';
import { idFloorAt } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, timestamp } from '../infrastructure/database/database.ts';
import { lookStepByStep } from '../infrastructure/database/step-by-step-sql.ts';

export type RequestId = Id<'request'>;

/** A call of a partner as it is kept. */
export type LoggedRequest = {
  readonly id: RequestId;
  readonly partnerId: PartnerId;
  readonly keyId: ApiKeyId;
  readonly at: Instant;
  readonly method: string;
  readonly path: string;
  /** The kind of call that it counts as. */
  readonly api: string;
  /** Undefined where the connection was cut before an answer. */
  readonly status: number | undefined;
  /** What it was refused with. */
  readonly code: string | undefined;
  readonly durationMs: number;
  readonly requestId: string;
  readonly market: string | undefined;
  readonly platform: string | undefined;
  readonly address: string;
  /** Of a call whose signature was refused. */
  readonly authorization: string | undefined;
  readonly requestBody: string;
  readonly requestBytes: number;
  readonly answerBody: string;
  readonly answerBytes: number;
};

export async function insertRequests(sql: Queryable, requests: readonly LoggedRequest[]): Promise<void> {
  await sql.query(
    `insert into request_log (id, partner_id, key_id, at, method, path, api, status, code, duration_ms, request_id, market, platform,
       address, authorization_header, request_body, request_bytes, answer_body, answer_bytes)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::text[], $6::text[], $7::text[],
       $8::smallint[], $9::text[], $10::integer[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
       $17::integer[], $18::text[], $19::integer[])`,
    [
      requests.map(({ id }) => id),
      requests.map(({ partnerId }) => partnerId),
      requests.map(({ keyId }) => keyId),
      requests.map(({ at }) => timestamp(at)),
      requests.map(({ method }) => method),
      requests.map(({ path }) => path),
      requests.map(({ api }) => api),
      requests.map(({ status }) => status ?? null),
      requests.map(({ code }) => code ?? null),
      requests.map(({ durationMs }) => durationMs),
      requests.map(({ requestId }) => requestId),
      requests.map(({ market }) => market ?? null),
      requests.map(({ platform }) => platform ?? null),
      requests.map(({ address }) => address),
      requests.map(({ authorization }) => authorization ?? null),
      requests.map(({ requestBody }) => requestBody),
      requests.map(({ requestBytes }) => requestBytes),
      requests.map(({ answerBody }) => answerBody),
      requests.map(({ answerBytes }) => answerBytes),
    ],
  );
}

/** What a list shows of a call: all but the bodies. */
export type RequestLine = Omit<
  LoggedRequest,
  'partnerId' | 'platform' | 'authorization' | 'requestBody' | 'requestBytes' | 'answerBody' | 'answerBytes'
> & { readonly publicKey: string };
type RequestRow = {
  id: RequestId;
  key_id: ApiKeyId;
  public_key: string;
  at: Date;
  method: string;
  path: string;
  api: string;
  status: number | null;
  code: string | null;
  duration_ms: number;
  request_id: string;
  market: string | null;
  address: string;
};
const LINE = `request.id, request.key_id, request.at, request.method, request.path, request.api, request.status, request.code,
  request.duration_ms, request.request_id, request.market, request.address`;

function lineFrom(row: RequestRow): RequestLine {
  return {
    id: row.id,
    keyId: row.key_id,
    publicKey: row.public_key,
    at: row.at.getTime(),
    method: row.method,
    path: row.path,
    api: row.api,
    status: row.status ?? undefined,
    code: row.code ?? undefined,
    durationMs: row.duration_ms,
    requestId: row.request_id,
    market: row.market ?? undefined,
    address: row.address,
  };
}

export type RequestFilter = {
  /** The hundreds of the status; `failed` for all that did not get what they asked for. */
  readonly answered: '2' | '4' | '5' | 'failed' | undefined;
  /** What the path holds. */
  readonly path: string | undefined;
  readonly keyId: ApiKeyId | undefined;
  readonly requestId: string | undefined;
  readonly since: Instant;
  readonly until: Instant | undefined;
};

const FAILED = '(status is null or status >= 400)';
const ANSWERED: Readonly<Record<NonNullable<RequestFilter['answered']>, string>> = {
  2: 'status between 200 and 299',
  4: 'status between 400 and 499',
  5: 'status >= 500',
  failed: FAILED,
};
export type RequestPage = { readonly requests: readonly RequestLine[]; readonly next: string | null };

/** Newest first; `before` is the `next` of the page before. A page may hold less than its limit, or nothing, and still have a next one. */
export async function listRequests(
  sql: Queryable,
  partnerId: PartnerId,
  filter: RequestFilter,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<RequestPage> {
  const values: unknown[] = [partnerId, idFloorAt(filter.since)];
  const given = (value: unknown) => `$${values.push(value)}`;
  const found = [
    'partner_id = $1 and id >= $2',
    ...(before === undefined ? [] : [`id < ${given(before)}`]),
    ...(filter.until === undefined ? [] : [`id < ${given(idFloorAt(filter.until))}`]),
    ...(filter.requestId === undefined ? [] : [`request_id = ${given(filter.requestId)}`]),
    ...(filter.answered === undefined || filter.answered === '2' ? [] : [FAILED]),
  ];
  const wanted = [
    ...(filter.answered === undefined ? [] : [ANSWERED[filter.answered]]),
    ...(filter.keyId === undefined ? [] : [`key_id = ${given(filter.keyId)}`]),
    ...(filter.path === undefined ? [] : [`strpos(path, ${given(filter.path)}) > 0`]),
  ];
  const { keys, next } = await lookStepByStep(sql, { table: 'request_log', key: 'id', found, wanted, values, limit });
  const rows = await sql.query<RequestRow>(
    `select ${LINE}, key.public_key from request_log request join api_keys key on key.id = request.key_id
     where request.partner_id = $1 and request.id = any($2::bigint[]) order by request.id desc`,
    [partnerId, keys],
  );
  return { requests: rows.map(lineFrom), next };
}

export type RequestDetails = RequestLine &
  Pick<LoggedRequest, 'platform' | 'authorization' | 'requestBody' | 'requestBytes' | 'answerBody' | 'answerBytes'>;

export async function findRequest(
  sql: Queryable,
  partnerId: PartnerId,
  id: string,
  since: Instant,
): Promise<RequestDetails | undefined> {
  const [row] = await sql.query<
    RequestRow & {
      platform: string | null;
      authorization_header: string | null;
      request_body: string;
      request_bytes: number;
      answer_body: string;
      answer_bytes: number;
    }
  >(
    `select ${LINE}, key.public_key, request.platform, request.authorization_header, request.request_body, request.request_bytes,
       request.answer_body, request.answer_bytes
     from request_log request join api_keys key on key.id = request.key_id
     where request.partner_id = $1 and request.id = $2 and request.id >= $3`,
    [partnerId, id, idFloorAt(since)],
  );
  if (row === undefined) return undefined;
  return {
    ...lineFrom(row),
    platform: row.platform ?? undefined,
    authorization: row.authorization_header ?? undefined,
    requestBody: row.request_body,
    requestBytes: row.request_bytes,
    answerBody: row.answer_body,
    answerBytes: row.answer_bytes,
  };
}
