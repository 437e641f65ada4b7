import { expect, test } from 'vitest';
import { LOG_STATUSES } from '../../../src/plus/rules/parcel-view.ts';
import { logWords } from './parcel-words.ts';

test('whatever a parcel’s log says stands there in words, each in its own', () => {
  const words = LOG_STATUSES.map(logWords);
  expect(words.filter((each) => !/^[A-Z][-a-z ]*$/.test(each))).toEqual([]);
  expect(new Set(words).size).toBe(LOG_STATUSES.length);
  expect(logWords('NEWER_STATUS')).toBe('NEWER_STATUS');
});
