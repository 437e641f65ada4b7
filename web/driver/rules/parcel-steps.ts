import type { Parcel } from '../api/types.ts';

export type ParcelStep = 'pickUp' | 'failPickUp' | 'dropOut' | 'deliver' | 'failDelivery' | 'retry' | 'return';

const STEPS: Partial<Readonly<Record<Parcel['status'], readonly ParcelStep[]>>> = {
  AWAIT_PICKUP: ['pickUp', 'failPickUp', 'dropOut'],
  DELIVERING: ['deliver', 'failDelivery'],
  FAILED_PICKUP: ['retry'],
  FAILED: ['retry', 'return'],
};

/** What a driver can do with a parcel as it stands, the likeliest first. */
export function stepsOfParcel(status: Parcel['status']): readonly ParcelStep[] {
  return STEPS[status] ?? [];
}
