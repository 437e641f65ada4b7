import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { SECOND_MS } from '../../foundation/time.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import type { Caller } from './caller.ts';
import { pauseBetweenLooks, secondsUntilNextTry } from './feed-pace.ts';
import { readNamedText } from './named-files.ts';
import { newestCursor } from './newest-cursor.ts';
import { signRequest } from './signed-request.ts';

/** An event as GET /v3/events shows it. */
export type FeedEvent = {
  readonly cursor: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly createdAt: string;
  readonly data: Readonly<Record<string, unknown>>;
};
type Page = { readonly data: readonly FeedEvent[]; readonly next: string | null };
type FeedOptions = {
  /** The cursor to begin after, or `now`. */
  readonly from: string;
  readonly signal: AbortSignal;
  /** Called once it is known where to begin: nothing that happens from then on is missed. */
  readonly begun: () => void;
  /** Says what goes wrong on the way, and when it is well again. */
  readonly tell: (line: string) => void;
};
type Feed = {
  /** In the order of their commits: all after the cursor, and then those that come. */
  events(): AsyncGenerator<FeedEvent>;
  /** Where to go on: the cursor of the last event that was taken and done with. */
  reached(): string;
};

export const NOW = 'now';
const MOST = 200;
const CALL_LIMIT_MS = 30 * SECOND_MS;

/** May be well the next time. */
class Passing extends Error {
  readonly retryAfterSeconds: number;
  constructor(sentence: string, retryAfterSeconds = 0) {
    super(sentence);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Where the API fails or has had enough it is asked again, without an end; one that cannot be reached at the very start is taken for
 * a wrong address.
 */
export function openFeed(caller: Caller, { from, signal, begun, tell }: FeedOptions): Feed {
  let reached = from;
  let pauseMs = 0;
  let hasAnswered = false;

  async function read(dispatcher: Agent, after: string): Promise<Page> {
    for (let failures = 0; ; ) {
      try {
        const { page, callsAMinute } = await look(caller, after, signal, dispatcher);
        if (failures > 0) tell(`${caller.url} answers again.`);
        pauseMs = pauseBetweenLooks(callsAMinute);
        hasAnswered = true;
        return page;
      } catch (fault) {
        signal.throwIfAborted();
        if (!(fault instanceof Passing)) throw fault;
        if (!hasAnswered && fault.retryAfterSeconds === 0)
          throw new OperatorError(`${fault.message} Start it, or name another address with --url.`);
        failures += 1;
        if (failures === 1) tell(`${fault.message} Nothing is lost; it is asked again.`);
        const seconds = Math.max(secondsUntilNextTry(failures), fault.retryAfterSeconds);
        await wait(seconds * SECOND_MS, undefined, { signal });
      }
    }
  }

  async function* events(): AsyncGenerator<FeedEvent> {
    const trust = caller.authority === undefined ? {} : { connect: { ca: await readNamedText(caller.authority) } };
    const dispatcher = new Agent(trust);
    try {
      if (from === NOW) reached = await newestCursor((after) => read(dispatcher, after));
      begun();
      for (;;) {
        const { data, next } = await read(dispatcher, reached);
        for (const event of data) {
          yield event;
          reached = event.cursor;
        }
        if (next === null) await wait(pauseMs, undefined, { signal });
      }
    } finally {
      await dispatcher.destroy();
    }
  }

  return { events, reached: () => reached };
}

async function look(caller: Caller, after: string, signal: AbortSignal, dispatcher: Agent) {
  const { url, headers } = signRequest(caller, { method: 'GET', path: `/v3/events?after=${after}&limit=${MOST}` });
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CALL_LIMIT_MS)]);
  const answer = await request(url, { headers, signal: limited, dispatcher }).catch((fault) => {
    throw new Passing(unreachable(caller.url, fault));
  });
  const text = await answer.body.text();
  if (answer.statusCode === 200) {
    const callsAMinute = Number(answer.headers['ratelimit-limit-getorder'] ?? 0);
    return { page: JSON.parse(text) as Page, callsAMinute };
  }
  const said = `${caller.url} answered ${answer.statusCode}${sentenceIn(text)}`;
  if (answer.statusCode !== 429 && answer.statusCode < 500) throw new OperatorError(said);
  throw new Passing(said, Number(answer.headers['retry-after'] ?? 1));
}

function unreachable(url: string, { code, message }: Error & { code?: string }): string {
  if (code === 'ECONNREFUSED') return `Nobody answers at ${url}.`;
  return `${url} cannot be reached: ${message.replace(/\.$/, '')}.`;
}

/** The first sentence of an answer in the API's own form; nothing of any other. */
function sentenceIn(text: string): string {
  try {
    const { errors } = JSON.parse(text) as { errors: { message: string }[] };
    return `: ${errors[0]?.message}`;
  } catch {
    return '.';
  }
}
