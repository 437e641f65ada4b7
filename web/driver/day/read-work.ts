import { type Answer, call, ignoreNoSignal } from '../api/call.ts';
import type { Me, ParcelWork } from '../api/types.ts';
import { meaningOf, pauseBefore } from '../rules/queue.ts';
import { asking, known, learn, type Subject } from './known.ts';

const PROBE_MS = 10_000;

/** Everything anew; throws `NoSignal` where the server is not reached. Either way it is asked for until there is an answer. */
export async function readWork(driverId: string): Promise<void> {
  const ask = () => call<Me>('GET', '/me', { longestMs: PROBE_MS });
  const take = (me: Me, isNewest: boolean) => {
    if (isNewest) learn(driverId, 'work', { me, order: me.order });
    // Better than nobody, should the next answer never come.
    else if (known.get()?.me === undefined) learn(driverId, 'work', { me });
  };
  await untilNewest('work', ask, take, () => onceMore(driverId, readWork));
}

export async function readParcels(driverId: string, parcelsRevision: string | undefined): Promise<void> {
  const ask = () => call<ParcelWork>('GET', '/parcels');
  const take = (parcels: ParcelWork, isNewest: boolean) => {
    if (isNewest || known.get()?.parcels === undefined) learn(driverId, 'parcels', { parcels, parcelsRevision });
  };
  await untilNewest('parcels', ask, take, () => onceMore(driverId, (id) => readParcels(id, parcelsRevision)));
}

/** Unless the driver has signed out meanwhile. */
function onceMore(driverId: string, read: (driverId: string) => Promise<void>): void {
  if (known.get()?.driverId === driverId) void read(driverId).catch(ignoreNoSignal);
}

/** What is being asked for, each by one for all. */
const states = { work: newState(), parcels: newState() };

function newState() {
  return {
    questions: 0,
    underWay: 0,
    triesInVain: 0,
    waiting: undefined as ReturnType<typeof setTimeout> | undefined,
    again: () => {},
  };
}

/** Now, or after a pause, as it could not be read the last time. */
export function isBeingRead(subject: Subject): boolean {
  const { underWay, waiting } = states[subject];
  return underWay > 0 || waiting !== undefined;
}

/** Asks until nothing else was learned meanwhile: that might be newer than the answer, and the stream tells nothing twice. */
async function untilNewest<Data>(
  subject: Subject,
  ask: () => Promise<Answer<Data>>,
  take: (data: Data, isNewest: boolean) => void,
  again: () => void,
): Promise<void> {
  const state = states[subject];
  for (;;) {
    const question = ++state.questions;
    const isStillNewest = asking(subject);
    state.underWay++;
    const answer = await ask()
      .catch((error: unknown) => {
        askLater(subject, again);
        throw error;
      })
      .finally(() => state.underWay--);
    if (!answer.ok) {
      if (meaningOf(answer) === 'WAIT') askLater(subject, again, answer.retryAfterSeconds);
      return;
    }
    const isLast = question === state.questions;
    if (isLast) endWaiting(subject);
    const isNewest = isStillNewest();
    take(answer.data, isNewest);
    // Whoever has asked since then goes on asking: one for all of them, or they would contradict one another for ever.
    if (isNewest || !isLast) return;
  }
}

function askLater(subject: Subject, again: () => void, retryAfterSeconds?: number): void {
  const state = states[subject];
  state.again = again;
  state.waiting ??= setTimeout(
    () => {
      state.waiting = undefined;
      state.again();
    },
    pauseBefore(state.triesInVain++, Math.random(), retryAfterSeconds).pauseMs,
  );
}

function endWaiting(subject: Subject): void {
  const state = states[subject];
  clearTimeout(state.waiting);
  state.waiting = undefined;
  state.triesInVain = 0;
}
