import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpAnswer, type RawRequest, send, sign, type Target } from '../../test/support/partner-client.ts';
import type { Evidence, Journal, Repeated } from './journal.ts';
import { judgeAnswer } from './judge-answer.ts';
import { WRITES, type WriteName } from './writes.ts';

/** One of the API processes, and whether it was killed since. */
export type Door = Target & { readonly isKilled: () => boolean };

export type Doors = {
  /** Any that is there now; whoever comes while none is waits. */
  next(): Promise<Door>;
  /** Whether the database was away at some moment since then. */
  wasDatabaseDownSince(moment: number): boolean;
};

/** Adds to a call what says who calls. */
export type Identity = (
  call: Pick<RawRequest, 'method' | 'path'> & { readonly body: string },
) => Record<string, string>;

export const signedBy =
  (partner: { readonly apiKey: string; readonly apiSecret: string }, market: string): Identity =>
  ({ method = 'GET', path, body }) => {
    const timestamp = Date.now();
    const signature = sign(partner.apiSecret, timestamp, method, path.split('?')[0] as string, body);
    return { authorization: `hmac ${partner.apiKey}:${timestamp}:${signature}`, market };
  };
export const device =
  (token: string): Identity =>
  () => ({ authorization: `Bearer ${token}` });
export const nobody: Identity = () => ({});

type Call = {
  readonly as: Identity;
  /** Values for the parts of the path that begin with a colon, in turn. */
  readonly at?: readonly string[];
  readonly query?: string;
  readonly data?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** How it is seen that it took effect, known before it is sent. */
  readonly seenBy?: Evidence;
  /** The same, where only the answer says what to look for. */
  readonly seenIn?: (data: Json) => Evidence | undefined;
};
// biome-ignore lint/suspicious/noExplicitAny: answers of a hundred calls, read as a client reads them
export type Json = any;

type Faults = { note(sentence: string): void };

export type Client = {
  /** The answer, where it was a success; undefined where it was refused, or nobody knows. */
  write(name: WriteName, call: Call): Promise<HttpAnswer | undefined>;
  /** Reads until somebody answers. */
  read(path: string, as: Identity, headers?: Readonly<Record<string, string>>): Promise<Json>;
  readonly actor: string;
  readonly chance: () => number;
  /** Whether it is time to come to an end. */
  readonly isOver: () => boolean;
};

type ClientDeps = {
  readonly doors: Doors;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly actor: string;
  readonly chance: () => number;
  readonly isOver: () => boolean;
};

const GIVE_UP_MS = 60_000;
const PAUSE_MS = 150;
const REPLAYED = 'idempotent-replayed';
/** How many of those whose answer was lost are left at that, to see that they are whole or absent. */
const LEFT_UNKNOWN = 0.2;

/** Somebody who calls over HTTPS, keeps a journal, and repeats what was lost as the API allows. */
export function createClient(deps: ClientDeps): Client {
  const { doors, journal, faults, actor, chance, isOver } = deps;
  let calls = 0;

  async function attempt(request: RawRequest): Promise<HttpAnswer | undefined> {
    const door = await doors.next();
    const startedAt = Date.now();
    try {
      const answer = await send(door, request);
      if (answer.status === 500) faults.note(`${request.method} ${request.path} was answered 500: ${answer.text}`);
      else if (answer.status > 500 && !doors.wasDatabaseDownSince(startedAt))
        faults.note(`${request.method} ${request.path} was answered ${answer.status} while the database was there`);
      return answer;
    } catch (error) {
      if (!door.isKilled() || String(error).includes('against the reference'))
        faults.note(`${request.method} ${request.path} failed at a process that nobody killed: ${error}`);
      return undefined;
    }
  }

  const requestOf = (name: WriteName, call: Call, requestId: string): RawRequest => {
    const [method, ...rest] = name.split(' ') as [string, ...string[]];
    const values = [...(call.at ?? [])];
    const path = `${rest.at(-1)?.replaceAll(/:\w+/g, () => encodeURIComponent(values.shift() ?? ''))}${call.query ?? ''}`;
    const body =
      call.form !== undefined
        ? new URLSearchParams(call.form).toString()
        : call.data === undefined
          ? ''
          : JSON.stringify({ data: call.data });
    return {
      method,
      path,
      headers: {
        ...(rest[0] === 'PLUS' || rest.at(-1) === '/v3/labels' ? { platform: 'PLUS' } : {}),
        'content-type': call.form === undefined ? 'application/json' : 'application/x-www-form-urlencoded',
        'request-id': requestId,
        ...call.as({ method, path, body }),
        ...call.headers,
      },
      ...(body === '' ? {} : { body }),
    };
  };

  /** Sends it once; undefined where nobody knows what came of it. */
  async function exchange(name: WriteName, call: Call, requestId: string) {
    const answer = await attempt(requestOf(name, call, requestId));
    return { answer, verdict: judgeAnswer(answer && { status: answer.status, code: codeOf(answer) }) };
  }

  async function write(name: WriteName, call: Call): Promise<HttpAnswer | undefined> {
    calls += 1;
    const requestId = `${actor}-${calls}`;
    const repeats = WRITES[name].whenLost !== 'looked up' && chance() >= LEFT_UNKNOWN;
    const again = async (): Promise<Repeated> => {
      for (;;) {
        const { answer, verdict } = await exchange(name, call, requestId);
        if (answer !== undefined && (verdict === 'acknowledged' || verdict === 'refused'))
          return { status: answer.status, body: answer.text, isReplay: answer.headers[REPLAYED] === 'true' };
        await sleep(PAUSE_MS);
      }
    };
    const entry = journal.intend({ name, actor, requestId, evidence: call.seenBy, again });
    const giveUpAt = Date.now() + GIVE_UP_MS;
    for (;;) {
      entry.attempts += 1;
      entry.sentAt = Date.now();
      const { answer, verdict } = await exchange(name, call, requestId);
      if (answer !== undefined && (verdict === 'acknowledged' || verdict === 'refused')) {
        const isDone = verdict === 'acknowledged';
        if (isDone && call.seenIn !== undefined) entry.evidence = call.seenIn(answer.json?.data);
        journal.conclude(entry, verdict, answer.status, answer.text);
        return isDone ? answer : undefined;
      }
      if ((verdict === 'lost' && !repeats) || Date.now() > giveUpAt) {
        journal.conclude(entry, 'unknown');
        return undefined;
      }
      await sleep(PAUSE_MS);
    }
  }

  async function read(path: string, as: Identity, headers: Readonly<Record<string, string>> = {}): Promise<Json> {
    for (;;) {
      const answer = await attempt({ path, headers: { ...as({ method: 'GET', path, body: '' }), ...headers } });
      if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer.json?.data;
      if (isOver()) return undefined;
      await sleep(PAUSE_MS);
    }
  }

  return { write, read, actor, chance, isOver };
}

function codeOf({ json }: HttpAnswer): string | undefined {
  const errors = json?.errors;
  return (Array.isArray(errors) ? errors[0] : errors)?.id;
}
