import type { Failure } from './retry.ts';

type Answer = { readonly status: number; readonly retryAfter: string | undefined };

const REDIRECTS = [301, 302, 303, 307, 308];

/** Only 200 counts; undefined where it is that. */
export function failureOfAnswer({ status, retryAfter }: Answer): Failure | undefined {
  if (status === 200) return undefined;
  const redirect = REDIRECTS.includes(status) ? ', and redirects are not followed' : '';
  return { status, retryAfter, error: `The receiver answered ${status}${redirect}.` };
}

const TIMEOUTS = ['TimeoutError', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT'];
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection before it answered.',
  UND_ERR_SOCKET: 'The receiver closed the connection before it answered.',
  UND_ERR_CONNECT_TIMEOUT: 'No connection to the receiver came about in time.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too long.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The answer contradicts itself on its length.',
  ENOTFOUND: 'The name of the receiver cannot be found.',
  EAI_AGAIN: 'The name of the receiver cannot be looked up.',
  ERR_FORBIDDEN_ADDRESS: 'The address of the receiver is not on the public internet.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The receiver speaks no TLS at this port.',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'The receiver speaks no TLS 1.2 or later.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate of the receiver is not valid (UNABLE_TO_VERIFY_LEAF_SIGNATURE): it must send the intermediate certificates too.',
};
/** By the message of a fault that otherwise looks like a closed connection. */
const UNASKED: Readonly<Record<string, string>> = {
  'bad response': 'The receiver answered 100, which nobody had asked for.',
  'bad upgrade': 'The receiver answered 101, which nobody had asked for.',
};

/** Why nobody answered, in words that give nothing of the network away. */
export function failureOfFault(fault: unknown, limitSeconds: number): Failure {
  const { name = '', code = '', message = '' } = (fault ?? {}) as { name?: string; code?: string; message?: string };
  const error = UNASKED[message] ?? sentenceOf(name, String(code), limitSeconds);
  return { status: undefined, retryAfter: undefined, error };
}

function sentenceOf(name: string, code: string, limitSeconds: number): string {
  if (TIMEOUTS.includes(name) || TIMEOUTS.includes(code))
    return `The receiver did not answer within ${limitSeconds} s.`;
  const sentence = SENTENCES[code];
  if (sentence !== undefined) return sentence;
  if (/^ERR_SSL_.*_ALERT_/.test(code)) return `The receiver refused the TLS connection (${code}).`;
  if (/CERT|SIGNED|ALTNAME|ISSUER/.test(code)) return `The certificate of the receiver is not valid (${code}).`;
  if (name === 'HTTPParserError') return 'The receiver answered with something that is not HTTP.';
  return `The receiver cannot be reached${code === '' ? '' : ` (${code})`}.`;
}

export const NO_KEY: Failure = {
  status: undefined,
  retryAfter: undefined,
  error: 'There is no active API key to sign with.',
};

const MOST_BYTES = 500;

/** The first bytes of an answer as text that can be stored. */
export function startOfAnswer(start: Buffer): string {
  const text = start.subarray(0, MOST_BYTES).toString('utf8').replaceAll('\0', '');
  return Buffer.from(text).subarray(0, MOST_BYTES).toString('utf8');
}
