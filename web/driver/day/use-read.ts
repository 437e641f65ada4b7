import { useEffect, useState } from 'react';
import { type Answer, call, ignoreNoSignal, type Refusal } from '../api/call.ts';
import { returns } from '../device/connection.ts';
import { keep, kept } from '../device/store.ts';
import { meaningOf, pauseBefore } from '../rules/queue.ts';
import { useSession } from '../session/session.ts';

export type Read<Data> =
  | { readonly state: 'reading' }
  /** `isOld`: from before, and not asked for anew yet. */
  | { readonly state: 'there'; readonly data: Data; readonly isOld: boolean }
  | { readonly state: 'noSignal' }
  | { readonly state: 'refused'; readonly refusal: Refusal };

/** Something of the server's that is only looked at: what was read before is shown at once and without signal, then what holds now, asked for until the server says it. */
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
    let tries = 0;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const answer = await readTwice(nameOf(driverId, path), path, show);
      clearTimeout(waiting);
      if (left.signal.aborted || (answer !== undefined && meaningOf(answer) !== 'WAIT')) return;
      const { retryAfterSeconds = 0 } = answer?.ok === false ? answer : {};
      waiting = setTimeout(read, pauseBefore(tries++, Math.random(), retryAfterSeconds).pauseMs);
    };
    setRead({ state: 'reading' });
    void read();
    const unsubscribe = returns.subscribe(() => void read());
    return () => {
      unsubscribe();
      clearTimeout(waiting);
      left.abort();
    };
  }, [driverId, path]);
  return read;
}

const nameOf = (driverId: string, path: string) => `${driverId}/read${path}`;

/** Read while there is signal, so that it is there when there is none. */
export async function readAhead(driverId: string, path: string): Promise<void> {
  const answer = await call('GET', path).catch(ignoreNoSignal);
  if (answer?.ok === true) await keep(nameOf(driverId, path), answer.data);
}

/** Undefined where the server was not reached. */
async function readTwice<Data>(
  name: string,
  path: string,
  show: (read: Read<Data>) => void,
): Promise<Answer<Data> | undefined> {
  const before = await kept<Data>(name);
  if (before !== undefined) show({ state: 'there', data: before, isOld: true });
  const answer = await call<Data>('GET', path).catch(ignoreNoSignal);
  if (answer?.ok === true) {
    show({ state: 'there', data: answer.data, isOld: false });
    await keep(name, answer.data);
  } else if (before === undefined || (answer !== undefined && meaningOf(answer) !== 'WAIT'))
    show(answer === undefined ? { state: 'noSignal' } : { state: 'refused', refusal: answer });
  return answer;
}
