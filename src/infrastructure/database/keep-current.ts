import { SECOND_MS } from '../../foundation/time.ts';
import type { Log } from '../log.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Session } from './session.ts';

const RETRY_MS = 5 * SECOND_MS;

/**
 * Loads now and again after every notification, one load at a time, so that an older state never overwrites a newer one. A load that fails
 * leaves what was there and is tried again.
 */
export async function keepCurrent(
  session: Session,
  channel: string,
  log: Log,
  load: () => Promise<void>,
): Promise<void> {
  const reload = oneAtATime(() =>
    load().catch((error: Error) => {
      // Without its connection the session has said so already, or is being closed.
      if (session.nodeNumber() !== undefined)
        log.error({ err: error, channel }, 'what was changed cannot be used; the old stays');
      setTimeout(() => void reload(), RETRY_MS).unref();
    }),
  );
  await load();
  session.listen(channel, () => void reload());
}
