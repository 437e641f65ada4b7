import { useSearchParams } from 'wouter';

/** A choice that stands in the address: it is there again after a reload, on the way back, and for whoever is sent the link. */
export function useFilter(name: string): readonly [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return [params.get(name) ?? '', set];
}
