import type { Labels } from './api-types.ts';
import { WaybillError } from './errors.ts';
import { type CallOptions, wait } from './transport.ts';

/** A label that can be downloaded, without a signature, until its link ends after an hour. */
export type Printable<Kind extends Pick<Labels, 'status' | 'url'>> = Omit<Kind, 'status' | 'url'> & {
  status: 'GENERATED';
  url: string;
};
export type WaitOptions = Pick<CallOptions, 'signal'> & {
  /** How long to wait; a minute where not given. After it the wait fails with the code `TIMEOUT`. */
  readonly timeoutMs?: number | undefined;
};

const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
/** A timer that is set for longer rings at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export async function untilPrintable<Kind extends Pick<Labels, 'status' | 'url'>>(
  look: (options: CallOptions) => Promise<Kind>,
  { signal, timeoutMs = WAIT_MS }: WaitOptions = {},
): Promise<Printable<Kind>> {
  const endsAt = Date.now() + timeoutMs;
  const tooLate = new WaybillError(`The labels were not drawn within ${timeoutMs} ms. Look again later.`, {
    code: 'TIMEOUT',
  });
  for (;;) {
    const labels = await before(endsAt, tooLate, signal, look);
    if (labels.status === 'GENERATED' && labels.url !== null) return labels as Printable<Kind>;
    if (Date.now() + LOOK_EVERY_MS > endsAt) throw tooLate;
    await wait(LOOK_EVERY_MS, signal);
  }
}

/** A look that is tried again and again by itself may take longer than there is time left. */
async function before<Kind>(
  endsAt: number,
  tooLate: WaybillError,
  signal: AbortSignal | undefined,
  look: (options: CallOptions) => Promise<Kind>,
): Promise<Kind> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(tooLate), Math.min(endsAt - Date.now(), LONGEST_TIMER_MS));
  try {
    return await look({ signal: AbortSignal.any([ending.signal, ...(signal === undefined ? [] : [signal])]) });
  } finally {
    clearTimeout(timer);
  }
}
