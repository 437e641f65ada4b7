import { type Answer, call } from '../api/call.ts';
import type { Me, ParcelWork } from '../api/types.ts';
import { known, learn, learnedSoFar } from './known.ts';

const PROBE_MS = 10_000;

/** Everything anew; throws `NoSignal` where the server is not reached. */
export async function readWork(driverId: string): Promise<void> {
  const ask = () => call<Me>('GET', '/me', { signal: AbortSignal.timeout(PROBE_MS) });
  await untilNewest(ask, (me, isNewest) => {
    if (isNewest) learn(driverId, { me, order: me.order });
    // Better than nobody, should the next answer never come.
    else if (known.get()?.me === undefined) learn(driverId, { me });
  });
}

export async function readParcels(driverId: string, parcelsRevision: string | undefined): Promise<void> {
  const ask = () => call<ParcelWork>('GET', '/parcels');
  await untilNewest(ask, (parcels, isNewest) => {
    if (isNewest || known.get()?.parcels === undefined) learn(driverId, { parcels, parcelsRevision });
  });
}

/** Asks until nothing else was learned meanwhile: that might be newer than the answer, and the stream tells nothing twice. */
async function untilNewest<Data>(
  ask: () => Promise<Answer<Data>>,
  take: (data: Data, isNewest: boolean) => void,
): Promise<void> {
  for (;;) {
    const before = learnedSoFar();
    const answer = await ask();
    if (!answer.ok) return;
    const isNewest = learnedSoFar() === before;
    take(answer.data, isNewest);
    if (isNewest) return;
  }
}
