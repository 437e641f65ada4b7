import { useEffect } from 'react';
import { matchRoute, useLocation, useRouter } from 'wouter';
import type { Place } from './places.ts';

/** Screens come before they are shown: the first while the server is asked who is there, others once somebody points at a link to them. */
export function useFetchAhead(places: readonly Place[]): void {
  const [path] = useLocation();
  const { base, parser } = useRouter();
  useEffect(() => {
    const fetchAt = (wanted: string) =>
      places
        .find((place) => matchRoute(parser, place.path, wanted)[0])
        ?.screen.fetch()
        // Whoever goes there is told.
        .catch(() => {});
    const onLink = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      // A row is opened by the link in it.
      const link = target.closest('a') ?? target.closest('tr')?.querySelector('a');
      if (link?.pathname.startsWith(`${base}/`)) void fetchAt(link.pathname.slice(base.length));
    };
    void fetchAt(path);
    for (const event of POINTED_AT) addEventListener(event, onLink);
    return () => {
      for (const event of POINTED_AT) removeEventListener(event, onLink);
    };
  }, [places, path, base, parser]);
}

/** By mouse or finger, and by keyboard. */
const POINTED_AT = ['pointerover', 'focusin'];
