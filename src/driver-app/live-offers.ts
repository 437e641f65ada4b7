import type { ServerResponse } from 'node:http';
import { DeliveryError } from '../foundation/errors.ts';
import { SECOND_MS } from '../foundation/time.ts';
import type { Session } from '../infrastructure/database/session.ts';
import { oneAtATime } from '../infrastructure/one-at-a-time.ts';

const LOOK_AGAIN_MS = 15 * SECOND_MS;
const MOST_DEVICES = 3;

/** Keeps drivers' devices informed: each change is sent once, and a silent connection is kept alive. */
export type LiveConnections = {
  add(driverId: string, response: ServerResponse, look: () => Promise<unknown>): void;
  closeAll(): void;
};

type Live = { readonly driverId: string; readonly response: ServerResponse; show(): void };

export function createLiveConnections(session: Session, channel: string): LiveConnections {
  const connections = new Set<Live>();
  const showAll = (driverId?: string) => {
    for (const live of connections) if (driverId === undefined || live.driverId === driverId) live.show();
  };
  session.listen(channel, showAll);
  const timer = setInterval(() => {
    for (const { response } of connections) response.write(': still here\n\n');
    showAll();
  }, LOOK_AGAIN_MS);
  timer.unref();
  return {
    add(driverId, response, look) {
      const others = [...connections].filter((known) => known.driverId === driverId);
      for (const oldest of others.slice(0, Math.max(0, others.length + 1 - MOST_DEVICES))) oldest.response.end();
      const live = { driverId, response, show: showChanges(response, look) };
      connections.add(live);
      response.on('close', () => connections.delete(live));
      live.show();
    },
    closeAll() {
      clearInterval(timer);
      for (const { response } of connections) response.end();
    },
  };
}

/** What has not changed since the last look is not sent again. */
function showChanges(response: ServerResponse, look: () => Promise<unknown>): () => void {
  let last = '';
  let number = 0;
  return oneAtATime(async () => {
    const seen = JSON.stringify(await look().catch((error: unknown) => leave(response, error)));
    if (seen === undefined || seen === last || response.writableEnded) return;
    last = seen;
    number += 1;
    response.write(`id: ${number}\nevent: offers\ndata: ${seen}\n\n`);
  });
}

/** A device that was signed out hears nothing more; a database that is away for a moment is looked at again later. */
function leave(response: ServerResponse, error: unknown): undefined {
  if (error instanceof DeliveryError) response.end();
  return undefined;
}
