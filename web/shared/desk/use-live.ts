import { useEffect, useState } from 'react';
import { addressOf, type Query } from './calls.ts';
import { useCalls, useDesk } from './desk.tsx';

/** Whom the server has turned away may knock again, but not at once. */
const KNOCK_AGAIN_MS = 15_000;
/** The server says every 15 seconds that it is there. */
const LONGEST_SILENCE_MS = 40_000;

type Live<State> = {
  /** As it was told last. */
  readonly state: State | undefined;
  /** Whether news would come right now. */
  readonly isLive: boolean;
};

const NOTHING = { state: undefined, isLive: false };

/** A state as it changes, from a stream of the server; nothing is listened to while the path is undefined. */
export function useLive<State>(path: string | undefined, event: string, query?: Query): Live<State> {
  const desk = useDesk();
  const calls = useCalls();
  const address = path === undefined ? undefined : addressOf(desk, path, query);
  const [heard, setHeard] = useState<Live<State> & { readonly from: string }>();
  // What another stream has told is not this one's, not for a moment.
  const live = heard !== undefined && heard.from === address ? heard : NOTHING;
  useEffect(() => {
    if (address === undefined) return;
    const from = address;
    const setLive = (next: (last: Live<State>) => Live<State>) =>
      setHeard((last) => ({ ...next(last?.from === from ? last : NOTHING), from }));
    let heardAt = Date.now();
    let knocking: ReturnType<typeof setTimeout> | undefined;
    const hear = () => {
      heardAt = Date.now();
      setLive(({ state }) => ({ state, isLive: true }));
    };
    const connect = (): EventSource => {
      const opened = new EventSource(address);
      heardAt = Date.now();
      opened.addEventListener('open', hear);
      opened.addEventListener('here', hear);
      opened.addEventListener(event, ({ data }) => {
        heardAt = Date.now();
        const state = JSON.parse(data) as State;
        setLive(() => ({ state, isLive: true }));
      });
      opened.addEventListener('error', () => {
        setLive(({ state }) => ({ state, isLive: false }));
        if (opened.readyState !== EventSource.CLOSED) return;
        // A stream does not say why it was refused; any call says whether anybody is signed in.
        calls.get('/me').catch(() => {});
        knocking = setTimeout(reconnect, KNOCK_AGAIN_MS);
      });
      return opened;
    };
    let source = connect();
    const reconnect = () => {
      clearTimeout(knocking);
      source.close();
      source = connect();
    };
    // A connection can die without a word, and look open for ever.
    const look = setInterval(() => {
      if (source.readyState === EventSource.OPEN && Date.now() - heardAt > LONGEST_SILENCE_MS) reconnect();
    }, KNOCK_AGAIN_MS);
    addEventListener('online', reconnect);
    return () => {
      removeEventListener('online', reconnect);
      clearInterval(look);
      clearTimeout(knocking);
      source.close();
      setHeard(undefined);
    };
  }, [address, event, calls]);
  return live;
}
