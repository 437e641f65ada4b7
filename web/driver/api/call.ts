import { learnTime } from '../device/clock.ts';
import { driverIs, heard, settingOut } from '../device/connection.ts';
import { meaningOf } from '../rules/queue.ts';

type Success<Data> = { readonly ok: true; readonly data: Data; readonly next?: string | null };
export type Refusal = {
  readonly ok: false;
  readonly status: number;
  readonly code: string;
  /** The server's own, in English. */
  readonly sentence: string;
  /** A JSON pointer to the field at fault. */
  readonly pointer: string | undefined;
  readonly retryAfterSeconds: number | undefined;
};
export type Answer<Data> = Success<Data> | Refusal;

/** The server was not reached, or did not answer in time. Whether the call took effect is not known. */
export class NoSignal extends Error {}

/** For what is tried again anyway. */
export function ignoreNoSignal(error: unknown): undefined {
  if (error instanceof NoSignal) return undefined;
  throw error;
}

type Options = { readonly data?: unknown; readonly requestId?: string; readonly longestMs?: number };

const HELP = '/emergency';
const LONGEST_MS = 30_000;
const onRefusal = new Set<(refusal: Refusal) => void>();

/** Told of every call that the server refuses: whoever is signed out hears of it by any of them. */
export function listenToRefusals(listener: (refusal: Refusal) => void): void {
  onRefusal.add(listener);
}

/** One call of the drivers' API; `path` is what follows /driver/v1. */
export async function call<Data>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: Options = {},
): Promise<Answer<Data>> {
  const lost = settingOut();
  const { response, body } = await exchange(method, path, options).catch((error: unknown) => {
    if (error instanceof NoSignal) lost();
    throw error;
  });
  heard();
  const answer = response.ok ? ({ ok: true, ...body } as Success<Data>) : refusalFrom(response, body);
  // A call for help is taken from anybody.
  if (path !== HELP) driverIs(meaningOf(answer) === 'SUSPENDED');
  if (answer.ok) return answer;
  for (const listener of onRefusal) listener(answer);
  return answer;
}

async function exchange(method: string, path: string, options: Options) {
  const response = await send(method, path, options);
  return { response, body: await read(response) };
}

async function send(
  method: string,
  path: string,
  { data, requestId, longestMs = LONGEST_MS }: Options,
): Promise<Response> {
  const sentAt = Date.now();
  try {
    const response = await fetch(`/driver/v1${path}`, {
      method,
      headers: { 'Waybill-App': 'driver', ...(requestId === undefined ? {} : { 'Request-ID': requestId }) },
      ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
      cache: 'no-store',
      signal: AbortSignal.timeout(longestMs),
    });
    learnTime({ date: response.headers.get('date'), sentAt, receivedAt: Date.now() });
    return response;
  } catch (error) {
    throw new NoSignal(String(error));
  }
}

/** A body that broke off is no answer; one that is no JSON comes from something between us and the server. */
async function read(response: Response): Promise<object> {
  const text = await response.text().catch((error: unknown) => {
    throw new NoSignal(String(error));
  });
  if (text === '') return { data: undefined };
  try {
    return JSON.parse(text) as object;
  } catch {
    if (response.ok) throw new NoSignal('The answer is not the server’s.');
    return {};
  }
}

function refusalFrom({ status, headers }: Response, body: object): Refusal {
  const { errors } = body as { errors?: readonly { id?: string; message?: string; detail?: string }[] };
  const fault = errors?.[0] ?? {};
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    ok: false,
    status,
    code: fault.id ?? '',
    sentence: fault.message ?? '',
    pointer: fault.detail,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  };
}
