import type { Place } from '../places.ts';

type Group = { readonly name: string; readonly places: readonly Place[] };
type Known = Pick<Place, 'path' | 'group'>;

/** What stands in the navigation of somebody with these permissions, in the order of the list. */
export function groupsOf(places: readonly Place[], permissions: readonly string[]): readonly Group[] {
  const shown = places.filter(
    ({ group, may }) => group !== undefined && (may === undefined || permissions.includes(may)),
  );
  const names = [...new Set(shown.map(({ group }) => group as string))];
  return names.map((name) => ({ name, places: shown.filter(({ group }) => group === name) }));
}

/** Where in the navigation somebody at this path is: the place itself, or the nearest one above it. */
export function placeAt<P extends Known>(places: readonly P[], path: string): P | undefined {
  return places
    .filter(({ group, path: each }) => group !== undefined && (path === each || path.startsWith(`${each}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0];
}
