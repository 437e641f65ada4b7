import type { ApiKeyId } from '../foundation/ids.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { LimitedApi } from '../infrastructure/http/partner-api.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { Log } from '../infrastructure/log.ts';
import type { Metrics } from '../infrastructure/metrics.ts';
import { createTrouble } from '../infrastructure/trouble.ts';
import { addCallCounts, type CallCount, noteKeyUses } from './call-counts-sql.ts';
import type { KeyRing } from './key-ring.ts';
import { insertRequests, type LoggedRequest, type RequestId } from './request-log-sql.ts';
import type { ApiKey } from './rules/api-key.ts';
import { hasRoom, isAlwaysKept } from './rules/log-budget.ts';
import { LONGEST_BODY_BYTES, loggedBody } from './rules/logged-body.ts';
import { maskAddress } from './rules/mask-body.ts';

/** A call that was answered, as the front door saw it. */
export type AnsweredCall = {
  /** Whose call it is by its signature, or only whose it says that it is. */
  readonly caller: { readonly key: ApiKey } | { readonly publicKey: string; readonly authorization: string };
  readonly api: LimitedApi;
  /** What it did to the key's limit. */
  readonly limit: 'taken' | 'refused' | 'untouched';
  readonly method: string;
  readonly url: string;
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly requestId: string;
  readonly market: string | undefined;
  readonly platform: string | undefined;
  readonly address: string;
  readonly body: Buffer;
  readonly answer: string;
};

export type RequestRecorder = { record(call: AnsweredCall): void; close(): Promise<void> };

type RecorderDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keyRing: KeyRing;
  readonly log: Log;
  readonly metrics: Metrics;
  /** For how many days calls are kept; 0: they are only counted. */
  readonly requestLogDays: number;
};

const LOG_EVERY_MS = 500;
const COUNT_EVERY_MS = 5 * SECOND_MS;
const BATCH = 100;
/** A second of more calls than one process answers; what comes on top is dropped and counted. */
const MOST_WAITING = 5_000;
const LONGEST = { path: 2_000, requestId: 200, header: 20, authorization: 400 };

/** What a call leaves until it is written: the beginnings of its bodies, as they came. */
type Waiting = Omit<AnsweredCall, 'body' | 'answer'> & {
  readonly id: RequestId;
  readonly at: Instant;
  readonly requestStart: string;
  readonly requestBytes: number;
  readonly answerStart: string;
  readonly answerBytes: number;
};

/** Writes down partners' calls, off the way of their answers: gathered in memory, masked and written many at a time. */
export function createRequestRecorder(deps: RecorderDeps): RequestRecorder {
  const { clock, ids, log, metrics, requestLogDays } = deps;
  const dropped = metrics.counter('waybill_request_log_dropped_total', 'Calls that are missing in the request log', []);
  const leftOut = metrics.counter(
    'waybill_request_log_left_out_total',
    'Calls that succeeded beside many others in their second, and are therefore not in the request log',
    [],
  );
  const fitsBudget = createLogBudget();
  let waiting: Waiting[] = [];
  let counts = createCounts();

  const writeRequests = createWriter(LOG_EVERY_MS, async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await writeBatch(deps, batch).catch((error) => {
        dropped.inc(batch.length);
        log.warn({ err: error, count: batch.length }, 'calls could not be written to the request log');
      });
    }
  });
  const writeCounts = createWriter(COUNT_EVERY_MS, async () => {
    const due = counts;
    counts = createCounts();
    await due.write(deps.database).catch((error) => log.warn({ err: error }, 'calls could not be counted'));
  });

  const unwritten = createTrouble(log, 'calls cannot be written to the request log');

  function keep(call: AnsweredCall, now: Instant): void {
    if (waiting.length >= MOST_WAITING) {
      dropped.inc();
      return;
    }
    waiting.push(toWaiting(call, ids.next<'request'>(), now));
    writeRequests.soon();
  }

  return {
    record(call) {
      const now = clock.now();
      if ('key' in call.caller) {
        counts.add(call.caller.key.id, call, now);
        writeCounts.soon();
      }
      if (requestLogDays === 0) return;
      if (!fitsBudget(call, now)) {
        leftOut.inc();
        return;
      }
      try {
        keep(call, now);
        unwritten.over();
      } catch (error) {
        // Without a database there are no ids.
        dropped.inc();
        unwritten.met(error);
      }
    },
    async close() {
      await Promise.all([writeRequests.now(), writeCounts.now()]);
    },
  };
}

/** Remembers what is kept of a second, and says what else is. */
function createLogBudget(): (call: AnsweredCall, now: Instant) => boolean {
  let second = 0;
  let inAll = 0;
  const ofKeys = new Map<ApiKeyId, number>();
  return ({ caller, status }, now) => {
    if (!('key' in caller) || isAlwaysKept(status)) return true;
    if (Math.floor(now / SECOND_MS) !== second) {
      second = Math.floor(now / SECOND_MS);
      inAll = 0;
      ofKeys.clear();
    }
    const ofKey = ofKeys.get(caller.key.id) ?? 0;
    if (!hasRoom({ ofKey, inAll })) return false;
    inAll += 1;
    ofKeys.set(caller.key.id, ofKey + 1);
    return true;
  };
}

/** Writes a while after it was asked to, one write at a time. */
function createWriter(everyMs: number, write: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };
  return {
    soon() {
      timer ??= setTimeout(() => void now(), everyMs);
    },
    now,
  };
}

function toWaiting({ body, answer, ...call }: AnsweredCall, id: RequestId, at: Instant): Waiting {
  return {
    ...call,
    id,
    at,
    requestStart: body.toString('utf8', 0, LONGEST_BODY_BYTES),
    requestBytes: body.length,
    // By way of bytes: a part of a string would hold on to all of it.
    answerStart:
      answer.length <= LONGEST_BODY_BYTES ? answer : Buffer.from(answer.slice(0, LONGEST_BODY_BYTES)).toString(),
    answerBytes: Buffer.byteLength(answer),
  };
}

async function writeBatch({ database, keyRing }: RecorderDeps, batch: readonly Waiting[]): Promise<void> {
  const requests: LoggedRequest[] = [];
  for (const call of batch) {
    const key = await keyOf(keyRing, call.caller);
    if (key !== undefined) requests.push(toLogged(call, key));
  }
  if (requests.length > 0) await insertRequests(database, requests);
}

/** Whoever only says whose key it is has it looked up here, after the answer: how long that takes must tell nothing. */
async function keyOf(keyRing: KeyRing, caller: AnsweredCall['caller']): Promise<ApiKey | undefined> {
  if ('key' in caller) return caller.key;
  return keyRing.remembered(caller.publicKey) ?? keyRing.fresh(caller.publicKey);
}

function toLogged(call: Waiting, key: ApiKey): LoggedRequest {
  const { id, at, method, api, status, caller, requestBytes, answerBytes, answerStart } = call;
  return {
    id,
    at,
    partnerId: key.partner.id,
    keyId: key.id,
    method,
    path: maskAddress(call.url).slice(0, LONGEST.path),
    api,
    status,
    code: status === undefined || status < 400 ? undefined : codeIn(answerStart),
    durationMs: Math.round(call.durationMs),
    requestId: call.requestId.slice(0, LONGEST.requestId),
    market: call.market?.slice(0, LONGEST.header),
    platform: call.platform?.slice(0, LONGEST.header),
    address: call.address,
    authorization: 'authorization' in caller ? caller.authorization.slice(0, LONGEST.authorization) : undefined,
    requestBody: loggedBody(call.requestStart, requestBytes > LONGEST_BODY_BYTES),
    requestBytes,
    answerBody: loggedBody(answerStart, answerStart.length < answerBytes && answerBytes > LONGEST_BODY_BYTES),
    answerBytes,
  };
}

function codeIn(answer: string): string | undefined {
  return /"id":"(\w{1,60})"/.exec(answer)?.[1];
}

/** How often which key did what in which minute, and when it was last used. */
function createCounts() {
  const counted = new Map<string, { keyId: ApiKeyId; api: string; minute: Instant; calls: number; refused: number }>();
  const lastUses = new Map<ApiKeyId, Instant>();
  return {
    add(keyId: ApiKeyId, { api, limit }: Pick<AnsweredCall, 'api' | 'limit'>, now: Instant): void {
      lastUses.set(keyId, now);
      if (limit === 'untouched') return;
      const minute = now - (now % MINUTE_MS);
      const name = `${keyId} ${api} ${minute}`;
      const count = counted.get(name) ?? { keyId, api, minute, calls: 0, refused: 0 };
      if (limit === 'taken') count.calls += 1;
      else count.refused += 1;
      counted.set(name, count);
    },
    async write(database: Database): Promise<void> {
      const counts: readonly CallCount[] = byName(counted).map(([, count]) => count);
      if (counts.length > 0) await addCallCounts(database, counts);
      const uses = byName(lastUses).map(([keyId, at]) => ({ keyId, at }));
      if (uses.length > 0) await noteKeyUses(database, uses);
    },
  };
}

function byName<Name extends string, Value>(map: ReadonlyMap<Name, Value>): readonly (readonly [Name, Value])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
