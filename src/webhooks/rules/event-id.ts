/** Where an event stands: its stream, and its number in it. */
export type EventKey = { readonly streamId: string; readonly number: number };
/** With its place in the log of all events. */
export type PlacedEvent = EventKey & { readonly position: string };

/** So many places of the log are an era, more than any deployment fills. A restore begins the next one. */
export const ERA = 1_000_000_000;

const VERSION = 8n;
const VARIANT = 0b10n;
const NUMBER_BITS = 32n;
const ERA_SHIFT = 36n;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * An upper-case UUID (version 8) that holds the key of the event, so that a repeat carries the same id without a memory of it. After a restore a
 * stream gives numbers again that were told before and are lost: their era tells them apart.
 */
export function eventIdOf({ streamId, number, position }: PlacedEvent): string {
  const stream = BigInt(streamId);
  const era = BigInt(position) / BigInt(ERA);
  const value =
    ((stream >> 16n) << 80n) |
    (VERSION << 76n) |
    (((stream >> 4n) & 0xfffn) << 64n) |
    (VARIANT << 62n) |
    (era << ERA_SHIFT) |
    ((stream & 0xfn) << NUMBER_BITS) |
    BigInt(number);
  const hex = value.toString(16).padStart(32, '0').toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The event that an id may name, if its era is that of the event; undefined where it can be none of ours. */
export function eventKeyOf(eventId: string): EventKey | undefined {
  if (!UUID.test(eventId)) return undefined;
  const value = BigInt(`0x${eventId.replaceAll('-', '')}`);
  const stream = ((value >> 80n) << 16n) | (((value >> 64n) & 0xfffn) << 4n) | ((value >> NUMBER_BITS) & 0xfn);
  const number = Number(value & 0xffffffffn);
  if (stream === 0n || stream >= 1n << 63n || number === 0 || number >= 2 ** 31) return undefined;
  return { streamId: stream.toString(), number };
}

/** Whether it is this event that the id names, and not one of another era. */
export function isNamed(event: PlacedEvent, eventId: string): boolean {
  return eventIdOf(event) === eventId.toUpperCase();
}
