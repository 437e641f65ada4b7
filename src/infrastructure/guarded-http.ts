import dns from 'node:dns';
import net from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';

type GuardedAnswer = {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The first bytes of the answer. */
  readonly start: Buffer;
};
type GuardedPost = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Nothing here waits longer than its signal. */
  readonly signal: AbortSignal;
};
/** Sends to addresses that others choose, wherever the judge allows it. Follows nothing and reads little. */
export type GuardedHttp = {
  post(url: string, request: GuardedPost): Promise<GuardedAnswer>;
  close(): Promise<void>;
};
/** Whether this address may be connected to; `host` is the name under which it was found. */
type Judge = (address: string, host: string) => boolean;

/** The address lies where nothing may be sent to. */
class ForbiddenAddressError extends Error {
  readonly code = 'ERR_FORBIDDEN_ADDRESS';
  constructor() {
    super('The address is not on the public internet.');
  }
}

const CONNECT_LIMIT_MS = 5_000;
const IDLE_MS = 1_000;
const MOST_BYTES = 4_096;

export function createGuardedHttp(isAllowed: Judge): GuardedHttp {
  const connector = buildConnector({ timeout: CONNECT_LIMIT_MS, lookup: guardedLookup(isAllowed) });
  const dispatcher = new Agent({
    keepAliveTimeout: IDLE_MS,
    // Looked at again for every connection, so that a name cannot point elsewhere once it has been judged.
    connect(options, callback) {
      const literal = options.hostname.replace(/^\[|\]$/g, '');
      // A literal is never looked up, so it is judged here.
      if (net.isIP(literal) !== 0 && !isAllowed(literal, literal)) callback(new ForbiddenAddressError(), null);
      else connector(options, callback);
    },
  });
  return {
    post: (url, { headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const { origin, pathname, search } = new URL(url);
        const all = { 'user-agent': 'waybill', 'content-type': 'application/json', ...headers };
        const request = { origin, path: `${pathname}${search}`, method: 'POST' as const, headers: all, body };
        dispatcher.dispatch(request, readStart(signal, resolve, reject));
      }),
    close: () => dispatcher.destroy(),
  };
}

function guardedLookup(isAllowed: Judge): net.LookupFunction {
  const lookUp = createSharedLookup();
  return (host, options, callback) => {
    lookUp(host).then(
      (found) => {
        // One address that leads inward spoils the name: which of them is taken is not ours to choose.
        if (!found.every(({ address }) => isAllowed(address, host))) return callback(new ForbiddenAddressError(), []);
        if (options.all === true) return callback(null, found);
        const [first] = found;
        callback(null, first?.address ?? '', first?.family);
      },
      (error) => callback(error, []),
    );
  };
}

/** Lookups of one name at the same time are one: each takes one of the few threads that all lookups share, and may hang there. */
function createSharedLookup(): (host: string) => Promise<dns.LookupAddress[]> {
  const running = new Map<string, Promise<dns.LookupAddress[]>>();
  return (host) => {
    const known = running.get(host);
    if (known !== undefined) return known;
    const lookup = dns.promises.lookup(host, { all: true }).finally(() => running.delete(host));
    running.set(host, lookup);
    return lookup;
  };
}

/** The status is what counts: an answer that breaks off or never ends is left where it is. */
function readStart(
  signal: AbortSignal,
  resolve: (answer: GuardedAnswer) => void,
  reject: (error: unknown) => void,
): Dispatcher.DispatchHandler {
  let sending: Dispatcher.DispatchController | undefined;
  let answer: Omit<GuardedAnswer, 'start'> | undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  const end = (error?: unknown) => {
    signal.removeEventListener('abort', giveUp);
    if (answer === undefined) return reject(error);
    resolve({ ...answer, start: Buffer.concat(chunks).subarray(0, MOST_BYTES) });
  };
  const giveUp = () => {
    end(signal.reason);
    sending?.abort(signal.reason);
  };
  if (signal.aborted) giveUp();
  else signal.addEventListener('abort', giveUp);
  return {
    onRequestStart(controller) {
      sending = controller;
      if (signal.aborted) controller.abort(signal.reason);
    },
    onResponseStart(_, status, headers) {
      // What comes before the answer itself.
      if (status >= 200) answer = { status, retryAfter: firstOf(headers['retry-after']) };
    },
    onResponseData(controller, chunk) {
      chunks.push(chunk);
      length += chunk.length;
      // Destroys the connection, so that the rest is never received.
      if (length >= MOST_BYTES) controller.abort(new Error('enough was read'));
    },
    onResponseEnd: () => end(),
    onResponseError: (_, error) => end(error),
  };
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
