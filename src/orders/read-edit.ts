import type { Fault } from '../foundation/errors.ts';
import { isSoundStop, readStop, type StopWire } from '../quotations/index.ts';
import type { EditedStop } from './rules/edit.ts';
import { contactFaults, type PhoneFault } from './rules/order-request.ts';

export type EditedStopWire = StopWire & {
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly remarks?: string | null;
};

/** Judges every field whose form is sound, and passes over the others: the schema has named those. */
export function findEditFaults(stops: unknown, phoneFault: PhoneFault): readonly Fault[] {
  if (!Array.isArray(stops)) return [];
  return stops.flatMap((stop, index) => [
    ...(isSoundStop(stop) ? placeFaults(stop, index) : []),
    ...(index === 0 ? [] : contactFaults(givenContact(stop), `/data/stops/${index}`, `drop-off ${index}`, phoneFault)),
  ]);
}

/** Whether an empty one is missing or wrong depends on the order: that is judged with it at hand. */
function givenContact(stop: unknown): object {
  const { name, phone } = (stop ?? {}) as Readonly<Record<string, unknown>>;
  return { name: name === '' ? undefined : name, phone: phone === '' ? undefined : phone };
}

/** Every stop needs both coordinates and an address here: what is looked up could lie elsewhere than the driver was told. */
function placeFaults(wire: StopWire, index: number): readonly Fault[] {
  const { stop, faults } = readStop(wire, index);
  if (faults.length > 0) return faults;
  return (['coordinates', 'address'] as const)
    .filter((field) => stop[field] === undefined)
    .map((field) => ({
      code: 'ERR_MISSING_FIELD',
      sentence: `${index === 0 ? 'The pick-up' : `Drop-off ${index}`} needs its ${field} in an edit.`,
      pointer: `/data/stops/${index}/${field}`,
    }));
}

/** For stops without a fault. */
export function readEditedStops(stops: readonly EditedStopWire[]): readonly [EditedStop, ...EditedStop[]] {
  const read = stops.map((wire, index): EditedStop => {
    const { coordinates, address } = readStop(wire, index).stop;
    return {
      coordinates: coordinates ?? { lat: '', lng: '' },
      address: address ?? '',
      name: wire.name ?? undefined,
      phone: wire.phone ?? undefined,
      remarks: wire.remarks ?? '',
    };
  });
  return read as unknown as readonly [EditedStop, ...EditedStop[]];
}
