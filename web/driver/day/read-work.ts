import { type Answer, call } from '../api/call.ts';
import type { Me, ParcelWork } from '../api/types.ts';
import { asking, known, learn, type Subject } from './known.ts';

const PROBE_MS = 10_000;

/** Everything anew; throws `NoSignal` where the server is not reached. */
export async function readWork(driverId: string): Promise<void> {
  const ask = () => call<Me>('GET', '/me', { longestMs: PROBE_MS });
  await untilNewest('work', ask, (me, isNewest) => {
    if (isNewest) learn(driverId, 'work', { me, order: me.order });
    // Better than nobody, should the next answer never come.
    else if (known.get()?.me === undefined) learn(driverId, 'work', { me });
  });
}

export async function readParcels(driverId: string, parcelsRevision: string | undefined): Promise<void> {
  const ask = () => call<ParcelWork>('GET', '/parcels');
  await untilNewest('parcels', ask, (parcels, isNewest) => {
    if (isNewest || known.get()?.parcels === undefined) learn(driverId, 'parcels', { parcels, parcelsRevision });
  });
}

const questions = { work: 0, parcels: 0 };

/** Asks until nothing else was learned meanwhile: that might be newer than the answer, and the stream tells nothing twice. */
async function untilNewest<Data>(
  subject: Subject,
  ask: () => Promise<Answer<Data>>,
  take: (data: Data, isNewest: boolean) => void,
): Promise<void> {
  for (;;) {
    const question = ++questions[subject];
    const isStillNewest = asking(subject);
    const answer = await ask();
    if (!answer.ok) return;
    const isNewest = isStillNewest();
    take(answer.data, isNewest);
    // Whoever has asked since then goes on asking: one for all of them, or they would contradict one another for ever.
    if (isNewest || question !== questions[subject]) return;
  }
}
