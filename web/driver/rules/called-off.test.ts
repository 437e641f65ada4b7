import { describe, expect, test } from 'vitest';
import type { Parcel, ParcelWork } from '../api/types.ts';
import type { Action, Queued } from '../day/action.ts';
import { goneOnHand, isCalledOff } from './called-off.ts';

const parcel = (orderId: string, status: Parcel['status']) => ({ orderId, status }) as Parcel;
const work = (...parcels: readonly Parcel[]): ParcelWork => ({ parcels: [...parcels], visits: [] });
const refused = (action: Action) => [{ action } as Queued];

describe('parcels that leave the list', () => {
  test('while the driver has them are asked about, and no others', () => {
    const before = work(
      parcel('1', 'DELIVERING'),
      parcel('2', 'FAILED'),
      parcel('3', 'AWAIT_PICKUP'),
      parcel('4', 'DELIVERED'),
      parcel('5', 'RETURNED'),
      parcel('6', 'DELIVERING'),
    );
    const after = work(parcel('6', 'DELIVERING'));
    expect(goneOnHand(before, after, []).map(({ orderId }) => orderId)).toEqual(['1', '2']);
  });

  test('are not asked about where the driver has handed them over, which the server did not take', () => {
    const before = work(parcel('1', 'DELIVERING'));
    expect(
      goneOnHand(before, work(), refused({ kind: 'parcelDeliver', orderId: '1', proof: { kind: 'NONE' } })),
    ).toEqual([]);
    expect(goneOnHand(before, work(), refused({ kind: 'parcelReturn', orderId: '1' }))).toEqual([]);
    expect(goneOnHand(before, work(), refused({ kind: 'parcelReturn', orderId: '2' }))).toHaveLength(1);
    expect(goneOnHand(before, work(), refused({ kind: 'parcelRetry', orderId: '1' }))).toHaveLength(1);
  });

  test('before anything is known, and after the sign-out, are none', () => {
    expect(goneOnHand(undefined, work(), [])).toEqual([]);
    expect(goneOnHand(work(parcel('1', 'DELIVERING')), undefined, [])).toEqual([]);
  });
});

test('called off is what the sender has ended, and not what another device of the driver has delivered', () => {
  const said = (status: Parcel['status']) => isCalledOff({ ok: true, data: parcel('1', status) });
  expect([said('CANCELED'), said('CLOSED')]).toEqual([true, true]);
  expect([said('DELIVERED'), said('DELIVERING')]).toEqual([false, false]);
  const no = (status: number, code: string) => isCalledOff({ ok: false, status, code, pointer: undefined });
  expect([no(404, 'ERR_ORDER_NOT_FOUND'), no(503, 'ERR_UNAVAILABLE')]).toEqual([false, 'ASK_AGAIN']);
  expect(isCalledOff(undefined)).toBe('ASK_AGAIN');
});
