import { describe, expect, test } from 'vitest';
import type { Action } from '../day/action.ts';
import { photoOf, withPhoto } from './proof-photo.ts';

const withProof = (proof: object) => ({ kind: 'dropOff', orderId: '7', stopId: '2', proof }) as Action<string>;
const NO_PHOTO: readonly Action<string>[] = [
  { kind: 'pickUp', orderId: '7' },
  withProof({ kind: 'NONE' }),
  withProof({ kind: 'SIGNATURE', strokes: [[[0, 0]]] }),
  withProof({ kind: 'FAILED', reasonKey: 'NOBODY_THERE' }),
];

describe('the photo of an action', () => {
  test.each(['dropOff', 'parcelDeliver'] as const)('%s has one, and gets another', (kind) => {
    const action = { ...withProof({ kind: 'PHOTO', photo: 'door' }), kind } as Action<string>;
    expect(photoOf(action)).toBe('door');
    expect(withPhoto(action, 7)).toEqual({ ...action, proof: { kind: 'PHOTO', photo: 7 } });
    expect(photoOf(action)).toBe('door');
  });

  test.each(NO_PHOTO)('%o has none, and gets none', (action) => {
    expect(photoOf(action)).toBeUndefined();
    expect(withPhoto(action, 'door')).toEqual(action);
  });
});
