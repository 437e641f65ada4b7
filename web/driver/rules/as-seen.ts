import type { DriverOrder, Parcel, ParcelWork, Step, Visit } from '../api/types.ts';
import type { Action } from '../day/action.ts';

/** What the server last said. */
export type Known = {
  readonly onlineSince: string | null;
  readonly order: DriverOrder | null;
  readonly parcels: ParcelWork | undefined;
};
/** `at`: when it was done, by the server's clock. */
export type Undelivered = { readonly action: Action; readonly at: number };

/** What the driver sees: what he has done counts, whether or not the server knows of it. */
export function asSeen(known: Known, waiting: readonly Undelivered[]): Known {
  return waiting.reduce(after, known);
}

function after(known: Known, { action, at }: Undelivered): Known {
  if (action.kind === 'emergency') return known;
  if (action.kind === 'goOffline') return { ...known, onlineSince: null };
  return {
    ...known,
    order: known.order?.orderId === action.orderId ? orderAfter(known.order, action, at) : known.order,
    parcels: known.parcels && workAfter(known.parcels, action),
  };
}

/** Each step only from where it leads on: what the server has applied in the meantime is not applied twice. */
function orderAfter(order: DriverOrder, action: Action, at: number): DriverOrder | null {
  switch (action.kind) {
    case 'arrive':
      if (order.status !== 'ON_GOING') return order;
      return { arrivedAt: new Date(at).toISOString(), ...withDone(order, ({ kind }) => kind === 'GO_TO_PICK_UP') };
    case 'pickUp':
      if (order.status !== 'ON_GOING') return order;
      return { ...withDone(order, ({ kind }) => BEFORE_THE_WAY.includes(kind)), status: 'PICKED_UP' };
    case 'dropOff':
      return order.status === 'PICKED_UP' ? droppedOff(order, action, at) : order;
    case 'giveBack':
      return order.status === 'ON_GOING' || order.status === 'PICKED_UP' ? null : order;
    default:
      return order;
  }
}

const BEFORE_THE_WAY: readonly Step['kind'][] = ['GO_TO_PICK_UP', 'BUY_AND_ENTER_RECEIPT', 'QUEUE', 'WAIT', 'PICK_UP'];
const OUTCOMES = { NONE: 'DELIVERED', PHOTO: 'DELIVERED', SIGNATURE: 'SIGNED', FAILED: 'FAILED' } as const;

function droppedOff(
  order: DriverOrder,
  { stopId, proof }: Extract<Action, { readonly kind: 'dropOff' }>,
  at: number,
): DriverOrder {
  const closed = { outcome: OUTCOMES[proof.kind], at: new Date(at).toISOString() };
  const stops = order.stops.map((stop) =>
    stop.stopId === stopId && stop.closed === undefined ? { ...stop, closed } : stop,
  );
  const isOver = stops.slice(1).every((stop) => stop.closed !== undefined);
  const isDone = (step: Step) => isOver || step.stopId === stopId;
  return { ...withDone(order, isDone), stops, ...(isOver ? { status: 'COMPLETED' } : {}) };
}

function withDone(order: DriverOrder, isDone: (step: Step) => boolean): DriverOrder {
  return { ...order, steps: order.steps.map((step) => (isDone(step) ? { ...step, done: true } : step)) };
}

type Status = Parcel['status'];
type Move = { readonly from: readonly Status[]; readonly to: (status: Status) => Status };
const move = (from: Status, to: Status): Move => ({ from: [from], to: () => to });
const MOVES: Partial<Record<Action['kind'], Move>> = {
  parcelPickUp: move('AWAIT_PICKUP', 'DELIVERING'),
  parcelFailPickUp: move('AWAIT_PICKUP', 'FAILED_PICKUP'),
  parcelDeliver: move('DELIVERING', 'DELIVERED'),
  parcelFailDelivery: move('DELIVERING', 'FAILED'),
  parcelRetry: {
    from: ['FAILED_PICKUP', 'FAILED'],
    to: (status) => (status === 'FAILED' ? 'DELIVERING' : 'AWAIT_PICKUP'),
  },
  parcelReturn: move('FAILED', 'RETURNED'),
};

type OfOrder = Extract<Action, { readonly orderId: string }>;

function workAfter(work: ParcelWork, action: OfOrder): ParcelWork {
  const parcel = work.parcels.find(({ orderId }) => orderId === action.orderId);
  if (parcel === undefined) return work;
  if (action.kind === 'parcelDropOut') return parcel.status === 'AWAIT_PICKUP' ? without(work, parcel) : work;
  const step = MOVES[action.kind];
  if (!step?.from.includes(parcel.status)) return work;
  const { failure: _, ...rest } = parcel;
  return withParcel(work, { ...rest, status: step.to(parcel.status) });
}

/** As the server tells of one parcel, where it says nothing of the visits. */
export function withParcel({ parcels, visits }: ParcelWork, told: Parcel): ParcelWork {
  const isTold = ({ orderId }: Parcel) => orderId === told.orderId;
  return {
    parcels: parcels.map((one) => (isTold(one) ? told : one)),
    visits: parcels.some(isTold) ? visitsWith(visits, told) : visits,
  };
}

function without({ parcels, visits }: ParcelWork, { orderId }: Parcel): ParcelWork {
  const isOther = (one: { readonly orderId: string }) => one.orderId !== orderId;
  return { parcels: parcels.filter(isOther), visits: visits.filter(isOther) };
}

const OPEN_VISITS: Partial<Readonly<Record<Status, readonly Visit['visit'][]>>> = {
  AWAIT_PICKUP: ['PICK_UP', 'DROP_OFF'],
  DELIVERING: ['DROP_OFF'],
  FAILED: ['RETURN'],
};

/** What is done goes; what there is to do anew stands where the parcel stood before, or at the end. */
function visitsWith(visits: readonly Visit[], { orderId, status }: Parcel): Visit[] {
  const open = OPEN_VISITS[status] ?? [];
  const isOfIt = (visit: Visit) => visit.orderId === orderId;
  const stays = (visit: Visit) => !isOfIt(visit) || open.includes(visit.visit);
  const added = open
    .filter((kind) => !visits.some((visit) => isOfIt(visit) && visit.visit === kind))
    .map((visit) => ({ orderId, visit, plannedAt: null }));
  const place = visits.findIndex(isOfIt);
  if (place === -1) return [...visits, ...added];
  return [...visits.slice(0, place), ...added, ...visits.slice(place).filter(stays)];
}
