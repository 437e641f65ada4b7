import type { Failure } from './retry.ts';

type Answer = { readonly status: number; readonly retryAfter: string | undefined };

/** Only 200 counts; undefined where it is that. */
export function failureOfAnswer({ status, retryAfter }: Answer): Failure | undefined {
  if (status === 200) return undefined;
  const redirect = status >= 300 && status <= 399 ? ', and redirects are not followed' : '';
  return { status, retryAfter, error: `The receiver answered ${status}${redirect}.` };
}

const TIMEOUTS = ['TimeoutError', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT'];
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection before it answered.',
  UND_ERR_SOCKET: 'The receiver closed the connection before it answered.',
  ENOTFOUND: 'The name of the receiver cannot be found.',
  EAI_AGAIN: 'The name of the receiver cannot be looked up.',
  ERR_FORBIDDEN_ADDRESS: 'The address of the receiver is not on the public internet.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The receiver speaks no TLS at this port.',
};

/** Why nobody answered, in words that give nothing of the network away. */
export function failureOfFault(fault: unknown, limitSeconds: number): Failure {
  const { name = '', code = '' } = (fault ?? {}) as { name?: string; code?: string };
  return { status: undefined, retryAfter: undefined, error: sentenceOf(name, String(code), limitSeconds) };
}

function sentenceOf(name: string, code: string, limitSeconds: number): string {
  if (TIMEOUTS.includes(name) || TIMEOUTS.includes(code))
    return `The receiver did not answer within ${limitSeconds} s.`;
  if (/CERT|SIGNED|ALTNAME|ISSUER/.test(code)) return `The certificate of the receiver is not valid (${code}).`;
  if (name === 'HTTPParserError') return 'The receiver answered with something that is not HTTP.';
  return SENTENCES[code] ?? `The receiver cannot be reached${code === '' ? '' : ` (${code})`}.`;
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
