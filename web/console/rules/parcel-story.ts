import type { ParcelWire } from '../../../src/console/plus-wire.ts';

type Entry = ParcelWire['history'][number];

const EVENTS: Readonly<Record<Entry['event'], string>> = {
  placed: 'Placed',
  driverAssigned: 'Given to a driver',
  driverDroppedOut: 'The driver gave it back',
  pickedUp: 'Picked up',
  pickUpFailed: 'The pick-up failed',
  pickUpRetried: 'To be picked up again',
  delivered: 'Delivered',
  deliveryFailed: 'The delivery failed',
  deliveryRetried: 'To be delivered again',
  returned: 'Brought back',
  closed: 'Closed',
  cancelled: 'Cancelled',
  edited: 'Edited',
};

/** Something that happened to a parcel, for operators. */
export function parcelStory({ event, by, driverId, reason }: Entry): {
  readonly title: string;
  readonly detail: string;
} {
  const driver = driverId === null ? undefined : `driver ${driverId}`;
  const who = { partner: 'the partner', support: 'support', driver: driver ?? 'the driver' }[by];
  const details = [
    `By ${who}`,
    ...(driver === undefined || by === 'driver' ? [] : [`Driver ${driverId}`]),
    ...(reason === null ? [] : [reason]),
  ];
  return { title: EVENTS[event], detail: details.join(' · ') };
}
