import { useSyncExternalStore } from 'react';
import { askUntilSaid } from '../api/ask-until-said.ts';
import type { Parcel } from '../api/types.ts';
import { createObserved } from '../device/observed.ts';
import { keep, kept } from '../device/store.ts';
import { goneOnHand, isCalledOff } from '../rules/called-off.ts';
import { work } from './work.ts';

const BUZZ_MS = [300, 150, 300];
const nameOf = (driverId: string) => `${driverId}/called-off`;

type CalledOff = { readonly driverId: string | undefined; readonly parcels: readonly Parcel[] };
const calledOff = createObserved<CalledOff>({ driverId: undefined, parcels: [] });

/** Parcels that were ended while the driver had them, until they have read it: no list of the server's names them any more. */
export function useCalledOff(): readonly Parcel[] {
  return useSyncExternalStore(calledOff.subscribe, calledOff.get).parcels;
}

export function forgetCalledOff({ orderId }: Parcel): void {
  const { driverId, parcels } = calledOff.get();
  if (driverId !== undefined)
    change(
      driverId,
      parcels.filter((one) => one.orderId !== orderId),
    );
}

function change(driverId: string, parcels: readonly Parcel[]): void {
  calledOff.set({ driverId, parcels });
  void keep(nameOf(driverId), parcels);
}

/** Until it is stopped. */
export function noticeCalledOff(driverId: string): () => void {
  const stopped = new AbortController();
  let before = work.get().parcels;
  const recalled = kept<readonly Parcel[]>(nameOf(driverId)).then((parcels = []) => {
    if (!stopped.signal.aborted) calledOff.set({ driverId, parcels });
  });
  async function ask(parcel: Parcel): Promise<void> {
    const isOver = await askUntilSaid(`/parcels/${parcel.orderId}`, isCalledOff, stopped.signal);
    await recalled;
    if (stopped.signal.aborted || isOver !== true) return;
    navigator.vibrate?.(BUZZ_MS);
    change(driverId, [...calledOff.get().parcels.filter(({ orderId }) => orderId !== parcel.orderId), parcel]);
  }
  const unsubscribe = work.subscribe(() => {
    const { parcels: after, refused } = work.get();
    const gone = goneOnHand(before, after, refused);
    before = after;
    for (const parcel of gone) void ask(parcel);
  });
  return () => {
    unsubscribe();
    stopped.abort();
    calledOff.set({ driverId: undefined, parcels: [] });
  };
}
