import { isInside } from '../../../src/foundation/geo.ts';
import type { Area } from './area-edit.ts';

type Place = { readonly name: string; readonly lat: number; readonly lng: number };

/** Places that had to lie inside or outside, and do not any more; `isInside`: where they lie now. */
export function placesThatChangeSides(
  { inside, outside }: { readonly inside: readonly Place[]; readonly outside: readonly Place[] },
  area: Area,
): readonly { readonly name: string; readonly isInside: boolean }[] {
  return [
    ...inside.filter((place) => !isInside(place, area)).map(({ name }) => ({ name, isInside: false })),
    ...outside.filter((place) => isInside(place, area)).map(({ name }) => ({ name, isInside: true })),
  ];
}
