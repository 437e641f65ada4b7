import { useSyncExternalStore } from 'react';
import { type Answer, call, listenToRefusals } from '../api/call.ts';
import type { CodeSent, SignedIn } from '../api/types.ts';
import { createObserved } from '../device/observed.ts';
import { dropKept, keep, kept } from '../device/store.ts';
import { listenToOtherTabs, tellOtherTabs } from '../device/tabs.ts';

export type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'signedOut' }
  | { readonly state: 'signedIn'; readonly driverId: string };

const NAME = 'session';
const SIGNED_OUT: Session = { state: 'signedOut' };
/** Whether somebody is signed in, without asking the server: the app opens without signal too. */
export const session = createObserved<Session>({ state: 'unknown' });

export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get);
}

export async function openSession(): Promise<void> {
  listenToRefusals(({ status }) => {
    if (status === 401 && session.get().state === 'signedIn') void end();
  });
  listenToOtherTabs('session', read);
  await read();
}

async function read(): Promise<void> {
  const driverId = await signedInDriver();
  const before = session.get();
  if (driverId === undefined) session.set(SIGNED_OUT);
  else if (before.state !== 'signedIn' || before.driverId !== driverId) session.set({ state: 'signedIn', driverId });
}

/** By what is kept, which all tabs share; on a phone without room only this tab knows. */
export async function signedInDriver(): Promise<string | undefined> {
  return (await kept<string>(NAME)) ?? unkept;
}
let unkept: string | undefined;

export function requestCode(phone: string): Promise<Answer<CodeSent>> {
  return call('POST', '/sign-in/code', { data: { phone }, requestId: crypto.randomUUID() });
}

let lastTry = { code: '', requestId: '' };

/** Pressed again because the answer was lost, it is the same call: a code works once. */
export async function signIn(phone: string, code: string): Promise<Answer<SignedIn>> {
  const given = `${phone} ${code}`;
  if (lastTry.code !== given) lastTry = { code: given, requestId: crypto.randomUUID() };
  const data = { phone, code, device: deviceName() };
  const answer = await call<SignedIn>('POST', '/sign-in', { data, requestId: lastTry.requestId });
  if (!answer.ok) return answer;
  const { driverId } = answer.data;
  unkept = (await keep(NAME, driverId)) ? undefined : driverId;
  // Or the browser may clear away what waits when the phone runs out of room. Some cannot be asked.
  void navigator.storage?.persist?.();
  session.set({ state: 'signedIn', driverId });
  tellOtherTabs('session');
  return answer;
}

/** What waits to be sent stays on the phone until the same driver signs in again. */
export async function signOut(): Promise<Answer<undefined>> {
  return leave(await call<undefined>('DELETE', '/sessions/current', { requestId: crypto.randomUUID() }));
}

export async function signOutEverywhere(): Promise<Answer<undefined>> {
  return leave(await call<undefined>('DELETE', '/sessions', { requestId: crypto.randomUUID() }));
}

async function leave(answer: Answer<undefined>): Promise<Answer<undefined>> {
  const before = session.get();
  if (!answer.ok || before.state !== 'signedIn') return answer;
  await dropKept(`${before.driverId}/`);
  await end();
  return answer;
}

async function end(): Promise<void> {
  unkept = undefined;
  session.set(SIGNED_OUT);
  await dropKept(NAME);
  tellOtherTabs('session');
}

/** How the driver tells this phone from others in the list of devices. */
function deviceName(): string {
  const { userAgent } = navigator;
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(userAgent)?.[0] ?? '';
  const browser = /Edg|Firefox|Chrome|Safari/.exec(userAgent)?.[0] ?? '';
  return `${browser} ${system}`.trim();
}
