import type { ErrorCode } from './api-types.ts';

/** What this client itself has to say, where no answer of the server says it. */
export type ClientErrorCode =
  /** Nobody answered. `cause` says why. */
  | 'NO_ANSWER'
  /** The time of a try, or of waiting for something, was up. */
  | 'TIMEOUT'
  /** The server's certificate is not by an authority that this machine trusts. */
  | 'UNTRUSTED_CERTIFICATE'
  /** Something answered that does not speak this API. */
  | 'UNREADABLE_ANSWER'
  /** A webhook is not what it claims to be. */
  | 'INVALID_WEBHOOK';

/** One thing that is wrong with a call. */
export type Fault = {
  readonly code: ErrorCode;
  /** One sentence that says what is wrong and what was expected. */
  readonly message: string;
  /** JSON pointer to the field at fault, such as `/data/stops/2/coordinates/lat`. */
  readonly detail?: string;
};

type Details = {
  readonly code: ErrorCode | ClientErrorCode;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly faults?: readonly Fault[];
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
};

/** The one error of this client. Its `message` is the server's own sentence and says what to do. */
export class WaybillError extends Error {
  override readonly name = 'WaybillError';
  /** What went wrong, as one word to decide by. See also {@link WaybillError.is}. */
  readonly code: ErrorCode | ClientErrorCode;
  /** The HTTP status, or undefined where nobody answered. */
  readonly status: number | undefined;
  /** JSON pointer to the field at fault, where one field is. */
  readonly detail: string | undefined;
  /** Quote it to support. The same for all tries of a call. */
  readonly requestId: string | undefined;
  /** Everything that is wrong with the call, not only the first. */
  readonly faults: readonly Fault[];
  /** How long the server asks to wait, where it does. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { code, status, requestId, faults = [], retryAfterSeconds, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.detail = faults[0]?.detail;
    this.requestId = requestId;
    this.faults = faults;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** `if (error instanceof WaybillError && error.is('ERR_INSUFFICIENT_CREDIT')) …` */
  is<Code extends ErrorCode | ClientErrorCode>(code: Code): this is WaybillError & { readonly code: Code } {
    return this.code === code;
  }
}

type Answer = {
  readonly status: number;
  readonly body: unknown;
  readonly requestId: string;
  readonly retryAfterSeconds: number | undefined;
};

/** The error that a refusal is; both of the API's forms of `errors` are read. */
export function errorOfAnswer({ status, body, requestId, retryAfterSeconds }: Answer): WaybillError {
  const faults = faultsOf(body);
  const [first] = faults;
  if (first === undefined) {
    const message = `Something answered with status ${status} that does not speak this API. Check baseUrl, and what stands in front of it.`;
    return new WaybillError(message, { code: 'UNREADABLE_ANSWER', status, requestId, retryAfterSeconds });
  }
  const message = faults.map((fault) => fault.message).join(' ');
  return new WaybillError(message, { code: first.code, status, requestId, faults, retryAfterSeconds });
}

function faultsOf(body: unknown): readonly Fault[] {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: unknown };
  const listed = [errors].flat().flatMap((fault): Fault[] => {
    const { id, message: sentence, detail } = (fault ?? {}) as Record<string, unknown>;
    if (typeof id !== 'string') return [];
    const text = typeof sentence === 'string' ? sentence : id;
    return [{ code: id as ErrorCode, message: text, ...(typeof detail === 'string' ? { detail } : {}) }];
  });
  if (listed.length > 0 || typeof message !== 'string') return listed;
  return [{ code: message as ErrorCode, message }];
}

const CERTIFICATE_FAULT = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** The error that a try without an answer is. Fetch hides why in the causes of what it throws. */
export function errorOfSilence(cause: unknown, url: URL, requestId: string): WaybillError {
  const reason = deepestCause(cause);
  if (CERTIFICATE_FAULT.test(String(reason.code))) {
    const message = `The certificate of ${url.origin} is not trusted: ${reason.message}. For a sandbox, start Node with NODE_EXTRA_CA_CERTS=.waybill/tls/ca.pem.`;
    return new WaybillError(message, { code: 'UNTRUSTED_CERTIFICATE', requestId, cause });
  }
  return new WaybillError(`${url.origin} gave no answer: ${reason.message}.`, { code: 'NO_ANSWER', requestId, cause });
}

function deepestCause(error: unknown): { readonly message: string; readonly code?: unknown } {
  if (!(error instanceof Error)) return { message: String(error) };
  if (error.cause instanceof Error) return deepestCause(error.cause);
  const { code } = error as { code?: unknown };
  return { message: error.message || String(code ?? error.name), code };
}
