import { expect, test } from 'vitest';
import { PARCEL_STATUSES, type ParcelEvent, statusAfter } from '../../../src/plus/rules/parcel-transitions.ts';
import { type ParcelStep, stepsOfParcel } from './parcel-steps.ts';

const EVENTS: Readonly<Record<ParcelStep, readonly ParcelEvent[]>> = {
  pickUp: ['pickedUp'],
  failPickUp: ['pickUpFailed'],
  dropOut: ['driverDroppedOut'],
  deliver: ['delivered'],
  failDelivery: ['deliveryFailed'],
  retry: ['pickUpRetried', 'deliveryRetried'],
  return: ['returned'],
};

test.each(PARCEL_STATUSES.filter((status) => status !== 'AWAIT_DRIVER'))(
  'of a parcel that is %s exactly what the server would take is offered',
  (status) => {
    const taken = Object.entries(EVENTS).filter(([, events]) =>
      events.some((event) => statusAfter(status, event) !== undefined),
    );
    expect([...stepsOfParcel(status)].sort()).toEqual(taken.map(([step]) => step).sort());
  },
);
