import { noticeCalledOff } from './day/called-off.ts';
import { known, recall } from './day/known.ts';
import { stayInformed } from './day/live.ts';
import { readAhead } from './day/use-read.ts';
import { fetchMapAhead } from './device/map-ahead.ts';
import { readEntries, wakeOutbox } from './device/outbox.ts';
import { reportPlaces } from './device/positions.ts';
import { listenToOtherTabs } from './device/tabs.ts';
import { installWorker } from './device/version.ts';
import { stayAwake } from './device/wake-lock.ts';
import { openSession, session } from './session/session.ts';

/** Everything that goes on behind the screens, for whoever is signed in. */
export async function start(): Promise<void> {
  let begun: { readonly driverId: string; stop(): void } | undefined;
  const follow = async () => {
    const now = session.get();
    if (now.state === 'signedIn' && begun?.driverId === now.driverId) return;
    begun?.stop();
    begun = undefined;
    known.set(undefined);
    if (now.state !== 'signedIn') return;
    await readShared(now.driverId);
    // Signed out meanwhile, or somebody else is there: that has been followed.
    if (session.get() === now) begun = { driverId: now.driverId, stop: begin(now.driverId) };
  };
  session.subscribe(() => void follow());
  listenToOtherTabs('work', async () => {
    const driverId = known.get()?.driverId;
    if (driverId !== undefined) await readShared(driverId);
  });
  void installWorker();
  await openSession();
}

async function readShared(driverId: string): Promise<void> {
  await readEntries(driverId);
  await recall(driverId);
}

function begin(driverId: string): () => void {
  const stops = [
    stayInformed(driverId),
    reportPlaces(driverId),
    stayAwake(),
    fetchMapAhead(),
    noticeCalledOff(driverId),
  ];
  wakeOutbox();
  void readAhead(driverId, '/failure-reasons');
  return () => {
    for (const stop of stops) stop();
  };
}
