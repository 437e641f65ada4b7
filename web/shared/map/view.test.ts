import { expect, test } from 'vitest';
import { type MapStop, type MapView, pointsOf, sceneOf, signsOf } from './view.ts';

const stop = (kind: MapStop['kind'], closed = false): MapStop => ({ lat: 1, lng: 2, kind, label: kind, closed });

test('drop-offs are counted, the pick-up has no number, and what is done is ticked off, what failed crossed out', () => {
  expect(signsOf([stop('pickUp'), stop('dropOff'), stop('dropOff')])).toEqual(['', '1', '2']);
  expect(signsOf([stop('pickUp', true), stop('dropOff', true), stop('dropOff')])).toEqual(['✓', '✓', '2']);
  expect(signsOf([stop('pickUp', true), { ...stop('dropOff', true), failed: true }])).toEqual(['✓', '✕']);
  expect(signsOf([])).toEqual([]);
});

test('a scene is another where a stop is another, not where the driver moves or a stop is closed', () => {
  const view: MapView = { market: 'HK', stops: [stop('pickUp')], route: [] };
  expect(sceneOf({ ...view, driver: { lat: 5, lng: 5 }, stops: [stop('pickUp', true)] })).toBe(sceneOf(view));
  expect(sceneOf({ ...view, stops: [{ ...stop('pickUp'), lat: 1.1 }] })).not.toBe(sceneOf(view));
  expect(sceneOf({ ...view, market: 'SG' })).not.toBe(sceneOf(view));
});

test('all points of a view are those of its stops, its route and its driver', () => {
  const view: MapView = { market: 'HK', stops: [stop('pickUp')], route: [{ lat: 3, lng: 4 }] };
  expect(pointsOf(view)).toHaveLength(2);
  expect(pointsOf({ ...view, driver: { lat: 5, lng: 6 } })).toHaveLength(3);
});
