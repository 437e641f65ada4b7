import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { asRefusal, type Pages, type Query, type Refusal } from './calls.ts';
import { useCalls } from './desk.tsx';
import { useSay } from './say.tsx';

type Asking = {
  /** Asked again as often as this, while somebody looks. */
  readonly everyMs?: number;
};

type Read<Data> = {
  /** Undefined until it is there; the last one while it is asked for again. */
  readonly data: Data | undefined;
  readonly refusal: Refusal | undefined;
  readonly isLoading: boolean;
};

/** What stands at a path; nothing is asked while the path is undefined. */
export function useData<Data>(path: string | undefined, query?: Query, { everyMs }: Asking = {}): Read<Data> {
  const calls = useCalls();
  const { data, error, isLoading } = useQuery<Data>({
    queryKey: [path, query ?? {}],
    queryFn: () => calls.get<Data>(path as string, query),
    enabled: path !== undefined,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
  return { data, refusal: error === null ? undefined : asRefusal(error), isLoading };
}

export type Listed<Row> = {
  /** Undefined until the first page is there. */
  readonly rows: readonly Row[] | undefined;
  readonly refusal: Refusal | undefined;
  /** How to get the next page; undefined at the end. */
  readonly more: { readonly load: () => void; readonly busy: boolean } | undefined;
};

/** A list that comes page by page. */
export function usePages<Row>(path: string | undefined, query?: Query, { everyMs }: Asking = {}): Listed<Row> {
  const calls = useCalls();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery<
    Pages<Row>,
    Error,
    { pages: Pages<Row>[] },
    readonly unknown[],
    string | undefined
  >({
    queryKey: [path, 'pages', query ?? {}],
    queryFn: ({ pageParam }) =>
      calls.page<Row>(path as string, { ...query, ...(pageParam === undefined ? {} : { after: pageParam }) }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: path !== undefined,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
  return {
    rows: data?.pages.flatMap(({ data: rows }) => rows),
    refusal: error === null ? undefined : asRefusal(error),
    more: hasNextPage ? { load: () => void fetchNextPage(), busy: isFetchingNextPage } : undefined,
  };
}

type ActOptions<Answer> = {
  /** What is asked for anew afterwards: these paths, and all that lies under them. */
  readonly refresh?: readonly string[];
  /** What the person is told once it is done. */
  readonly done?: string;
  readonly onDone?: (answer: Answer) => void;
};

type Doing<Given extends readonly unknown[]> = {
  readonly act: (...given: Given) => void;
  readonly busy: boolean;
  /** Of the last try; gone with the next one. */
  readonly refusal: Refusal | undefined;
  readonly forget: () => void;
};

/** Something that a person does: once at a time, and what was seen before is asked for anew. */
export function useAct<Given extends readonly unknown[], Answer>(
  work: (...given: Given) => Promise<Answer>,
  { refresh = [], done, onDone }: ActOptions<Answer> = {},
): Doing<Given> {
  const fresh = useRefresh();
  const say = useSay();
  const { mutate, isPending, error, reset } = useMutation<Answer, Error, Given>({
    mutationFn: (given) => work(...given),
    onSuccess: async (answer) => {
      if (done !== undefined) say(done);
      onDone?.(answer);
      await fresh(refresh);
    },
    // Somebody else was quicker: what this person sees is old.
    onError: (error) => (asRefusal(error).status === 409 ? fresh(refresh) : undefined),
  });
  // One for as long as it stands: by that, fields tell what they have heard before.
  const refusal = useMemo(() => (error === null ? undefined : asRefusal(error)), [error]);
  return {
    act: (...given) => {
      if (!isPending) mutate(given);
    },
    busy: isPending,
    refusal,
    forget: reset,
  };
}

/** Has what lies at these paths, and under them, asked for anew. */
export function useRefresh(): (paths: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    (paths) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => paths.some((each) => path === each || String(path).startsWith(`${each}/`)),
      }),
    [client],
  );
}
