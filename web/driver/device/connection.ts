import { afterLostCall } from '../rules/contact.ts';
import { createObserved } from './observed.ts';

type Contact = Parameters<typeof afterLostCall>[0] & {
  /** When the server last spoke, by the device. */
  readonly seenAt: number | undefined;
};

/** What is known of the way to the server, from every call and from the stream. */
export const contact = createObserved<Contact>({
  streams: false,
  failed: !navigator.onLine,
  doubted: false,
  suspended: false,
  seenAt: undefined,
});

let spoken = 0;

/** The server has said something. */
export function heard(): void {
  const wasAway = contact.get().failed;
  spoken++;
  contact.set({ ...contact.get(), failed: false, doubted: false, seenAt: Date.now() });
  if (wasAway) foundAgain();
}

/** For whoever calls; what it returns is to be called where the call was lost. */
export function settingOut(): () => void {
  const before = spoken;
  const wasDoubted = contact.get().doubted;
  return () => contact.set(afterLostCall(contact.get(), { isContradicted: spoken !== before, wasDoubted }));
}

export function notReached(): void {
  if (!contact.get().failed) contact.set({ ...contact.get(), failed: true });
}

export function streamIs(streams: boolean): void {
  if (contact.get().streams !== streams) contact.set({ ...contact.get(), streams });
  if (streams) driverIs(false);
}

export function driverIs(suspended: boolean): void {
  if (contact.get().suspended !== suspended) contact.set({ ...contact.get(), suspended });
}

/** How often the server was away and there again, by whichever call that was noticed. */
export const returns = createObserved(0);
const BETWEEN_RETURNS_MS = 5_000;
let pausing: ReturnType<typeof setTimeout> | undefined;
let isMissed = false;

/** At once, then not again for some seconds: what is tried on a return may itself be what makes the server look away. */
function foundAgain(): void {
  isMissed = pausing !== undefined;
  if (isMissed) return;
  pausing = setTimeout(() => {
    pausing = undefined;
    if (isMissed && !contact.get().failed) foundAgain();
  }, BETWEEN_RETURNS_MS);
  returns.set(returns.get() + 1);
}
