import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';

const SHOWN_MS = 6_000;

/** A dialog may be closed or opened with it: what is said beside an open one, or comes together with its place, is not read out. */
const SAID_AFTER_MS = 100;

type Said = { readonly sentence: string } | undefined;

const SayContext = createContext<(sentence: string) => void>(() => {});
const SaidContext = createContext<Said>(undefined);

/** Tells in passing that something is done, to eyes and to whoever has it read out. */
export function useSay(): (sentence: string) => void {
  return use(SayContext);
}

export function SayProvider({ children }: { readonly children: ReactNode }) {
  const [said, setSaid] = useState<Said>();
  const say = useCallback((sentence: string) => void setTimeout(() => setSaid({ sentence }), SAID_AFTER_MS), []);
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <SayContext value={say}>
      <SaidContext value={said}>{children}</SaidContext>
      <div
        role="status"
        className="pointer-events-none fixed inset-x-0 bottom-6 z-50 flex justify-center px-4 print:hidden"
      >
        {said === undefined ? undefined : (
          <p className="rounded-control bg-ink px-4 py-2.5 font-medium text-paper shadow-lifted">{said.sentence}</p>
        )}
      </div>
    </SayContext>
  );
}

/** For a dialog, beside which everything is out of reach: what is said while it is open. */
export function SaidHere() {
  const said = use(SaidContext);
  const [before] = useState(said);
  return (
    <p role="status" className="sr-only">
      {said === before ? undefined : said?.sentence}
    </p>
  );
}
