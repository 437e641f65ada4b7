import { expect, test } from 'vitest';
import { inWords, wordsOf } from './in-words.ts';

test('the name of a service is written as people write it', () => {
  expect(['MOTORCYCLE', 'TRUCK_550', '4X4_TRUCK', ''].map(inWords)).toEqual([
    'Motorcycle',
    'Truck 550',
    '4x4 truck',
    '',
  ]);
});

test('within a sentence it begins small', () => {
  expect(['MOTORCYCLE', 'TRUCK_550', ''].map(wordsOf)).toEqual(['motorcycle', 'truck 550', '']);
});
