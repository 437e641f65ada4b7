/** Wakes those who listen to a channel. It may get lost with the process: whoever listens looks by itself too, if not as soon. */
export type Announce = (channel: string) => void;

/** So long others wait who have the same to say: at a time of many commits few of them are told. */
const REST_MS = 20;

/** What is announced first goes out at once, what follows within the rest as one. No part of a commit, which would make others wait for it. */
export function createAnnouncer(notify: (channel: string) => Promise<unknown>): Announce {
  const resting = new Map<string, { isWantedAgain: boolean }>();
  return function announce(channel) {
    const rest = resting.get(channel);
    if (rest !== undefined) {
      rest.isWantedAgain = true;
      return;
    }
    const begun = { isWantedAgain: false };
    resting.set(channel, begun);
    notify(channel).catch(() => {});
    setTimeout(() => {
      resting.delete(channel);
      if (begun.isWantedAgain) announce(channel);
    }, REST_MS).unref();
  };
}
