import { expect, test } from 'vitest';
import { metersToPickUp } from './distance-to-pick-up.ts';

const CENTRAL = { lat: 22.28, lng: 114.16 };
/** Along a meridian a degree is 111,195 metres. */
const north = (meters: number) => ({ ...CENTRAL, lat: CENTRAL.lat + meters / 111_195 });

test.each([
  [0, 1, 0],
  [24, 1, 0],
  [26, 1, 50],
  [1_000, 1, 1_000],
  [1_000, 1.4, 1_400],
  [24, 1.4, 50],
])('%s m as the crow flies, times %s, are shown as %s m', (meters, roadFactor, shown) => {
  expect(metersToPickUp(north(meters), CENTRAL, roadFactor)).toBe(shown);
});
