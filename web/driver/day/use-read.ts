import { useEffect, useState } from 'react';
import { call, NoSignal, type Refusal } from '../api/call.ts';
import { returns } from '../device/connection.ts';
import { keep, kept } from '../device/store.ts';
import { useSession } from '../session/session.ts';

export type Read<Data> =
  | { readonly state: 'reading' }
  /** `isOld`: from before, and not asked for anew yet. */
  | { readonly state: 'there'; readonly data: Data; readonly isOld: boolean }
  | { readonly state: 'noSignal' }
  | { readonly state: 'refused'; readonly refusal: Refusal };

/** Something of the server's that is only looked at: what was read before is shown at once and without signal, then what holds now, also when the signal comes back. */
export function useRead<Data>(path: string): Read<Data> {
  const session = useSession();
  const driverId = session.state === 'signedIn' ? session.driverId : undefined;
  const [read, setRead] = useState<Read<Data>>({ state: 'reading' });
  useEffect(() => {
    if (driverId === undefined) return;
    const left = new AbortController();
    const show = (next: Read<Data>) => {
      if (!left.signal.aborted) setRead(next);
    };
    const read = () => void readTwice(nameOf(driverId, path), path, show);
    setRead({ state: 'reading' });
    read();
    const unsubscribe = returns.subscribe(read);
    return () => {
      unsubscribe();
      left.abort();
    };
  }, [driverId, path]);
  return read;
}

const nameOf = (driverId: string, path: string) => `${driverId}/read${path}`;

/** Read while there is signal, so that it is there when there is none. */
export async function readAhead(driverId: string, path: string): Promise<void> {
  try {
    const answer = await call('GET', path);
    if (answer.ok) await keep(nameOf(driverId, path), answer.data);
  } catch (error) {
    if (!(error instanceof NoSignal)) throw error;
  }
}

async function readTwice<Data>(name: string, path: string, show: (read: Read<Data>) => void): Promise<void> {
  const before = await kept<Data>(name);
  if (before !== undefined) show({ state: 'there', data: before, isOld: true });
  try {
    const answer = await call<Data>('GET', path);
    if (!answer.ok) return show({ state: 'refused', refusal: answer });
    show({ state: 'there', data: answer.data, isOld: false });
    await keep(name, answer.data);
  } catch (error) {
    if (!(error instanceof NoSignal)) throw error;
    if (before === undefined) show({ state: 'noSignal' });
  }
}
