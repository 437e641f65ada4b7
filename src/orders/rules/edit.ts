import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { Fault } from '../../foundation/errors.ts';
import type { MinorUnits } from '../../foundation/money.ts';
import type { Instant } from '../../foundation/time.ts';
import type { Coordinates } from '../../quotations/index.ts';
import { dropOffsOf, type Order, type OrderStop, type Party, type Pricing } from './order.ts';
import { type OrderChange, stateOf, step } from './order-change.ts';
import { contactFaults, type PhoneFault } from './order-request.ts';

const EDITS_ALLOWED = 1;

/** A stop of an edit, its place read and checked. */
export type EditedStop = {
  readonly coordinates: Coordinates;
  readonly address: string;
  readonly name: string | undefined;
  readonly phone: string | undefined;
  readonly remarks: string;
};

export function editsLeft(order: Order): number {
  return Math.max(0, EDITS_ALLOWED - order.editsUsed);
}

/** Only in ON_GOING, and by the partner only once. */
export function decideEditable(order: Order, by: Party): Decision<Order> {
  if (order.status !== 'ON_GOING')
    return refused('ERR_ORDER_EDIT', `The order is ${order.status}; it can be edited only while it is ON_GOING.`);
  if (by === 'partner' && editsLeft(order) === 0) return refused('ERR_ORDER_EDITED_ALREADY');
  return accepted(order);
}

/** The stops after the edit: the pick-up as it was, known drop-offs with their ids and proof, new ones without an id. */
export type PlannedStop = Omit<OrderStop, 'stopId'> & { readonly stopId: string | undefined };

export function planEdit(
  order: Order,
  [pickUp, ...dropOffs]: readonly [EditedStop, ...EditedStop[]],
  phoneFault: PhoneFault,
): { readonly stops: readonly PlannedStop[] } | { readonly faults: readonly [Fault, ...Fault[]] } {
  const original = order.delivery.stops[0] as OrderStop;
  const moved = pickUpDifference(original, pickUp);
  if (moved !== undefined) return { faults: [cannotEdit(`The pick-up must keep its ${moved}.`, 0)] };
  const { found, left } = findAgain(dropOffsOf(order), dropOffs);
  const planned = dropOffs.map((edited): PlannedStop => {
    const known = found.get(edited);
    return {
      stopId: known?.stopId,
      coordinates: edited.coordinates,
      address: edited.address,
      name: edited.name ?? known?.name ?? '',
      phone: edited.phone ?? known?.phone ?? '',
      remarks: edited.remarks,
      ...(known?.closing === undefined ? {} : { closing: known.closing }),
    };
  });
  const lost = left.find(({ closing }) => closing !== undefined);
  if (lost !== undefined)
    return { faults: [cannotEdit(`The drop-off at ${lost.address} has been closed and must stay as it was.`)] };
  if (planned.every(({ closing }) => closing !== undefined)) return { faults: [NO_OPEN_DROP_OFF] };
  const [fault, ...more] = planned.flatMap((stop, index) => plannedFaults(stop, index + 1, phoneFault));
  if (fault !== undefined) return { faults: [fault, ...more] };
  return { stops: [{ ...original, remarks: pickUp.remarks }, ...planned] };
}

/** At one place several may wait. Each is found by its contact first; one that is open may get another, what was closed is for whom it was. */
const LIKENESSES: readonly ((known: OrderStop, edited: EditedStop) => boolean)[] = [
  (known, { name, phone }) => name === known.name && phone === known.phone,
  (known, { name = known.name, phone = known.phone }) => name === known.name && phone === known.phone,
  ({ closing }) => closing === undefined,
];

/** Which drop-off of the order each sent one is, and which are left out; what is alike goes by its order. */
function findAgain(known: readonly OrderStop[], sent: readonly EditedStop[]) {
  const left = [...known];
  const found = new Map<EditedStop, OrderStop>();
  for (const isLike of LIKENESSES)
    for (const edited of sent) {
      const again = found.has(edited)
        ? undefined
        : left.find((stop) => isSamePlace(stop, edited) && isLike(stop, edited));
      if (again === undefined) continue;
      found.set(edited, again);
      left.splice(left.indexOf(again), 1);
    }
  return { found, left };
}

function pickUpDifference(original: OrderStop, { coordinates, address, name, phone }: EditedStop): string | undefined {
  if (!isSamePoint(original.coordinates, coordinates)) return 'coordinates';
  if (original.address !== address) return 'address';
  if (name !== undefined && name !== original.name) return 'name';
  return phone !== undefined && phone !== original.phone ? 'phone' : undefined;
}

function isSamePlace(known: OrderStop, edited: EditedStop): boolean {
  return isSamePoint(known.coordinates, edited.coordinates) && known.address === edited.address;
}

function isSamePoint(a: Coordinates, b: Coordinates): boolean {
  return Number(a.lat) === Number(b.lat) && Number(a.lng) === Number(b.lng);
}

/** What a drop-off that is new must have; one that was there keeps its contact. */
function plannedFaults({ stopId, ...stop }: PlannedStop, index: number, phoneFault: PhoneFault): readonly Fault[] {
  const pointer = `/data/stops/${index}`;
  const given = (text: string) => (text === '' && stopId === undefined ? undefined : text);
  const contact = { name: given(stop.name), phone: given(stop.phone) };
  const missing = (['name', 'phone'] as const).filter((field) => contact[field] === undefined);
  return [
    ...missing.map((field): Fault => {
      const sentence = `Drop-off ${index} is new and needs a ${field}.`;
      return { code: 'ERR_MISSING_FIELD', sentence, pointer: `${pointer}/${field}` };
    }),
    ...contactFaults(contact, pointer, `drop-off ${index}`, phoneFault),
  ];
}

/** Without one the order could never be completed. */
const NO_OPEN_DROP_OFF: Fault = {
  code: 'ERR_INSUFFICIENT_STOPS',
  sentence: 'At least one drop-off that is still open is needed.',
  pointer: '/data/stops',
};

function cannotEdit(sentence: string, stop?: number): Fault {
  return { code: 'ERR_ORDER_EDIT', sentence, ...(stop === undefined ? {} : { pointer: `/data/stops/${stop}` }) };
}

export type EditResult = {
  readonly stops: readonly OrderStop[];
  readonly distanceMeters: number;
  readonly fareMinor: MinorUnits;
  readonly pricing: Pricing;
};

export function decideEdit(order: Order, result: EditResult, by: Party, now: Instant): Decision<OrderChange> {
  const editable = decideEditable(order, by);
  if ('refused' in editable) return editable;
  const facts = {
    fareMinor: result.fareMinor,
    pricing: result.pricing,
    delivery: { ...order.delivery, stops: result.stops, distanceMeters: result.distanceMeters },
    editsUsed: order.editsUsed + (by === 'partner' ? 1 : 0),
  };
  return accepted([step(order, 'dropOffsEdited', now, stateOf(order), { facts, note: { by } })]);
}
