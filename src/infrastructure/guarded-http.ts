import dns from 'node:dns';
import net from 'node:net';
import { Agent, buildConnector, request } from 'undici';

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
    async post(url, { headers, body, signal }) {
      const answer = await request(url, {
        method: 'POST',
        headers: { 'user-agent': 'waybill', 'content-type': 'application/json', ...headers },
        body,
        signal,
        dispatcher,
      });
      return {
        status: answer.statusCode,
        retryAfter: firstOf(answer.headers['retry-after']),
        start: await readStart(answer.body),
      };
    },
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
async function readStart(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Leaving this loop destroys the connection, so that the rest is never received.
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MOST_BYTES) break;
    }
  } catch {
    // What has come is kept.
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES);
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
