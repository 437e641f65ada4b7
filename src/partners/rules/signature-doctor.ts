import { createHmac } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { SignedRequest, Token } from './signature.ts';

type Symptom = { readonly sentence: string; readonly input: (parts: Parts) => string | Buffer | undefined };
type Parts = { timestamp: string; method: string; path: string; query: string; body: Buffer };

const RIGHT_FORM = 'It must be TIMESTAMP, CRLF, METHOD, CRLF, PATH, CRLF, CRLF, BODY';

const join = (parts: readonly string[], body: Buffer | string, newline = '\r\n') =>
  Buffer.concat([Buffer.from(parts.join(newline) + newline + newline), Buffer.from(body)]);

const LARGEST_UNPACKED = 256 * 1024;
/** Deeper than any body of the API. Indented, what is nested a thousand times deep fills the memory. */
const DEEPEST = 20;

/** What was compressed; of what would be larger than any body, nothing. */
function unpacked(body: Buffer): Buffer | undefined {
  try {
    return gunzipSync(body, { maxOutputLength: LARGEST_UNPACKED });
  } catch {
    return undefined;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

function reserialised(body: Buffer, space?: number): string | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (isDeeperThan(DEEPEST, value)) return undefined;
    const text = JSON.stringify(value, null, space);
    return Buffer.from(text).equals(body) ? undefined : text;
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
  {
    sentence:
      'The body was serialised again after signing: the signed text is the compact form. Sign the very bytes that you send.',
    input: ({ timestamp, method, path, body }) => {
      const text = reserialised(body);
      return text === undefined ? undefined : join([timestamp, method, path], text);
    },
  },
  ...[2, 4].map((space) => ({
    sentence: `The body was serialised again after signing: the signed text is indented by ${space}. Sign the very bytes that you send.`,
    input: ({ timestamp, method, path, body }: Parts) => {
      const text = reserialised(body, space);
      return text === undefined ? undefined : join([timestamp, method, path], text);
    },
  })),
  {
    sentence: 'The body is not part of the signed text. Sign the very bytes that you send.',
    input: ({ timestamp, method, path, body }) => (body.length > 0 ? join([timestamp, method, path], '') : undefined),
  },
  {
    sentence: 'The signed text has a body, "{}", and the request has none. Sign the very bytes that you send.',
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
  for (const { sentence, input } of SYMPTOMS) {
    const candidate = input(parts);
    if (candidate !== undefined && matches(secrets.secret, candidate)) return sentence;
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
