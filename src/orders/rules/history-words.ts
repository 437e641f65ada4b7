import type { HistoryEntry, Order, OrderStatus } from './order.ts';

/** How drivers are called, by their numbers. */
type Names = ReadonlyMap<string, string>;

const WORDS: Readonly<Record<HistoryEntry['event'], (entry: HistoryEntry, names: Names) => string>> = {
  placed: () => 'The partner placed the order',
  tookPlaceOf: () => 'Customer support put this order in the place of another',
  driverAccepted: (entry, names) => `${driver(entry, names)} took the order`,
  driverGaveBack: (entry, names) =>
    entry.by === 'support'
      ? `Customer support took ${driver(entry, names, 'd')} off, as let down`
      : `${driver(entry, names)} gave the order back`,
  driverChanged: (entry, names) =>
    entry.by === 'support'
      ? `Customer support took ${driver(entry, names, 'd')} off`
      : `The partner asked for another driver than ${driver(entry, names, 'd')}`,
  driverArrived: () => 'The driver came to the pick-up',
  goodsPickedUp: () => 'The driver picked the goods up',
  dropOffClosed: () => 'The driver closed a drop-off',
  lastDropOffClosed: () => 'The driver closed the last drop-off',
  matchingTimeEnded: () => 'No driver was found in time',
  rejectionLimitReached: () => 'Too many drivers gave the order back',
  partnerCancelled: () => 'The partner cancelled the order',
  supportCancelled: () => 'Customer support cancelled the order',
  supportReplaced: () => 'Customer support put another order in its place',
  priorityFeeAdded: () => 'The partner added a priority fee',
  dropOffsEdited: ({ by }) => `${by === 'support' ? 'Customer support' : 'The partner'} edited the drop-offs`,
};

/** Of people at the desks, who never see the API's words. */
const STANDS: Readonly<Record<OrderStatus, string>> = {
  ASSIGNING_DRIVER: 'It is looking for a driver',
  ON_GOING: 'Its driver is on the way to the pick-up',
  PICKED_UP: 'It is picked up',
  COMPLETED: 'It is completed',
  CANCELED: 'It is cancelled',
  REJECTED: 'It is rejected',
  EXPIRED: 'It is expired',
};

function driver({ driverId }: HistoryEntry, names: Names, first: 'D' | 'd' = 'D'): string {
  if (driverId === undefined) return `${first === 'D' ? 'A' : 'a'} driver`;
  return `${first}river ${names.get(driverId) || driverId}`;
}

/** What happened, without a full stop. Drivers whose names are not known are called by their numbers. */
export function entryInWords(entry: HistoryEntry, names: Names = new Map()): string {
  return WORDS[entry.event](entry, names);
}

/** For whoever acts at a desk on an order that has changed since they looked at it. */
export function changedMeanwhile({ history, status }: Pick<Order, 'history' | 'status'>): string {
  const last = history.at(-1);
  const happened = last === undefined ? 'The order has changed' : entryInWords(last);
  return `${happened} since you looked. ${STANDS[status]} now.`;
}
