import { createHmac } from 'node:crypto';
import { type Instant, SECOND_MS } from '../../foundation/time.ts';

export type Envelope = {
  readonly apiKey: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly data: unknown;
  /** The registered address. */
  readonly url: string;
  readonly at: Instant;
};
type SignInBody = (timestamp: string, method: string, path: string, body: string) => string;

export const VERSION = 'v3';
const SECRET_PREFIX = 'whsec_';

/** The body of a push. The bytes of `data` that are signed are the bytes that are sent. */
export function bodyOf({ apiKey, eventId, eventType, data, url, at }: Envelope, sign: SignInBody): string {
  const timestamp = secondsOf(at);
  const dataText = JSON.stringify(data);
  const signature = sign(String(timestamp), 'POST', new URL(url).pathname, dataText);
  const head = JSON.stringify({ apiKey, timestamp, signature, eventId, eventType, eventVersion: VERSION });
  return `${head.slice(0, -1)},"data":${dataText}}`;
}

/** The headers of Standard Webhooks, with a signature for each secret that is alive. */
export function standardHeaders(
  eventId: string,
  at: Instant,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = secondsOf(at);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

function secondsOf(at: Instant): number {
  return Math.floor(at / SECOND_MS);
}
