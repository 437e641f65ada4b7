import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createContext, Fragment, type ReactNode, use, useState } from 'react';
import { asRefusal, type Calls, createCalls, type Desk, Refusal } from './calls.ts';
import type { Me } from './types.ts';

type DeskValue = { readonly desk: Desk; readonly calls: Calls; readonly client: QueryClient };

const DeskContext = createContext<DeskValue | undefined>(undefined);
const MeContext = createContext<Me | undefined>(undefined);
const ME = ['/me'];

/** One desk: how its server is called, and what is known from it. */
export function DeskProvider({ desk, children }: { readonly desk: Desk; readonly children: ReactNode }) {
  const [value] = useState(() => openDesk(desk));
  return (
    <DeskContext value={value}>
      <QueryClientProvider client={value.client}>{children}</QueryClientProvider>
    </DeskContext>
  );
}

function openDesk(desk: Desk): DeskValue {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // What the server has decided it will not decide otherwise a moment later.
        retry: (failures, error) =>
          failures < 2 && !(error instanceof Refusal && error.status > 0 && error.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  });
  const calls = createCalls(desk, ({ status }) => {
    if (status === 401) client.setQueryData(ME, null);
    // What is shown goes by the role, which somebody has changed.
    if (status === 403) void client.invalidateQueries({ queryKey: ME });
  });
  return { desk, calls, client };
}

function useDeskValue(): DeskValue {
  const value = use(DeskContext);
  if (value === undefined) throw new Error('A part of a desk stands outside of it.');
  return value;
}

export const useDesk = (): Desk => useDeskValue().desk;
export const useCalls = (): Calls => useDeskValue().calls;

type Presence =
  | { readonly state: 'asking' }
  | { readonly state: 'signedOut' }
  | { readonly state: 'trouble'; readonly refusal: Refusal }
  | { readonly state: 'signedIn'; readonly me: Me };

/** Who is signed in. */
export function usePresence(): Presence {
  const { calls, client } = useDeskValue();
  // Asked anew by whoever comes back to the tab.
  const { data, error } = useQuery({ queryKey: ME, queryFn: () => readMe(calls, client), staleTime: 0 });
  if (data === null) return { state: 'signedOut' };
  if (data !== undefined) return { state: 'signedIn', me: data };
  return error === null ? { state: 'asking' } : { state: 'trouble', refusal: asRefusal(error) };
}

type Doorway = { readonly ask: () => Promise<void>; readonly leave: () => void };

/** How one comes in, and goes out. Everything asked for by somebody else is forgotten. */
export function useDoorway(): Doorway {
  const { calls, client } = useDeskValue();
  return {
    ask: async () => {
      const me = await calls.get<Me>('/me');
      forgetTheRest(client);
      client.setQueryData(ME, me);
    },
    leave: () => {
      forgetTheRest(client);
      client.setQueryData(ME, null);
    },
  };
}

async function readMe(calls: Calls, client: QueryClient): Promise<Me | null> {
  const me = await calls.get<Me>('/me').catch((refusal: unknown) => {
    if (refusal instanceof Refusal && refusal.status === 401) return null;
    throw refusal;
  });
  const before = client.getQueryData<Me | null>(ME);
  // In another tab somebody else has signed in: what the one before has seen is not theirs.
  if (before !== undefined && before?.id !== me?.id) forgetTheRest(client);
  return me;
}

function forgetTheRest(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
}

/** For another person everything begins anew. */
export function MeProvider({ me, children }: { readonly me: Me; readonly children: ReactNode }) {
  return (
    <MeContext value={me}>
      <Fragment key={me.id}>{children}</Fragment>
    </MeContext>
  );
}

export function useMe(): Me {
  const me = use(MeContext);
  if (me === undefined) throw new Error('Nobody is signed in here.');
  return me;
}

/** Whether the role of whoever is signed in allows it. The server asks the same. */
export function useMay(permission: string): boolean {
  return useMe().permissions.includes(permission);
}
