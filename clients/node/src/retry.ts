const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8_000;
/** A longer Retry-After is left to the caller. Limits are counted by the minute, so none of them asks for more. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** A try that did not succeed. Without a status nobody answered. */
export type FailedTry = {
  readonly status?: number | undefined;
  readonly code: string;
  readonly retryAfterSeconds?: number | undefined;
};

/**
 * How long to wait before the next try, or undefined where another would be of no use. `random` is from 0 to 1 and keeps
 * clients that failed together from coming back together.
 */
export function delayBeforeRetry(
  failed: FailedTry,
  triesMade: number,
  retries: number,
  random: number,
): number | undefined {
  if (triesMade > retries || !isWorthRetrying(failed)) return undefined;
  if (failed.retryAfterSeconds !== undefined) {
    const askedMs = failed.retryAfterSeconds * 1_000;
    return askedMs > LONGEST_RETRY_AFTER_MS ? undefined : askedMs + random * FIRST_DELAY_MS;
  }
  const longestMs = Math.min(FIRST_DELAY_MS * 2 ** (triesMade - 1), LONGEST_DELAY_MS);
  return (longestMs * (1 + random)) / 2;
}

/** Every one of these is safe: the server does a repeated call once, by its Request-ID. */
function isWorthRetrying({ status, code }: FailedTry): boolean {
  if (status === undefined) return code !== 'UNTRUSTED_CERTIFICATE';
  return status === 408 || status === 429 || status >= 500 || code === 'ERR_REQUEST_IN_PROGRESS';
}

/** Seconds, or a date, as HTTP allows both. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1_000));
}
