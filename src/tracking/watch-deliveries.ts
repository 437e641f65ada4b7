import type { FastifyReply } from 'fastify';
import { latestPositions } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { SECOND_MS } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { Session } from '../infrastructure/database/session.ts';
import { createLive } from '../infrastructure/http/live.ts';
import type { Log } from '../infrastructure/log.ts';
import { oneAtATime } from '../infrastructure/one-at-a-time.ts';
import { DELIVERIES_CHANNEL } from '../orders/index.ts';
import type { ReadDelivery, Tracked } from './read-delivery.ts';

const LOOK_AT_DRIVERS_MS = 3 * SECOND_MS;
/** A link goes to all recipients of an order, their families and their offices. */
const MOST_OF_DELIVERY = 100;
/** A phone company's customers may share one. */
const MOST_FROM_ADDRESS = 200;
const MOST_IN_ALL = 5_000;

type WatchDeps = {
  readonly database: Database;
  readonly session: Session;
  readonly log: Log;
  readonly readDelivery: ReadDelivery;
};

type Watcher = {
  readonly token: string;
  readonly from: string;
  show(tracked: Tracked): Promise<unknown>;
};

/** Live pages: woken when the delivery changes, and when its driver has moved. */
export type Watching = {
  open(reply: FastifyReply, first: Tracked, watcher: Watcher): void;
  close(): void;
};

export function watchDeliveries({ database, session, log, readDelivery }: WatchDeps): Watching {
  const live = createLive({
    event: 'delivery',
    mostOfSubject: MOST_OF_DELIVERY,
    mostFrom: MOST_FROM_ADDRESS,
    mostInAll: MOST_IN_ALL,
  });
  /** The driver of each delivery that is watched, and where that driver was seen. */
  const drivers = new Map<string, { readonly driverId: string; readonly seenAt: number | undefined }>();
  session.listen(DELIVERIES_CHANNEL, live.show);

  function note({ delivery: { streamId, driverId } }: Tracked): void {
    if (driverId === undefined) drivers.delete(streamId);
    else if (drivers.get(streamId)?.driverId !== driverId) drivers.set(streamId, { driverId, seenAt: undefined });
  }

  /** One statement for all drivers who are watched. */
  const lookAtDrivers = oneAtATime(async () => {
    const watched = live.subjects();
    for (const streamId of drivers.keys()) if (!watched.has(streamId)) drivers.delete(streamId);
    if (drivers.size === 0) return;
    const driverIds = [...new Set([...drivers.values()].map(({ driverId }) => driverId))];
    const positions = await latestPositions(database, driverIds);
    for (const [streamId, { driverId, seenAt }] of drivers) {
      const at = positions.get(driverId)?.at;
      if (at === seenAt) continue;
      drivers.set(streamId, { driverId, seenAt: at });
      live.show(streamId);
    }
  });
  const timer = setInterval(() => {
    lookAtDrivers().catch((error: unknown) => log.warn({ err: error }, 'drivers on live pages could not be looked at'));
  }, LOOK_AT_DRIVERS_MS);
  timer.unref();

  return {
    open(reply, first, { token, from, show }) {
      note(first);
      live.open(reply, {
        subject: first.delivery.streamId,
        from,
        async look() {
          const tracked = await readDelivery(token);
          if (tracked === undefined) throw new DeliveryError('ERR_NOT_FOUND');
          note(tracked);
          return show(tracked);
        },
      });
    },
    close() {
      clearInterval(timer);
      live.closeAll();
    },
  };
}
