import { type Answer, call, ignoreNoSignal } from '../api/call.ts';
import type { DriverOrder, Parcel } from '../api/types.ts';
import { meaningOf, nextToSend, outgoing, pauseAfter, timeToSend } from '../rules/queue.ts';
import { signedInDriver } from '../session/session.ts';
import type { Action } from '../work/action.ts';
import { learnOrder, learnParcel } from '../work/known.ts';
import { readParcels, readWork } from '../work/read-work.ts';
import { aheadMs } from './clock.ts';
import { createObserved } from './observed.ts';
import { base64Of } from './photo.ts';
import { changeEntry, type Entry, entriesOf, type NewEntry, removeEntry } from './store.ts';
import { tellOtherTabs } from './tabs.ts';

type Attempts = { readonly tries: number; readonly trouble?: string };

/** What is on the phone of the driver who is signed in, oldest first, refused actions too. */
export const entries = createObserved<readonly Entry[]>([]);
/** How often each was tried in vain since the app was opened, and what stood in the way. */
export const attempts = createObserved<ReadonlyMap<string, Attempts>>(new Map());

const SENDER = 'waybill-outbox';
let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
let isWanted = false;

export async function readEntries(driverId: string): Promise<void> {
  entries.set(await entriesOf(driverId));
}

export async function entriesChanged(driverId: string): Promise<void> {
  await readEntries(driverId);
  tellOtherTabs('work');
}

/** Sends what waits, now. */
export function wakeOutbox(): void {
  clearTimeout(timer);
  isWanted = true;
  if (!isSending) void sendWhileWanted();
}

async function sendWhileWanted(): Promise<void> {
  isSending = true;
  while (isWanted) {
    isWanted = false;
    // One sender on the phone, however many tabs are open.
    await navigator.locks.request(SENDER, sendAll);
  }
  isSending = false;
}

async function sendAll(): Promise<void> {
  for (let goesOn = true; goesOn; ) {
    const driverId = await signedInDriver();
    if (driverId === undefined) return;
    const entry = nextToSend((await entriesOf(driverId)).filter(({ sentence }) => sentence === undefined));
    goesOn = entry !== undefined && (await sendOne(entry));
    await readEntries(driverId);
  }
}

/** True where the next one may go. */
async function sendOne(given: Entry): Promise<boolean> {
  const entry = given.at === undefined ? await withTime(given, given) : given;
  const answer = await exchange(entry);
  const meaning = answer === undefined ? 'WAIT' : meaningOf(answer);
  if (meaning === 'DONE') {
    learnFrom(entry, answer);
    await removeEntry(entry);
    tellOtherTabs('work');
    return true;
  }
  if (meaning === 'SIGNED_OUT') return false;
  if (meaning === 'WRONG_TIME' && entry.timeMended !== true) {
    await withTime({ ...entry, timeMended: true }, { doneAt: entry.doneAt });
    return true;
  }
  if (meaning === 'WAIT') {
    waitWith(entry, answer);
    return false;
  }
  await changeEntry({ ...entry, sentence: answer !== undefined && !answer.ok ? answer.sentence : '' });
  tellOtherTabs('work');
  void readAnew(entry.driverId);
  return true;
}

/** Kept before it is sent: a call that is repeated must be the same to the byte, or it counts as another one. */
async function withTime(entry: Entry, done: Parameters<typeof timeToSend>[0]): Promise<Entry> {
  const timed = { ...entry, at: timeToSend(done, { now: Date.now(), aheadMs: aheadMs() ?? 0 }) };
  await changeEntry(timed);
  return timed;
}

/** Undefined where the server was not reached. */
async function exchange(entry: Pick<Entry, 'id' | 'action' | 'at'>): Promise<Answer<unknown> | undefined> {
  const { path, data, photo } = outgoing(entry.action);
  const body = { at: entry.at, ...data, ...(photo === undefined ? {} : { photo: await base64Of(photo) }) };
  return call('POST', path, { data: body, requestId: entry.id }).catch(ignoreNoSignal);
}

function waitWith({ id }: Entry, answer: Answer<unknown> | undefined): void {
  const tries = (attempts.get().get(id)?.tries ?? 0) + 1;
  const refusal = answer === undefined || answer.ok ? undefined : answer;
  const trouble = refusal === undefined ? {} : { trouble: refusal.sentence };
  attempts.set(new Map(attempts.get()).set(id, { tries, ...trouble }));
  const pauseMs = Math.max(pauseAfter(tries, Math.random()), (refusal?.retryAfterSeconds ?? 0) * 1_000);
  clearTimeout(timer);
  timer = setTimeout(wakeOutbox, pauseMs);
}

const ANSWERED_BY_ORDER: readonly Action['kind'][] = ['arrive', 'pickUp', 'dropOff'];

function learnFrom({ driverId, action }: NewEntry, answer: Answer<unknown> | undefined): void {
  if (answer === undefined || !answer.ok || answer.data === undefined) return;
  if (ANSWERED_BY_ORDER.includes(action.kind)) learnOrder(driverId, answer.data as DriverOrder);
  else if (action.kind.startsWith('parcel')) learnParcel(driverId, answer.data as Parcel);
}

/** After a no the phone and the server see different things: the server's is what holds. */
async function readAnew(driverId: string): Promise<void> {
  await Promise.all([readWork(driverId), readParcels(driverId, undefined)]).catch(ignoreNoSignal);
}

/** Without room on the phone there is only the way to the server, after all that waits; false where it is not reached or says no. */
export function sendUnkept(entry: NewEntry): Promise<boolean> {
  return navigator.locks.request(SENDER, async () => {
    await sendAll();
    if (entries.get().some(({ sentence }) => sentence === undefined)) return false;
    const at = timeToSend(entry, { now: Date.now(), aheadMs: aheadMs() ?? 0 });
    const answer = await exchange({ ...entry, at });
    if (answer?.ok !== true) return false;
    learnFrom(entry, answer);
    return true;
  });
}
