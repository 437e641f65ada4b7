import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { useLive } from '../../shared/desk/use-live.ts';
import type { DeskNow } from '../types.ts';

type Value = {
  /** Of which the city's part is. */
  readonly city: string | undefined;
  readonly now: DeskNow | undefined;
  readonly isLive: boolean;
  readonly watch: (city: string | undefined) => void;
};

const DeskNowContext = createContext<Value>({ city: undefined, now: undefined, isLive: false, watch: () => {} });

/** One stream for the whole page, because a browser allows few: what everybody should know, and the city that a screen shows. */
export function DeskNowProvider({ children }: { readonly children: ReactNode }) {
  const [city, watch] = useState<string>();
  const { state, isLive } = useLive<DeskNow>('/live', 'desk', { city });
  // While another city is asked for, what everybody should know stays on the page.
  const last = useRef<DeskNow>(undefined);
  if (state !== undefined) last.current = withoutCity(state);
  const now = state ?? last.current;
  const value = useMemo(() => ({ city, now, isLive, watch }), [city, now, isLive]);
  return <DeskNowContext value={value}>{children}</DeskNowContext>;
}

function withoutCity({ city: _, ...now }: DeskNow): DeskNow {
  return now;
}

export function useDeskNow(): Pick<Value, 'now' | 'isLive'> {
  return use(DeskNowContext);
}

/** The city as it is now, every two seconds, while the screen that asks is shown. */
export function useCityNow(city: string | undefined): DeskNow['city'] {
  const { city: watched, now, watch } = use(DeskNowContext);
  useEffect(() => {
    watch(city);
    return () => watch(undefined);
  }, [city, watch]);
  return watched === city ? now?.city : undefined;
}
