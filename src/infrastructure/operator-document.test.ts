import { expect, test } from 'vitest';
import { DocumentRefusal, parseDocument, refuseDocument } from './operator-document.ts';
import { OperatorError } from './operator-error.ts';

test('a document is JSON, or its operator is told which file is not', () => {
  expect(parseDocument('{"market":"HK"}', 'hk.json')).toEqual({ market: 'HK' });
  expect(() => parseDocument('{"market":', 'hk.json')).toThrow(/^hk\.json is not valid JSON: /);
  expect(() => parseDocument('', 'hk.json')).toThrow(OperatorError);
});

const faults = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `/cities/${index}`, sentence: 'is missing' }));

test('each fault of a document is named by its place, ten of them at most', () => {
  expect(() => refuseDocument([], 'hk.json')).not.toThrow();
  expect(() => refuseDocument(faults(1), 'hk.json')).toThrow(new DocumentRefusal(faults(1), 'hk.json'));
  expect(new DocumentRefusal(faults(1), 'hk.json').message).toBe('hk.json cannot be used:\n  /cities/0 is missing');
  expect(() => refuseDocument(faults(10), 'hk.json')).toThrow(/\/cities\/9 is missing$/);
  expect(() => refuseDocument(faults(11), 'hk.json')).toThrow(/\/cities\/9 is missing\n {2}and 1 more$/);
});
