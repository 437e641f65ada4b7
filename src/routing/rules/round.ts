/** The pick-up and up to 15 drop-offs. */
export const MOST_PLACES = 16;

/** Lengths are whole and bounds are not: half a metre is more than all rounding errors and less than a difference. */
export const HALF_METER = 0.5;

/** A round over all places, legs[from * 16 + to]. Where the end is open, the leg back to the pick-up costs nothing. */
export type Round = { readonly places: number; readonly legs: Float64Array; readonly returns: boolean };

/** The lowest place in a set of places, which is a number with a bit for each. */
export function lowestIn(set: number): number {
  return 31 - Math.clz32(set & -set);
}
