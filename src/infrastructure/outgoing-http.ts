import http from 'node:http';
import https from 'node:https';

export type JsonRequest = {
  readonly method?: 'GET' | 'POST';
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly traceparent?: string | undefined;
  /** The time limit, among other things: nothing here waits longer than its signal. */
  readonly signal: AbortSignal;
  readonly maxBytes: number;
};

/** The service was there and did not do what it was asked. */
export class ServiceError extends Error {
  readonly status: number;

  constructor(service: string, status: number) {
    super(`${service} answered ${status}`);
    this.status = status;
  }
}

/** Asks a service of the operator's choice for JSON. Anything but 200 with JSON of bearable size is an error. */
export async function fetchJson(url: URL, request: JsonRequest): Promise<unknown> {
  request.signal.throwIfAborted();
  const answer = await send(url, request);
  // The query may hold a key and the path an address, so a message names the host only.
  const service = url.host;
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new ServiceError(service, answer.statusCode ?? 0);
  }
  const text = (await readCapped(answer, request.maxBytes, service)).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${service} answered with something that is not JSON`);
  }
}

/** Hands JSON to a service of the operator's choice. Any 2xx means that it was taken; what else is said is not read. */
export async function postJson(url: URL, request: Omit<JsonRequest, 'method' | 'maxBytes'>): Promise<void> {
  request.signal.throwIfAborted();
  const answer = await send(url, { ...request, method: 'POST' });
  answer.destroy();
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) throw new ServiceError(url.host, status);
}

function send(url: URL, request: Omit<JsonRequest, 'maxBytes'>): Promise<http.IncomingMessage> {
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const headers = {
    accept: 'application/json',
    'user-agent': 'waybill',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...(request.traceparent === undefined ? {} : { traceparent: request.traceparent }),
    ...request.headers,
  };
  const options = { method: request.method ?? 'GET', headers, signal: request.signal };
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, options, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function readCapped(answer: http.IncomingMessage, maxBytes: number, service: string): Promise<Buffer> {
  const tooLong = () => new Error(`${service} answered with more than ${maxBytes} bytes`);
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) {
    answer.destroy();
    throw tooLong();
  }
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving this loop by a throw destroys the connection, so that the rest is never received.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
