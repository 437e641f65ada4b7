import { expect, test } from 'vitest';
import type { DriverOrder, Parcel } from '../api/types.ts';
import type { Action } from '../day/action.ts';
import { isHandedOver, longestMsFor, nextPhotoBytes } from './photo-size.ts';

test('a call may take as long as what it carries needs on a slow way', () => {
  expect(longestMsFor(0)).toBe(30_000);
  expect(longestMsFor(1_250_000)).toBe(130_000);
});

test('a photo that took too long is made smaller, until it gets through on a slow way', () => {
  expect(nextPhotoBytes({ bytes: 1_000_000, status: 408, tookMs: 15_000 })).toBe(250_000);
  expect(nextPhotoBytes({ bytes: 250_000, status: undefined, tookMs: 10_000 })).toBe(100_000);
  expect(nextPhotoBytes({ bytes: 100_001, status: 408, tookMs: 1 })).toBe(100_000);
  expect(nextPhotoBytes({ bytes: 100_000, status: 408, tookMs: 15_000 })).toBeUndefined();
});

test('a photo that is too large for something on the way is made smaller, however small it is', () => {
  expect(nextPhotoBytes({ bytes: 1_000_000, status: 413, tookMs: 200 })).toBe(250_000);
  expect(nextPhotoBytes({ bytes: 100_000, status: 413, tookMs: 200 })).toBe(25_000);
});

test('a photo that failed for another reason stays as it is', () => {
  expect(nextPhotoBytes({ bytes: 1_000_000, status: undefined, tookMs: 9_999 })).toBeUndefined();
  expect(nextPhotoBytes({ bytes: 1_000_000, status: 503, tookMs: 20_000 })).toBeUndefined();
  expect(nextPhotoBytes({ bytes: 1_000_000, status: 429, tookMs: 1 })).toBeUndefined();
});

const photo = { kind: 'PHOTO', photo: new Blob(['x']) } as const;
const dropOff: Action = { kind: 'dropOff', orderId: '7', stopId: '2', proof: photo };
const order = (outcome?: string) =>
  ({ stops: [{ stopId: '1' }, { stopId: '2', ...(outcome && { closed: { outcome } }) }] }) as unknown as DriverOrder;

test('what the server took by the call before is handed over', () => {
  expect(isHandedOver(dropOff, order('DELIVERED'))).toBe(true);
  expect(isHandedOver(dropOff, order('FAILED'))).toBe(false);
  expect(isHandedOver(dropOff, order())).toBe(false);
  const deliver: Action = { kind: 'parcelDeliver', orderId: '7', proof: photo };
  expect(isHandedOver(deliver, { status: 'DELIVERED' } as Parcel)).toBe(true);
  expect(isHandedOver(deliver, { status: 'DELIVERING' } as Parcel)).toBe(false);
});
