import { expect, test } from 'vitest';
import { accepted, refused } from '../../foundation/decision.ts';
import { reasonText } from './failure-reason.ts';

const KNOWN = [
  { reasonKey: 'CLOSED', text: 'The place was closed', needsNote: false },
  { reasonKey: 'OTHER', text: 'Another reason', needsNote: true },
];

test('a key becomes its text, with the note where there is one', () => {
  expect(reasonText(KNOWN, { reasonKey: 'CLOSED' })).toEqual(accepted('The place was closed'));
  expect(reasonText(KNOWN, { reasonKey: 'CLOSED', reason: ' until 9 ' })).toEqual(
    accepted('The place was closed: until 9'),
  );
  expect(reasonText(KNOWN, { reasonKey: 'CLOSED', reason: '  ' })).toEqual(accepted('The place was closed'));
});

test('a key that says too little needs a note', () => {
  expect(reasonText(KNOWN, { reasonKey: 'OTHER', reason: 'Flood' })).toEqual(accepted('Another reason: Flood'));
  for (const reason of ['', '  ']) {
    expect(reasonText(KNOWN, { reasonKey: 'OTHER', reason })).toEqual(
      refused('ERR_MISSING_FIELD', 'This reason needs a note. Give it as "reason".', '/data/reason'),
    );
  }
});

test.each(['', 'closed', 'CLOSED ', 'toString'])('"%s" is no key', (reasonKey) => {
  expect(reasonText(KNOWN, { reasonKey, reason: 'Flood' })).toEqual(
    refused('ERR_INVALID_FIELD', 'There is no such reason. See GET /driver/v1/failure-reasons.', '/data/reasonKey'),
  );
});

test('without a key the driver’s own words are taken, and something must be said', () => {
  expect(reasonText(KNOWN, { reason: ' Flood ' })).toEqual(accepted('Flood'));
  for (const given of [{}, { reason: '' }, { reason: ' ' }]) {
    expect(reasonText(KNOWN, given)).toEqual(
      refused('ERR_MISSING_FIELD', 'A failure needs a reason: a reasonKey, or your own words.', '/data/reason'),
    );
  }
});
