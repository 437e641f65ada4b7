import { DRIVERS_CHANNEL } from '../drivers/index.ts';
import { formatInstant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Session } from '../infrastructure/database/session.ts';
import { createLive, type Live } from '../infrastructure/http/live.ts';
import { addressOf } from '../infrastructure/http/request-context.ts';
import type { DriverApi } from './driver-api.ts';
import { WorkWire, workToWire } from './live-wire.ts';
import { readWorkNow, type WorkDeps } from './read-work-now.ts';

export type LiveDeps = WorkDeps & { readonly clock: Clock; readonly session: Session };

/** All drivers of a depot may share an address. */
const LIMITS = { mostOfSubject: 3, mostFrom: 2_000, mostInAll: 20_000 };

export function addLiveRoute(api: DriverApi, deps: LiveDeps): Live {
  const { clock, session } = deps;
  const live = createLive({ event: 'work', ...LIMITS, beside: () => ({ now: formatInstant(clock.now()) }) });
  session.listen(DRIVERS_CHANNEL, live.show);
  api.get(
    '/driver/v1/live',
    {
      operationId: 'watchWork',
      summary: 'My work as it changes',
      description:
        'Server-sent events of type "work", each with all of it. Its id names what it shows: sent back as Last-Event-ID, nothing comes until something has changed. Every 15 seconds an event of type "here" says that the connection lives.',
      streams: 'text/event-stream',
      answers: { 200: WorkWire },
    },
    async ({ driver, isSignedIn, reply }) => {
      live.open(reply, {
        subject: driver.id,
        from: addressOf(reply.request),
        look: async () => {
          await isSignedIn();
          return workToWire(await readWorkNow(deps, driver, clock.now()));
        },
      });
      return undefined;
    },
  );
  return live;
}
