import { WaybillError } from './errors.ts';
import { parseJson } from './json.ts';
import { bytesOfBase64, bytesOfHex, hmacKey, isSignature, signedText } from './signing.ts';
import type { WebhookEvent } from './webhook-events.ts';

const SECRET_PREFIX = 'whsec_';

type Headers = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

type WebhookRequest = {
  /** The body as it came, byte for byte: not parsed, and not printed again from what was parsed. */
  readonly body: string | Uint8Array;
  /** How far the timestamp may lie from this machine's clock, either way. 300 where not given. */
  readonly toleranceSeconds?: number | undefined;
};

/** The Standard Webhooks headers. Prefer this: it covers the whole body, and a new API key changes nothing about it. */
export type SignedHeaders = WebhookRequest & {
  /** Of a `Request`, or of Node's `IncomingMessage`. */
  readonly headers: Headers;
  /** Shown in the portal and by `waybill partner webhook-secret`. Begins with `whsec_`. */
  readonly webhookSecret: string;
};

/** The signature inside the body. It covers `timestamp` and `data`, but neither `eventId` nor `eventType`. */
export type SignedBody = WebhookRequest & {
  /** The secret of your newest API key. */
  readonly apiSecret: string;
  /** The URL as you have registered it. */
  readonly url: string;
};

/**
 * The event that a webhook brings, or an error with the code `INVALID_WEBHOOK` where it is forged, changed or too old.
 * Undefined for the empty request that is sent when the URL is registered. Answer both with status 200.
 *
 * The same event may come more than once, always with the same `eventId`: keep the ids that you have acted on.
 */
export async function verifyWebhook(request: SignedHeaders | SignedBody): Promise<WebhookEvent | undefined> {
  const text = textOf(request.body);
  if (text === '') return undefined;
  const event = eventIn(text);
  const timestamp = 'apiSecret' in request ? await checkBody(request, text, event) : await checkHeaders(request, text);
  const tolerance = request.toleranceSeconds ?? 300;
  const ageSeconds = Math.floor(Date.now() / 1_000) - timestamp;
  if (!(Math.abs(ageSeconds) <= tolerance))
    throw invalid(
      `It is ${Math.abs(ageSeconds)} seconds ${ageSeconds > 0 ? 'old' : 'ahead'}; ${tolerance} are allowed.`,
    );
  return event;
}

async function checkHeaders({ headers, webhookSecret }: SignedHeaders, text: string): Promise<number> {
  const secret = webhookSecret?.startsWith(SECRET_PREFIX)
    ? bytesOfBase64(webhookSecret.slice(SECRET_PREFIX.length))
    : undefined;
  // Whoever knows that a secret is empty can sign with it.
  if (!secret?.length) throw new TypeError(`webhookSecret must begin with ${SECRET_PREFIX}.`);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const key = await hmacKey(secret);
  // While a secret is being changed there is a signature by each of the two.
  for (const signature of headerOf(headers, 'webhook-signature').split(' ')) {
    const [version, base64 = ''] = signature.split(',');
    const bytes = version === 'v1' ? bytesOfBase64(base64) : undefined;
    if (bytes !== undefined && (await isSignature(key, bytes, `${id}.${timestamp}.${text}`))) return Number(timestamp);
  }
  throw invalid('No signature in webhook-signature is by this webhookSecret over this body.');
}

async function checkBody({ apiSecret, url }: SignedBody, text: string, event: Envelope): Promise<number> {
  if (!apiSecret) throw new TypeError('apiSecret is missing.');
  const signature = bytesOfHex(event.signature);
  const signed = signedText(event.timestamp, 'POST', new URL(url).pathname, dataTextIn(text));
  if (signature === undefined || !(await isSignature(await hmacKey(apiSecret), signature, signed)))
    throw invalid('Its signature is not by this apiSecret over this data, sent to this url.');
  return event.timestamp;
}

type Envelope = WebhookEvent & { readonly signature: string };

function eventIn(text: string): Envelope {
  const event = parseJson(text) as Partial<Envelope> | null | undefined;
  if (typeof event?.timestamp === 'number' && typeof event.signature === 'string' && typeof event.data === 'object')
    return event as Envelope;
  throw invalid('Its body is not an event.');
}

/**
 * The bytes of `data` as they were signed. It is the last field, and none before it can hold these characters unescaped, so what
 * is found here is also what the parser has found.
 */
function dataTextIn(text: string): string {
  const mark = ',"data":';
  return text.slice(text.indexOf(mark) + mark.length, -1);
}

function textOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  // As frameworks leave it that read no bodies. It would be decoded as the empty one of a registration.
  if (body === undefined) throw new TypeError('body is missing.');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw invalid('Its body is not text.');
  }
}

function headerOf(headers: Headers, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return [found?.[1] ?? ''].flat().join(' ');
}

function invalid(reason: string): WaybillError {
  return new WaybillError(`The webhook cannot be trusted. ${reason}`, { code: 'INVALID_WEBHOOK' });
}
