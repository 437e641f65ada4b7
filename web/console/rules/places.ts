import { isInside } from '../../../src/foundation/geo.ts';
import type { Area } from './area-edit.ts';

type Place = { readonly name: string; readonly lat: number; readonly lng: number };

type Sides = { readonly inside: readonly Place[]; readonly outside: readonly Place[] };

/** Whether what is drawn on the one can be drawn on the other: the version is the whole market's. */
export function isSameCity(one: Sides & { readonly area: Area }, other: Sides & { readonly area: Area }): boolean {
  const drawnOn = ({ area, inside, outside }: typeof one) => JSON.stringify([area, inside, outside]);
  return drawnOn(one) === drawnOn(other);
}

/** Places that had to lie inside or outside, and do not any more; `isInside`: where they lie now. */
export function placesThatChangeSides(
  { inside, outside }: Sides,
  area: Area,
): readonly { readonly name: string; readonly isInside: boolean }[] {
  return [
    ...inside.filter((place) => !isInside(place, area)).map(({ name }) => ({ name, isInside: false })),
    ...outside.filter((place) => isInside(place, area)).map(({ name }) => ({ name, isInside: true })),
  ];
}
