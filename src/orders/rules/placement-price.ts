import type { MinorUnits } from '../../foundation/money.ts';

/** The lower total of the two is taken, never the higher; where they are equal, what was quoted stands. */
export function choosePrice(
  quotedMinor: MinorUnits,
  atPlacementMinor: MinorUnits | undefined,
): 'QUOTED' | 'AT_PLACEMENT' {
  return atPlacementMinor !== undefined && atPlacementMinor < quotedMinor ? 'AT_PLACEMENT' : 'QUOTED';
}
