import { errorOfAnswer, errorOfSilence, WaybillError } from './errors.ts';
import { parseJson } from './json.ts';
import { delayBeforeRetry, readRetryAfter } from './retry.ts';
import { hexSignature, hmacKey, signedText } from './signing.ts';

/** Any function that does what `fetch` does. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body: string | null;
    readonly signal: AbortSignal;
    readonly redirect: 'manual';
  },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

/** Who calls whom, and how patiently. */
export type ClientOptions = {
  /** Names the account. Begins with `pk_`. */
  readonly apiKey: string;
  /** Signs every call and never leaves this machine. Begins with `sk_`. */
  readonly apiSecret: string;
  /** The market of all calls, such as `HK`. For another market, make another client. */
  readonly market: string;
  /** Where Waybill is, such as `https://localhost:8443`. */
  readonly baseUrl: string;
  /** How often a call is tried again that was limited, failed at the server or got no answer. 4 where not given; 0 for never. */
  readonly retries?: number | undefined;
  /** How long one try may take, in milliseconds, up to 2147483647. 30 seconds where not given. */
  readonly timeoutMs?: number | undefined;
  /** In the place of the global `fetch`: for a proxy, or for an authority of your own. */
  readonly fetch?: Fetch | undefined;
};

/** For one call. */
export type CallOptions = {
  /** Ends the call; it then fails with the signal's reason. The server may have done it all the same. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Your own id of the call, a new UUID where not given. A call that changes something and is made again with the same id and
   * body within 24 hours takes effect once, also from another process.
   */
  readonly requestId?: string | undefined;
};

/** The parts between the slashes, as they are meant, not yet encoded. */
export type Path = readonly string[];
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Call = {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly data?: object;
  readonly platform?: 'PLUS';
  readonly expand?: readonly string[] | undefined;
};
export type Page<Item> = { readonly data: Item[]; readonly next: string | null };

/** A call as it is sent, but for what each try has of its own. */
type Request = {
  readonly method: Method;
  readonly url: URL;
  readonly body: string;
  readonly headers: Record<string, string>;
};

/** Whether the body of a success is one of this API. */
type IsOurs = (body: unknown) => boolean;

/** The way of every call: signed, tried, answered. */
export type Transport = {
  /** The `data` of the answer. */
  data<Data>(method: Method, path: Path, call?: Call, options?: CallOptions): Promise<Data>;
  page<Item>(path: Path, call: Call, options?: CallOptions): Promise<Page<Item>>;
};

/** A timer that is set for longer rings at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export function createTransport(options: ClientOptions): Transport {
  const { apiKey, apiSecret, market, retries = 4, timeoutMs = 30_000 } = options;
  for (const [name, value] of Object.entries({ apiKey, apiSecret, market })) {
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing.`);
    if (/^\s|\s$/.test(value)) throw new TypeError(`${name} must not begin or end with a blank or a line end.`);
  }
  if (typeof retries !== 'number' || !(retries >= 0))
    throw new TypeError(`retries must be a number from 0 on. It is ${retries}.`);
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS))
    throw new TypeError(`timeoutMs must be above 0 and at most ${LONGEST_TIMEOUT_MS}. It is ${timeoutMs}.`);
  const origin = originOf(options.baseUrl);
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const key = hmacKey(apiSecret);

  async function tryOnce({ method, url, body, headers }: Request, signal: AbortSignal) {
    const timestamp = Date.now();
    const signature = await hexSignature(await key, signedText(timestamp, method, url.pathname, body));
    const answer = await fetch(url.href, {
      method,
      headers: { ...headers, Authorization: `hmac ${apiKey}:${timestamp}:${signature}` },
      body: body === '' ? null : body,
      signal,
      redirect: 'manual',
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  async function tryInTime(request: Request, isOurs: IsOurs, outer: AbortSignal | undefined) {
    const { url, headers } = request;
    const requestId = headers['Request-ID'] as string;
    const inner = new AbortController();
    const abort = () => inner.abort(outer?.reason);
    const timer = setTimeout(() => inner.abort(), timeoutMs);
    outer?.addEventListener('abort', abort);
    try {
      return readAnswer(await tryOnce(request, inner.signal), isOurs, requestId);
    } catch (error) {
      outer?.throwIfAborted();
      if (error instanceof WaybillError) throw error;
      if (!inner.signal.aborted) throw errorOfSilence(error, url, requestId);
      const message = `${url.origin} did not answer within ${timeoutMs} ms.`;
      throw new WaybillError(message, { code: 'TIMEOUT', requestId });
    } finally {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    }
  }

  async function send(method: Method, path: Path, call: Call, options: CallOptions, isOurs: IsOurs): Promise<unknown> {
    const { signal, requestId = crypto.randomUUID() } = options;
    if (!/^[\x21-\x7e]+$/.test(requestId)) throw new TypeError('requestId must be of visible ASCII characters.');
    const request: Request = {
      method,
      url: urlOf(origin, path, call.query),
      body: call.data === undefined ? '' : JSON.stringify({ data: call.data }),
      headers: {
        'Content-Type': 'application/json',
        Market: market,
        'Request-ID': requestId,
        ...(call.platform === undefined ? {} : { Platform: call.platform }),
        ...(call.expand === undefined ? {} : { Expand: call.expand.join(',') }),
      },
    };
    signal?.throwIfAborted();
    for (let triesMade = 1; ; triesMade += 1) {
      try {
        return await tryInTime(request, isOurs, signal);
      } catch (error) {
        if (!(error instanceof WaybillError)) throw error;
        const delayMs = delayBeforeRetry(error, triesMade, retries, Math.random());
        if (delayMs === undefined) throw error;
        await wait(delayMs, signal);
      }
    }
  }

  return {
    async data<Data>(method: Method, path: Path, call: Call = {}, options: CallOptions = {}) {
      const body = await send(method, path, call, options, hasData);
      return (body as { data: Data } | undefined)?.data as Data;
    },
    async page<Item>(path: Path, call: Call, options: CallOptions = {}) {
      return (await send('GET', path, call, options, isPage)) as Page<Item>;
    },
  };
}

function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '')
    throw new TypeError(`baseUrl must be like https://localhost:8443, without a path. It is "${baseUrl}".`);
  return url.origin;
}

function urlOf(origin: string, path: Path, query: Call['query'] = {}): URL {
  const url = new URL(`/${path.map(encoded).join('/')}`, origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/** Dots alone are a way up to every reader of URLs, and nothing at all is the list above. */
function encoded(part: string): string {
  if (typeof part === 'number')
    throw new TypeError(`An id is text, and ${part} is a number: it holds fewer digits than an id has.`);
  if (typeof part !== 'string' || /^\.{0,2}$/.test(part))
    throw new TypeError(`"${part}" cannot be an id: it would lead to another path.`);
  return encodeURIComponent(part);
}

function hasData(body: unknown): body is { data: object } {
  const { data } = (body ?? {}) as { data?: unknown };
  return typeof data === 'object' && data !== null;
}

function isPage(body: unknown): boolean {
  if (!hasData(body) || !Array.isArray(body.data)) return false;
  const { next } = body as { next?: unknown };
  return next === null || typeof next === 'string';
}

/** A status alone proves nothing: whatever else answers at a wrong address has one too. */
function readAnswer(
  { status, headers, text }: { status: number; headers: { get(name: string): string | null }; text: string },
  isOurs: IsOurs,
  requestId: string,
): unknown {
  const body = parseJson(text);
  if (status >= 200 && status < 300 && (status === 204 || isOurs(body))) return body;
  throw errorOfAnswer({
    status,
    body,
    requestId: headers.get('Request-Id') ?? requestId,
    retryAfterSeconds: readRetryAfter(headers.get('Retry-After'), Date.now()),
  });
}

/** Ends early, with the signal's reason, where the signal does. */
export function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
