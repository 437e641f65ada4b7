import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';

const SHOWN_MS = 6_000;

const SayContext = createContext<(sentence: string) => void>(() => {});

/** Tells in passing that something is done, to eyes and to whoever has it read out. */
export function useSay(): (sentence: string) => void {
  return use(SayContext);
}

export function SayProvider({ children }: { readonly children: ReactNode }) {
  const [said, setSaid] = useState<{ readonly sentence: string }>();
  const say = useCallback((sentence: string) => setSaid({ sentence }), []);
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <SayContext value={say}>
      {children}
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
