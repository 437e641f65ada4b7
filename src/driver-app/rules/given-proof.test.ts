import { describe, expect, test } from 'vitest';
import { givenProof as read } from './given-proof.ts';

const REASONS = [{ reasonKey: 'CLOSED', text: 'The place was closed', needsNote: false }];
const givenProof = (given: Parameters<typeof read>[0]) => read(given, REASONS);
const PICTURE = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]);
const TEXT = PICTURE.toString('base64');
const STROKES = [
  [
    [0, 0],
    [10, 10],
  ],
];

test('a photo comes as base64 text', () => {
  expect(givenProof({ proof: 'PHOTO', photo: TEXT })).toEqual({ accepted: { kind: 'photo', photo: PICTURE } });
});

test('a signature comes as strokes or as a picture; strokes count where both are given', () => {
  const strokes = { accepted: { kind: 'signature', strokes: STROKES } };
  expect(givenProof({ proof: 'SIGNATURE', signature: { strokes: STROKES } })).toEqual(strokes);
  expect(givenProof({ proof: 'SIGNATURE', signature: { strokes: STROKES, picture: TEXT } })).toEqual(strokes);
  expect(givenProof({ proof: 'SIGNATURE', signature: { picture: TEXT } })).toEqual({
    accepted: { kind: 'signature', picture: PICTURE },
  });
});

test('a failure carries its reason, by a key or as it was given', () => {
  expect(givenProof({ proof: 'FAILED', reasonKey: 'CLOSED' })).toEqual({
    accepted: { kind: 'failure', reason: 'The place was closed' },
  });
  expect(givenProof({ proof: 'FAILED', reason: 'Nobody at home' })).toEqual({
    accepted: { kind: 'failure', reason: 'Nobody at home' },
  });
  expect(givenProof({ proof: 'FAILED' })).toEqual({ accepted: { kind: 'failure', reason: undefined } });
  expect(givenProof({ proof: 'FAILED', reasonKey: 'x' })).toMatchObject({ pointer: '/data/reasonKey' });
});

test('without proof it is the driver’s word, whatever else was sent', () => {
  expect(givenProof({ proof: 'NONE', photo: TEXT })).toEqual({ accepted: { kind: 'statement' } });
});

describe('refused', () => {
  test.each([undefined, ''])('a missing picture (%j)', (text) => {
    const missing = { refused: 'ERR_MISSING_FIELD', sentence: 'The picture is missing.' };
    const photo = text === undefined ? {} : { photo: text };
    expect(givenProof({ proof: 'PHOTO', ...photo })).toEqual({ ...missing, pointer: '/data/photo' });
    const signature = text === undefined ? {} : { signature: { picture: text } };
    expect(givenProof({ proof: 'SIGNATURE', ...signature })).toEqual({ ...missing, pointer: '/data/signature' });
  });

  test.each([
    ['a data address', `data:image/jpeg;base64,${TEXT}`],
    ['base64 for addresses', '_-8='],
    ['line breaks', `${TEXT}\n`],
    ['text after the end', `${TEXT}=x`],
    ['only an end', '=='],
  ])('%s', (_, photo) => {
    expect(givenProof({ proof: 'PHOTO', photo })).toEqual({
      refused: 'ERR_INVALID_FIELD',
      sentence: 'The picture must be base64 text.',
      pointer: '/data/photo',
    });
  });
});
