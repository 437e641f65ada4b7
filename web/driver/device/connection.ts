import { createObserved } from './observed.ts';

type Connection = 'live' | 'offline' | 'connecting';
type Contact = {
  /** The stream of news is open. */
  readonly streams: boolean;
  /** The last thing that was tried did not reach the server, or the phone says that it has no network. */
  readonly failed: boolean;
  /** When the server last spoke, by the device. */
  readonly seenAt: number | undefined;
};

/** What is known of the way to the server, from every call and from the stream. */
export const contact = createObserved<Contact>({ streams: false, failed: !navigator.onLine, seenAt: undefined });

export function connectionOf({ streams, failed }: Contact): Connection {
  if (failed) return 'offline';
  return streams ? 'live' : 'connecting';
}

/** The server has said something. */
export function heard(): void {
  contact.set({ ...contact.get(), failed: false, seenAt: Date.now() });
}

export function notReached(): void {
  if (!contact.get().failed) contact.set({ ...contact.get(), failed: true });
}

export function streamIs(streams: boolean): void {
  if (contact.get().streams !== streams) contact.set({ ...contact.get(), streams });
}
