import { sign } from '../partner-client.ts';
import type { RawCall } from './raw-client.ts';

/** Who calls, and how they show who they are. */
export type Caller =
  | { readonly kind: 'key'; readonly apiKey: string; readonly apiSecret: string }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'cookie'; readonly desk: string; readonly cookie: string }
  | { readonly kind: 'nobody' };

type Framing = 'length' | 'chunked' | 'cut' | 'too short a length' | 'two lengths';

/** A call that is being made up: all of it can still be changed, also into what no library would send. */
export type Draft = {
  method: string;
  path: string;
  query: string;
  caller: Caller;
  headers: [name: string, value: string][];
  /** Undefined: none is sent. */
  json: unknown;
  /** Sent instead of the JSON. */
  body: Buffer | undefined;
  framing: Framing;
  /** The path is not the route's own any more: another may answer. */
  isElsewhere: boolean;
};

/** The very bytes. They are signed as they are, so that a signed call gets as far as its content lets it. */
export function bytesOf(draft: Draft, now: number): RawCall {
  const { method, framing } = draft;
  const body = draft.body ?? (draft.json === undefined ? undefined : Buffer.from(JSON.stringify(draft.json)));
  const target = `${draft.path}${draft.query === '' ? '' : `?${draft.query}`}`;
  const headers = [...credentialsOf(draft, body ?? Buffer.alloc(0), now), ...draft.headers];
  const head = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...framesOf(framing, body),
  ];
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), contentOf(framing, body)]);
  return { method, bytes, isCut: body !== undefined && framing !== 'length' && framing !== 'chunked' };
}

function credentialsOf({ caller, method, path }: Draft, body: Buffer, now: number): [string, string][] {
  switch (caller.kind) {
    case 'key':
      return [
        [
          'Authorization',
          `hmac ${caller.apiKey}:${now}:${sign(caller.apiSecret, now, method, path.split('?')[0] as string, body)}`,
        ],
      ];
    case 'token':
      return [['Authorization', `Bearer ${caller.token}`]];
    case 'cookie':
      return [
        ['Cookie', caller.cookie],
        ['Waybill-App', caller.desk],
      ];
    default:
      return [];
  }
}

function framesOf(framing: Framing, body: Buffer | undefined): readonly string[] {
  if (body === undefined) return [];
  switch (framing) {
    case 'chunked':
      return ['Transfer-Encoding: chunked'];
    case 'too short a length':
      return [`Content-Length: ${Math.max(0, body.length - 3)}`];
    case 'two lengths':
      return [`Content-Length: ${body.length}`, `Content-Length: ${body.length + 1}`];
    default:
      return [`Content-Length: ${body.length}`];
  }
}

function contentOf(framing: Framing, body: Buffer = Buffer.alloc(0)): Buffer {
  if (framing === 'cut') return body.subarray(0, Math.floor(body.length / 2));
  if (framing !== 'chunked' || body.length === 0) return framing === 'chunked' ? Buffer.from('0\r\n\r\n') : body;
  const half = Math.ceil(body.length / 2);
  return Buffer.concat(
    [body.subarray(0, half), body.subarray(half), Buffer.alloc(0)]
      .filter((part, index) => part.length > 0 || index === 2)
      .flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
  );
}

/** For a report: what a reader can send again. */
export function describeDraft(draft: Draft, now: number): string {
  const text = bytesOf(draft, now).bytes.toString('utf8');
  return text.length <= 3_000
    ? text
    : `${text.slice(0, 1_500)}\n… ${text.length - 3_000} more …\n${text.slice(-1_500)}`;
}
