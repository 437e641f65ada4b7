import { expect, test } from 'vitest';
import { sketchOf } from './sketch.ts';
import type { MapStop, MapView } from './view.ts';

const stop = (lat: number, lng: number): MapStop => ({ lat, lng, kind: 'dropOff', label: 'x', closed: false });
const view = (stops: readonly MapStop[], rest: Partial<MapView> = {}): MapView => ({
  market: 'HK',
  stops,
  route: [],
  ...rest,
});

test('north is up and east is right, and everything is within the margin', () => {
  const { stops } = sketchOf(view([stop(22.3, 114.1), stop(22.4, 114.2)]), 400, 400);
  const [southWest, northEast] = stops;
  expect(southWest?.x).toBeLessThan(northEast?.x ?? 0);
  expect(southWest?.y).toBeGreaterThan(northEast?.y ?? 0);
  for (const { x, y } of stops)
    for (const value of [x, y]) expect(value).toSatisfy((at: number) => at >= 36 && at <= 364);
});

test('the longer side fills the sheet, the other keeps its shape', () => {
  const { stops } = sketchOf(view([stop(0, 0), stop(0, 0.1), stop(0.05, 0.05)]), 472, 1_000);
  expect(stops.map(({ x }) => x)).toEqual([36, 436, 236]);
  expect((stops[0]?.y ?? 0) - (stops[2]?.y ?? 0)).toBe(200);
});

test('one place stands in the middle, and nothing at all is an empty sheet', () => {
  expect(sketchOf(view([stop(22.3, 114.1)]), 300, 200).stops).toEqual([{ x: 150, y: 100 }]);
  expect(sketchOf(view([]), 300, 200)).toEqual({ route: '', stops: [], driver: undefined });
});

test('the route is a path through its points, and the driver is on the same sheet', () => {
  const [from, to] = [stop(0, 0), stop(0, 0.1)];
  const { route, driver } = sketchOf(view([from, to], { route: [from, to], driver: { lat: 0, lng: 0.05 } }), 472, 200);
  expect(route).toBe('M36 100L436 100');
  expect(driver).toEqual({ x: 236, y: 100 });
});

test('an element without a size yet does no harm', () => {
  for (const { x, y } of sketchOf(view([stop(0, 0), stop(1, 1)]), 0, 0).stops)
    expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
});
