import { oneAtATime } from '../../../src/infrastructure/one-at-a-time.ts';
import { type Answer, call, ignoreNoSignal, type Refusal } from '../api/call.ts';
import type { DriverOrder, Parcel } from '../api/types.ts';
import type { Action } from '../day/action.ts';
import { asking, learnDone, learnOrder, learnParcel, subjectOf } from '../day/known.ts';
import { readParcels, readWork } from '../day/read-work.ts';
import { isHandedOver, longestMsFor, nextPhotoBytes } from '../rules/photo-size.ts';
import { photoOf, withPhoto } from '../rules/proof-photo.ts';
import {
  LANES,
  type Lane,
  laneOf,
  meaningOf,
  nextToSend,
  outgoing,
  type Pause,
  pauseBefore,
  timeToSend,
} from '../rules/queue.ts';
import { signedInDriver } from '../session/session.ts';
import { aheadMs, serverTimeOf } from './clock.ts';
import { createObserved } from './observed.ts';
import { base64Of, makeSmallerThan } from './photo.ts';
import { changeEntry, type Entry, entriesOf, type NewEntry, removeEntry } from './store.ts';
import { tellOtherTabs } from './tabs.ts';

type Attempts = { readonly tries: number; readonly trouble?: string };

/** What is on the phone of the driver who is signed in, oldest first, refused actions too. */
export const entries = createObserved<readonly Entry[]>([]);
/** How often each was tried in vain since the app was opened, and what stood in the way. */
export const attempts = createObserved<ReadonlyMap<string, Attempts>>(new Map());

/** What the server has taken in the last seconds. A stream that is late may still tell of the time before it, and it stays done all the same. */
export const taken = createObserved<readonly NewEntry[]>([]);
const LATEST_NEWS_MS = 15_000;

function keepInSight(entry: NewEntry): void {
  taken.set([...taken.get(), entry]);
  setTimeout(() => taken.set(taken.get().filter((one) => one !== entry)), LATEST_NEWS_MS);
}

/** The driver has done the opposite since. */
export function loseSightOf(isUndone: (action: Action) => boolean): void {
  taken.set(taken.get().filter(({ action }) => !isUndone(action)));
}

export async function readEntries(driverId: string): Promise<void> {
  entries.set(await entriesOf(driverId));
}

export async function entriesChanged(driverId: string): Promise<void> {
  await readEntries(driverId);
  tellOtherTabs('work');
}

/** Sends what waits, now, unless the server has asked to wait. */
export function wakeOutbox(): void {
  for (const { wake } of lanes) wake();
}

/** Sends what waits, but for what was tried a moment ago: that the server answers other calls says little of that one. */
export function wakeRested(): void {
  for (const { wake, isRested } of lanes) if (isRested()) wake();
}

/** One sender on the phone for each lane, however many tabs are open. */
const lockOf = (lane: Lane) => `waybill-outbox-${lane}`;
const RESTED_MS = 5_000;
const lanes = LANES.map((lane) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isToWait = false;
  let isSending = false;
  let triedAt = Number.NEGATIVE_INFINITY;
  const send = oneAtATime(async () => {
    if (isToWait) return;
    isSending = true;
    const pause = await navigator.locks.request(lockOf(lane), () => sendAll(lane)).catch(tryAgainLater);
    isSending = false;
    triedAt = performance.now();
    clearTimeout(timer);
    if (pause === undefined) return;
    isToWait = pause.isAskedFor;
    timer = setTimeout(() => {
      isToWait = false;
      void send();
    }, pause.pauseMs);
  });
  return { wake: () => void send(), isRested: () => !isSending && performance.now() - triedAt > RESTED_MS };
});

const AFTER_A_FAILURE: Pause = { pauseMs: 5_000, isAskedFor: false };

/** A store that fails now may work again in a moment; what waits in it must not be forgotten meanwhile. */
function tryAgainLater(error: unknown): Pause {
  reportError(error);
  return AFTER_A_FAILURE;
}

/** After how long to try again what could not be sent; undefined where there is nothing to try. */
async function sendAll(lane: Lane): Promise<Pause | undefined> {
  for (;;) {
    const driverId = await signedInDriver();
    if (driverId === undefined) return undefined;
    const entry = nextToSend(await waitingOf(driverId), lane);
    if (entry === undefined) return undefined;
    const next = await sendOne(entry);
    await readEntries(driverId);
    if (next !== 'GO_ON') return next === 'STOP' ? undefined : next;
  }
}

async function waitingOf(driverId: string): Promise<readonly Entry[]> {
  return (await entriesOf(driverId)).filter(({ sentence }) => sentence === undefined);
}

async function sendOne(given: Entry): Promise<'GO_ON' | 'STOP' | Pause> {
  const entry = given.at === undefined ? await withTime(given, given) : given;
  const isNewest = asking(subjectOf(entry.action));
  const sentAt = performance.now();
  const answer = await unlessTakenBefore(entry, await exchange(entry));
  const tookMs = performance.now() - sentAt;
  const meaning = answer === undefined ? 'WAIT' : meaningOf(answer);
  if (await isTakenBack(entry)) {
    await sayOnlineAgain(entry);
    return 'GO_ON';
  }
  if (meaning === 'DONE') {
    learnFrom(entry, answer, isNewest());
    await removeEntry(entry);
    tellOtherTabs('work');
    return 'GO_ON';
  }
  if (meaning === 'SIGNED_OUT') return 'STOP';
  if (meaning === 'WRONG_TIME' && entry.timeMended !== true) {
    await withTime({ ...entry, timeMended: true }, { doneAt: entry.doneAt });
    return 'GO_ON';
  }
  if (meaning === 'WAIT' || (meaning === 'SUSPENDED' && entry.action.kind !== 'emergency'))
    return pauseWith(await withSmallerPhoto(entry, answer, tookMs), answer);
  await changeEntry({ ...entry, sentence: answer !== undefined && !answer.ok ? answer.sentence : '' });
  tellOtherTabs('work');
  void readAnew(entry);
  return 'GO_ON';
}

/** While it was on its way the driver has gone online again. */
async function isTakenBack({ id, driverId, action }: Entry): Promise<boolean> {
  return action.kind === 'goOffline' && (await waitingOf(driverId)).every((waiting) => waiting.id !== id);
}

/** What was taken back may have come to the server after that, and have ended the shift; where it has not, this changes nothing. */
async function sayOnlineAgain(entry: Entry): Promise<void> {
  await call('POST', '/online', { data: {}, requestId: crypto.randomUUID() }).catch(ignoreNoSignal);
  void readAnew(entry);
}

/** Kept before it is sent: a call that is repeated must be the same to the byte, or it counts as another one. */
async function withTime(entry: Entry, done: Parameters<typeof timeToSend>[0]): Promise<Entry> {
  const timed = { ...entry, at: timeToSend(done, { now: Date.now(), aheadMs: aheadMs() ?? 0 }) };
  await changeEntry(timed);
  return timed;
}

/** What did not get through in time would not the next time either. Another body is another call. */
async function withSmallerPhoto(entry: Entry, answer: Answer<unknown> | undefined, tookMs: number): Promise<Entry> {
  const photo = photoOf(entry.action);
  if (photo === undefined) return entry;
  const status = answer === undefined || answer.ok ? undefined : answer.status;
  const bytes = nextPhotoBytes({ bytes: photo.size, status, tookMs });
  const smaller = bytes && (await makeSmallerThan(photo, bytes).catch(() => undefined));
  if (!smaller) return entry;
  const next = { ...entry, id: crypto.randomUUID(), action: withPhoto(entry.action, smaller), wasLarger: true };
  await changeEntry(next);
  const tried = attempts.get().get(entry.id);
  if (tried !== undefined) attempts.set(new Map(attempts.get()).set(next.id, tried));
  return next;
}

/** It is no refusal where the server has taken it by the call before, the answer to which was lost. */
async function unlessTakenBefore(
  { action, wasLarger }: Entry,
  answer: Answer<unknown> | undefined,
): Promise<Answer<unknown> | undefined> {
  if (wasLarger !== true || answer === undefined || meaningOf(answer) !== 'REFUSED' || !('orderId' in action))
    return answer;
  const path = `/${subjectOf(action) === 'parcels' ? 'parcels' : 'orders'}/${action.orderId}`;
  const now = await call<DriverOrder | Parcel>('GET', path).catch(ignoreNoSignal);
  if (now === undefined || !now.ok) return now !== undefined && meaningOf(now) === 'REFUSED' ? answer : now;
  return isHandedOver(action, now.data) ? now : answer;
}

const LOST_PHOTO: Refusal = {
  ok: false,
  status: 0,
  code: 'PHOTO_LOST',
  sentence: 'The phone can no longer read this photo.',
  pointer: undefined,
  retryAfterSeconds: undefined,
};

/** Undefined where the server was not reached. */
async function exchange(entry: Pick<Entry, 'id' | 'action' | 'at'>): Promise<Answer<unknown> | undefined> {
  const { path, data, photo } = outgoing(entry.action);
  const text = photo && (await base64Of(photo).catch(() => ''));
  // It must not stand in the way of all that comes after it.
  if (text === '') return LOST_PHOTO;
  const body = { at: entry.at, ...data, ...(text === undefined ? {} : { photo: text }) };
  const longestMs = longestMsFor(text?.length ?? 0);
  return call('POST', path, { data: body, requestId: entry.id, longestMs }).catch(ignoreNoSignal);
}

function pauseWith({ id }: Entry, answer: Answer<unknown> | undefined): Pause {
  const tries = (attempts.get().get(id)?.tries ?? 0) + 1;
  const refusal = answer === undefined || answer.ok ? undefined : answer;
  const trouble = refusal === undefined ? {} : { trouble: refusal.sentence };
  attempts.set(new Map(attempts.get()).set(id, { tries, ...trouble }));
  return pauseBefore(tries, Math.random(), refusal?.retryAfterSeconds);
}

/** Known before the stream tells it, which may be late or dead; what was learned while it was on its way may be newer. */
function learnFrom(entry: NewEntry, answer: Answer<unknown> | undefined, isNewest: boolean): void {
  const { driverId, action, doneAt } = entry;
  if (answer?.ok !== true || action.kind === 'emergency') return;
  keepInSight(entry);
  if (!isNewest || answer.data === undefined) learnDone(driverId, action, serverTimeOf(doneAt));
  else if (subjectOf(action) === 'parcels') learnParcel(driverId, answer.data as Parcel);
  else learnOrder(driverId, answer.data as DriverOrder);
  if (!isNewest) void readAnew(entry);
}

/** Where the phone and the server see different things, the server's is what holds. */
async function readAnew({ driverId, action }: NewEntry): Promise<void> {
  const reading = subjectOf(action) === 'parcels' ? readParcels(driverId, undefined) : readWork(driverId);
  await reading.catch(ignoreNoSignal);
}

/** Without room on the phone there is only the way to the server, after all that waits; false where it is not reached or says no. */
export function sendUnkept(entry: NewEntry): Promise<boolean> {
  const lane = laneOf(entry.action);
  return navigator.locks.request(lockOf(lane), async () => {
    await sendAll(lane);
    if (nextToSend(await waitingOf(entry.driverId), lane) !== undefined) return false;
    const at = timeToSend(entry, { now: Date.now(), aheadMs: aheadMs() ?? 0 });
    const isNewest = asking(subjectOf(entry.action));
    const answer = await exchange({ ...entry, at });
    if (answer?.ok !== true) return false;
    learnFrom(entry, answer, isNewest());
    return true;
  });
}
