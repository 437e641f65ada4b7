import type { Tone } from '../badge.tsx';

/** Something that happened to an order, as the server tells it. */
export type HistoryEntry = {
  readonly at: string;
  readonly event: string;
  readonly status: string;
  readonly by?: string;
  readonly reason?: string;
  readonly driverId?: string;
};
type Told = { readonly title: string; readonly tone: Tone };

const STORY: Readonly<Record<string, Told>> = {
  placed: { title: 'Order placed', tone: 'info' },
  tookPlaceOf: { title: 'Takes the place of another order', tone: 'info' },
  driverAccepted: { title: 'A driver took the order', tone: 'info' },
  driverGaveBack: { title: 'The driver gave it back', tone: 'note' },
  driverChanged: { title: 'Another driver was asked for', tone: 'note' },
  driverArrived: { title: 'The driver is at the pick-up', tone: 'info' },
  goodsPickedUp: { title: 'Picked up', tone: 'info' },
  dropOffClosed: { title: 'A drop-off was closed', tone: 'info' },
  lastDropOffClosed: { title: 'The last drop-off was closed', tone: 'good' },
  matchingTimeEnded: { title: 'No driver was found in time', tone: 'bad' },
  rejectionLimitReached: { title: 'Too many drivers gave it back', tone: 'bad' },
  partnerCancelled: { title: 'Cancelled by you', tone: 'bad' },
  supportCancelled: { title: 'Cancelled by support', tone: 'bad' },
  supportReplaced: { title: 'Replaced by another order', tone: 'note' },
  priorityFeeAdded: { title: 'A priority fee was added', tone: 'note' },
  dropOffsEdited: { title: 'The drop-offs were edited', tone: 'note' },
};

export function storyOf({ event, by, driverId, reason }: HistoryEntry): Told & { readonly detail: string | undefined } {
  const told = STORY[event] ?? { title: event, tone: 'plain' };
  const details = [
    ...(driverId === undefined ? [] : [`Driver ${driverId}`]),
    ...(by === 'support' && !told.title.includes('support') ? ['By support'] : []),
    ...(reason === undefined ? [] : [reason]),
  ];
  return { ...told, detail: details.length === 0 ? undefined : details.join(' · ') };
}
