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

export async function untilPrintable<Kind extends Pick<Labels, 'status' | 'url'>>(
  look: (options: CallOptions) => Promise<Kind>,
  { signal, timeoutMs = WAIT_MS }: WaitOptions = {},
): Promise<Printable<Kind>> {
  const endsAt = Date.now() + timeoutMs;
  for (;;) {
    const labels = await look({ signal });
    if (labels.status === 'GENERATED' && labels.url !== null) return labels as Printable<Kind>;
    if (Date.now() + LOOK_EVERY_MS > endsAt)
      throw new WaybillError(`The labels were not drawn within ${timeoutMs} ms. Look again later.`, {
        code: 'TIMEOUT',
      });
    await wait(LOOK_EVERY_MS, signal);
  }
}
