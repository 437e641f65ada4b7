import { expect, test } from 'vitest';
import { axisLabels } from './axis-labels.ts';

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

test('labels that have room are written as they are', () => {
  expect(axisLabels(['Completed', 'Expired'], 9)).toEqual({ lines: [['Completed'], ['Expired']], every: 1 });
  expect(axisLabels(hours, 5).every).toBe(1);
  expect(axisLabels([], 5)).toEqual({ lines: [], every: 1 });
});

test('a few names that have none are written in lines', () => {
  expect(axisLabels(['Cancelled by partner', 'Unreachable', 'Open'], 10)).toEqual({
    lines: [['Cancelled', 'by partner'], ['Unreachable'], ['Open']],
    every: 1,
  });
});

test('of many labels that have none only some are written', () => {
  expect(axisLabels(hours, 4).every).toBe(2);
  expect(axisLabels(hours, 1).every).toBe(5);
  expect(axisLabels(hours, 0.5).every).toBe(10);
  expect(axisLabels(hours, 0).every).toBe(24);
});
