import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accepted, refused } from '../../foundation/decision.ts';
import { decideFailureReason } from './failure-reason.ts';

const MISSING = refused('ERR_MISSING_FIELD', 'A failed drop-off needs a reason.', '/data/reason');

test('a reason is kept without the spaces around it', () => {
  expect(decideFailureReason('  Nobody at home, 沒有人在家\nrang twice 🚪 ')).toEqual(
    accepted('Nobody at home, 沒有人在家\nrang twice 🚪'),
  );
});

test.each([undefined, null, 5, {}, '', '   ', '\n\t'])('%j is no reason', (given) => {
  expect(decideFailureReason(given)).toEqual(MISSING);
});

test('a reason has 1 to 500 characters, however many bytes each takes', () => {
  expect(decideFailureReason('x')).toEqual(accepted('x'));
  expect(decideFailureReason('🚪'.repeat(500))).toEqual(accepted('🚪'.repeat(500)));
  expect(decideFailureReason('x'.repeat(501))).toEqual(
    refused('ERR_INVALID_FIELD', 'The reason must not be longer than 500 characters.', '/data/reason'),
  );
});

test.each(['a\0b', 'a\x1bb', 'a\x7fb', 'a\ud800b', 'a\udc00'])('%j cannot be read', (given) => {
  expect(decideFailureReason(given)).toEqual(
    refused('ERR_INVALID_FIELD', 'The reason holds characters that cannot be read.', '/data/reason'),
  );
});

test('whatever comes is kept as text or refused', () => {
  fc.assert(
    fc.property(fc.anything(), (given) => {
      const decision = decideFailureReason(given);
      if ('accepted' in decision) expect(decision.accepted.isWellFormed()).toBe(true);
    }),
  );
});
