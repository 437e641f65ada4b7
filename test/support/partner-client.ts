import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { insistOnReference } from './reference.ts';

/** Signs like a partner's own code would; shares nothing with the server's. */
export function sign(
  secret: string,
  timestamp: string | number,
  method: string,
  path: string,
  body: string | Buffer = '',
): string {
  return createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from(`${timestamp}\r\n${method}\r\n${path}\r\n\r\n`), Buffer.from(body)]))
    .digest('hex');
}

export type Credentials = { readonly apiKey: string; readonly apiSecret: string };

export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a black-box test reads whatever came back
  readonly json: any;
};

export type RawRequest = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly agent?: https.Agent;
  /** As a proxy speaks that has taken the TLS away. */
  readonly plain?: true;
};

/** Calls go over connections that are open already, as those of a partner's own code do. */
const KEPT = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

export type Target = {
  readonly port: number;
  readonly ca: string;
  /** Of another version, to which our reference does not hold. */
  readonly isOther?: true;
};

export function send(
  { port, ca, isOther }: Target,
  { method = 'GET', path, headers = {}, body, agent, plain }: RawRequest,
): Promise<HttpAnswer> {
  // Node adds no length of its own to the body of a GET or DELETE.
  const framed =
    body === undefined || 'transfer-encoding' in headers
      ? headers
      : { 'content-length': String(Buffer.byteLength(body)), ...headers };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers: framed };
    const request = (plain === true ? http : https).request(
      plain === true
        ? { ...options, agent: KEPT.http }
        : { ...options, agent: agent ?? KEPT.https, ca, servername: 'localhost' },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          const { 'content-type': type = '', 'content-encoding': packing } = response.headers;
          const isJson = type.includes('json') && packing === undefined && text !== '';
          const answer: HttpAnswer = {
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string | undefined>,
            bytes,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          };
          try {
            if (isOther !== true) insistOnReference(method, path, answer);
            resolve(answer);
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

export type CallOptions = {
  readonly market?: string | undefined;
  readonly requestId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** What is signed, where that differs from what is sent. */
  readonly signed?: { readonly path?: string; readonly body?: string | Buffer; readonly method?: string };
  readonly timestamp?: number | string;
  readonly agent?: https.Agent;
  readonly plain?: true;
};

export function call(
  target: Target,
  credentials: Credentials,
  now: number,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<HttpAnswer> {
  const { body = '', signed = {}, timestamp = now } = options;
  const signature = sign(
    credentials.apiSecret,
    timestamp,
    signed.method ?? method,
    signed.path ?? (path.split('?')[0] as string),
    signed.body ?? body,
  );
  return send(target, {
    method,
    path,
    headers: {
      authorization: `hmac ${credentials.apiKey}:${timestamp}:${signature}`,
      'content-type': 'application/json',
      ...('market' in options ? (options.market === undefined ? {} : { market: options.market }) : { market: 'HK' }),
      ...(options.requestId === undefined ? {} : { 'request-id': options.requestId }),
      ...(options.headers ?? {}),
    },
    ...(body.length === 0 ? {} : { body }),
    ...(options.agent === undefined ? {} : { agent: options.agent }),
    ...(options.plain === undefined ? {} : { plain: options.plain }),
  });
}
