import { createHmac } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { SignedRequest, Token } from './signature.ts';
import { LARGEST_BYTES, writtenAnew } from './written-anew.ts';

type Symptom = { readonly sentence: string; readonly input: (parts: Parts) => string | Buffer | undefined };
type Candidate = { readonly sentence: string; readonly input: string | Buffer };
type Parts = { timestamp: string; method: string; path: string; query: string; body: Buffer };

const RIGHT_FORM = 'It must be TIMESTAMP, CRLF, METHOD, CRLF, PATH, CRLF, CRLF, BODY';

const SIGN_WHAT_IS_SENT = 'Sign the very bytes that you send.';

const join = (parts: readonly string[], body: Buffer | string, newline = '\r\n') =>
  Buffer.concat([Buffer.from(parts.join(newline) + newline + newline), Buffer.from(body)]);

const LARGEST_UNPACKED = 256 * 1024;

/** What was compressed; of what would be larger than any body, nothing. */
function unpacked(body: Buffer): Buffer | undefined {
  try {
    return gunzipSync(body, { maxOutputLength: LARGEST_UNPACKED });
  } catch {
    return undefined;
  }
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The mistakes that integrators make, each as the input it would have signed. */
const SYMPTOMS: readonly Symptom[] = [
  {
    sentence: `The signed text has LF line endings. ${RIGHT_FORM}, with CRLF (\\r\\n) line endings.`,
    input: ({ timestamp, method, path, body }) => join([timestamp, method, path], body, '\n'),
  },
  {
    sentence: `The signed text has the characters \\r\\n spelled out. ${RIGHT_FORM}, with real line endings.`,
    input: ({ timestamp, method, path, body }) => join([timestamp, method, path], body, '\\r\\n'),
  },
  {
    sentence: `There is only one line ending between path and body. ${RIGHT_FORM}: two line endings before the body.`,
    input: ({ timestamp, method, path, body }) =>
      Buffer.concat([Buffer.from(`${timestamp}\r\n${method}\r\n${path}\r\n`), body]),
  },
  {
    sentence: `There is no empty line after the path. ${RIGHT_FORM}: also without a body, both line endings are signed.`,
    input: ({ timestamp, method, path, body }) =>
      body.length === 0 ? `${timestamp}\r\n${method}\r\n${path}` : undefined,
  },
  ...['\n', '\r\n'].map((end) => ({
    sentence: `The signed text ends with a line break that is not sent. In a shell, echo adds one: use printf. ${SIGN_WHAT_IS_SENT}`,
    input: ({ timestamp, method, path, body }: Parts) =>
      join([timestamp, method, path], Buffer.concat([body, Buffer.from(end)])),
  })),
  ...['\n', '\r\n'].map((end) => ({
    sentence: `The body ends with a line break that is not signed. ${SIGN_WHAT_IS_SENT}`,
    input: ({ timestamp, method, path, body }: Parts) =>
      body.subarray(-end.length).equals(Buffer.from(end))
        ? join([timestamp, method, path], body.subarray(0, -end.length))
        : undefined,
  })),
  {
    sentence: `The body is not part of the signed text. ${SIGN_WHAT_IS_SENT}`,
    input: ({ timestamp, method, path, body }) => (body.length > 0 ? join([timestamp, method, path], '') : undefined),
  },
  {
    sentence: `The signed text has a body, "{}", and the request has none. ${SIGN_WHAT_IS_SENT}`,
    input: ({ timestamp, method, path, body }) =>
      body.length === 0 ? join([timestamp, method, path], '{}') : undefined,
  },
  {
    sentence: 'The signed path has no version. Sign the path as it is sent, beginning with /v3.',
    input: ({ timestamp, method, path, body }) =>
      path.startsWith('/v3/') ? join([timestamp, method, path.slice(3)], body) : undefined,
  },
  {
    sentence:
      'The signature is over the body as it was before it was compressed. Send it as it is, without Content-Encoding.',
    input: ({ timestamp, method, path, body }) => {
      const plain = unpacked(body);
      return plain && join([timestamp, method, path], plain);
    },
  },
  {
    sentence: 'The signed path ends with a slash and the sent one does not. Sign the path as it is sent.',
    input: ({ timestamp, method, path, body }) => join([timestamp, method, `${path}/`], body),
  },
  {
    sentence: 'The signed path has no leading slash. Sign the path as it is sent.',
    input: ({ timestamp, method, path, body }) => join([timestamp, method, path.slice(1)], body),
  },
  {
    sentence: 'The signed path is decoded. Sign the path as it is sent, with its % escapes.',
    input: ({ timestamp, method, path, body }) => {
      const plain = decoded(path);
      return plain === undefined || plain === path ? undefined : join([timestamp, method, plain], body);
    },
  },
  {
    sentence: 'The signed method is in lower case. It must be in upper case.',
    input: ({ timestamp, method, path, body }) => join([timestamp, method.toLowerCase(), path], body),
  },
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((other) => ({
    sentence: `The signed method is ${other}, which is not the one sent.`,
    input: ({ timestamp, method, path, body }: Parts) =>
      method === other ? undefined : join([timestamp, other, path], body),
  })),
  {
    sentence:
      'The signed timestamp is in seconds and the token holds milliseconds. Both must be the same milliseconds.',
    input: ({ timestamp, method, path, body }) => join([timestamp.slice(0, -3), method, path], body),
  },
];

/** Read the clock twice, and the times lie so far apart. */
const LARGEST_GAP_MS = 10;

function* besideTheTimestamp({ timestamp, method, path, body }: Parts): Generator<Candidate> {
  for (let gapMs = 1; gapMs <= LARGEST_GAP_MS; gapMs += 1) {
    for (const [sign, which] of [
      [-1, 'before'],
      [1, 'after'],
    ] as const) {
      yield {
        sentence: `The signed timestamp is ${gapMs} ms ${which} that of the token. Read the clock once, and use that time for both.`,
        input: join([String(Number(timestamp) + sign * gapMs), method, path], body),
      };
    }
  }
}

function* candidatesOf(parts: Parts): Generator<Candidate> {
  for (const { sentence, input } of SYMPTOMS) {
    const candidate = input(parts);
    if (candidate !== undefined) yield { sentence, input: candidate };
  }
  for (const { difference, text } of writtenAnew(parts.body)) {
    yield {
      sentence: `${difference} ${SIGN_WHAT_IS_SENT}`,
      input: join([parts.timestamp, parts.method, parts.path], text),
    };
  }
  if (parts.body.length <= LARGEST_BYTES) yield* besideTheTimestamp(parts);
}

export type KnownSecrets = {
  readonly secret: string;
  readonly webhookSecret: string;
  readonly otherKeys: readonly { readonly publicKey: string; readonly secret: string }[];
  readonly publicKey: string;
};

/** What differed, where that can be told without giving the secret away. */
export function diagnoseSignature(secrets: KnownSecrets, token: Token, request: SignedRequest): string | undefined {
  const parts = { ...request, timestamp: token.timestamp };
  const right = join([parts.timestamp, parts.method, parts.path], parts.body);
  const matches = (secret: string, input: string | Buffer) =>
    createHmac('sha256', secret).update(input).digest('hex') === token.signature;
  for (const { sentence, input } of candidatesOf(parts)) {
    if (matches(secrets.secret, input)) return sentence;
  }
  if (matches(secrets.publicKey, right))
    return 'The request is signed with the API key. It must be signed with the API secret.';
  if (matches(secrets.webhookSecret, right))
    return 'The request is signed with the webhook secret. It must be signed with the API secret.';
  if (matches(`${secrets.secret}\n`, right))
    return 'The API secret used for signing ends with a line break. Remove it.';
  const other = secrets.otherKeys.find(({ secret }) => matches(secret, right));
  if (other !== undefined) return `The request is signed with the secret of another of your keys, ${other.publicKey}.`;
  return undefined;
}

/** What can be seen of a body whatever it was signed with. */
export function hintAtBody(body: Buffer): string {
  if (body.length === 0 || !breaksOff(body.toString())) return '';
  return ` The body that arrived breaks off after ${body.length} bytes, in the middle of its JSON: Content-Length must count bytes, not characters.`;
}

function breaksOff(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const { message } = error as Error;
    const position = /at position (\d+)/.exec(message)?.[1];
    return /end of JSON input|^Unterminated string/.test(message) || Number(position) === text.length;
  }
}
