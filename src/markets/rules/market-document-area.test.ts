import { expect, test } from 'vitest';
import { BOW_TIE, changed, RING, singapore } from '../../../test/support/market-document.ts';
import { findDocumentFaults } from './market-document.ts';

test('a ring must be closed', () => {
  const ring = singapore().cities[0]?.area.coordinates[0]?.[0]?.slice(0, -1);
  expect(findDocumentFaults(changed([RING, ring]))).toEqual([
    { path: RING, sentence: 'is not closed: its last position must equal its first' },
  ]);
});

test('a ring must not cross itself, and places are not looked at before it is mended', () => {
  expect(findDocumentFaults(changed([RING, BOW_TIE]))).toEqual([
    { path: RING, sentence: 'crosses itself: the lines after positions 0 and 2 meet' },
  ]);
});

test('a ring of the shipped outline with two far positions exchanged crosses itself', () => {
  const ring = singapore().cities[0]?.area.coordinates[0]?.[0] ?? [];
  const [near, far] = [ring[5], ring[25]];
  const exchanged = ring.map((position, index) => (index === 5 ? far : index === 25 ? near : position));
  expect(findDocumentFaults(changed([RING, exchanged]))).toEqual([
    { path: RING, sentence: expect.stringMatching(/^crosses itself: the lines after positions \d+ and \d+ meet$/) },
  ]);
});

test('a hole is checked like an outline, and what lies in it is outside', () => {
  const square = (lng: number, lat: number) => [
    [lng - 0.01, lat - 0.01],
    [lng + 0.01, lat - 0.01],
    [lng + 0.01, lat + 0.01],
    [lng - 0.01, lat + 0.01],
    [lng - 0.01, lat - 0.01],
  ];
  const hole = '/cities/0/area/coordinates/0/1';
  expect(findDocumentFaults(changed([hole, square(103.991, 1.364)]))).toEqual([
    { path: '/cities/0/inside/0', sentence: 'Changi is not inside the area' },
  ]);
  expect(findDocumentFaults(changed([hole, square(103.991, 1.364).slice(0, 4)]))).toEqual([
    { path: hole, sentence: 'is not closed: its last position must equal its first' },
  ]);
});

test('a place inside must be inside the area', () => {
  expect(findDocumentFaults(changed(['/cities/0/inside/1', { name: 'Batam', lat: 1.13, lng: 104.05 }]))).toEqual([
    { path: '/cities/0/inside/1', sentence: 'Batam is not inside the area' },
  ]);
});

test('a place outside must be outside the area', () => {
  const place = { name: 'Raffles Place', lat: 1.284, lng: 103.851 };
  expect(findDocumentFaults(changed(['/cities/0/outside/2', place]))).toEqual([
    { path: '/cities/0/outside/2', sentence: 'Raffles Place is not outside the area' },
  ]);
});
