import { ignoreNoSignal } from '../api/call.ts';
import type { LiveWork } from '../api/types.ts';
import { contact, heard, notReached, returns, streamIs } from '../device/connection.ts';
import { wakeOutbox, wakeRested } from '../device/outbox.ts';
import { pauseAfter } from '../rules/queue.ts';
import { known, learn } from './known.ts';
import { isBeingRead, readParcels, readWork } from './read-work.ts';

const LOOK_MS = 10_000;
/** The server says every 15 seconds that it is there, by the stream. */
const LONGEST_SILENCE_MS = 40_000;

/** Keeps what is known up to date until it is stopped. */
export function stayInformed(driverId: string): () => void {
  let stream: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let streamedAt = 0;
  let toldRevision: string | undefined;
  const stopped = new AbortController();
  const { signal } = stopped;

  function open(): void {
    clearTimeout(reopening);
    stream?.close();
    stream = new EventSource('/driver/v1/live');
    streamedAt = Date.now();
    const streamed = () => {
      streamedAt = Date.now();
      heard();
    };
    stream.onopen = () => {
      failures = 0;
      streamIs(true);
      streamed();
      wakeOutbox();
    };
    stream.addEventListener('here', streamed);
    stream.addEventListener('work', ({ data }) => {
      streamed();
      const news = JSON.parse(data) as LiveWork;
      toldRevision = news.parcelsRevision;
      tellNews(driverId, news);
    });
    stream.onerror = () => {
      streamIs(false);
      ask();
      // Where the server itself has said no the browser does not come back by itself.
      if (stream?.readyState === EventSource.CLOSED)
        reopening = setTimeout(open, pauseAfter(failures++, Math.random()));
    };
  }

  function ask(): void {
    void readWork(driverId)
      // The stream tells of parcels; without it they are asked for.
      .then(() => (contact.get().streams ? undefined : readParcels(driverId, undefined)))
      .catch(ignoreNoSignal);
  }

  function comeBack(wake: () => void): void {
    if (stream?.readyState !== EventSource.OPEN) open();
    wake();
    ask();
  }

  let wasDoubted = false;
  const unsubscribe = [
    returns.subscribe(() => comeBack(wakeRested)),
    contact.subscribe(() => {
      const { doubted } = contact.get();
      const isNew = doubted && !wasDoubted;
      wasDoubted = doubted;
      if (isNew) ask();
    }),
  ];
  const look = setInterval(() => {
    const { streams, failed } = contact.get();
    if (failed) ask();
    // It looks open, and is dead: calls get through, and offers never would.
    else if (streams && Date.now() - streamedAt > LONGEST_SILENCE_MS) open();
    // The stream tells it once.
    else if (streams && toldRevision !== known.get()?.parcelsRevision && !isBeingRead('parcels'))
      void readParcels(driverId, toldRevision).catch(ignoreNoSignal);
  }, LOOK_MS);
  addEventListener('online', () => comeBack(wakeOutbox), { signal });
  addEventListener('offline', notReached, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && comeBack(wakeOutbox), {
    signal,
  });

  open();
  ask();
  return () => {
    stopped.abort();
    for (const leave of unsubscribe) leave();
    clearInterval(look);
    clearTimeout(reopening);
    stream?.close();
    streamIs(false);
  };
}

function tellNews(driverId: string, { onlineSince, order, offers, parcelsRevision }: LiveWork): void {
  const before = known.get();
  const me = before?.me && { ...before.me, onlineSince };
  learn(driverId, 'work', { order, offers, ...(me === undefined ? {} : { me }) });
  if (before?.parcels === undefined || before.parcelsRevision !== parcelsRevision)
    void readParcels(driverId, parcelsRevision).catch(ignoreNoSignal);
}
