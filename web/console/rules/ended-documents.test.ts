import { expect, test } from 'vitest';
import { endedKinds } from './ended-documents.ts';

test('a kind has ended when nothing of it is valid, and not when it was renewed', () => {
  const ended = { kind: 'LICENCE', isValid: false };
  expect(endedKinds([])).toEqual([]);
  expect(endedKinds([ended, ended, { kind: 'INSURANCE', isValid: true }])).toEqual(['LICENCE']);
  expect(endedKinds([ended, { ...ended, isValid: true }])).toEqual([]);
});
