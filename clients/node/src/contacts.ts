import type { NewContact, NewStop, Stop } from './api-types.ts';

/** Who hands over, and who receives. */
export type Contacts = {
  readonly sender: NewContact;
  /**
   * One for each drop-off, in the order in which you asked for the stops. That holds also where the quotation has brought them
   * into another order. To name the stops yourself, give every recipient a `stopId`.
   */
  readonly recipients: readonly NewContact[];
};
type PlacedContacts = { readonly sender: NewContact; readonly recipients: NewContact[] };

/**
 * Every contact with the stop that it is for. `asked` are the stops as they were asked for; where that is not known, `stops` must
 * stand in the same order.
 */
export function contactsOfStops(
  stops: readonly Stop[],
  asked: readonly NewStop[] | undefined,
  { sender, recipients }: Contacts,
): PlacedContacts {
  const [pickUp, ...dropOffs] = stops as [Stop, ...Stop[]];
  const named = { ...sender, stopId: sender.stopId ?? pickUp.stopId };
  if (recipients.some(({ stopId }) => stopId !== undefined)) return { sender: named, recipients: [...recipients] };
  // The server says best how many are wanted.
  if (recipients.length !== dropOffs.length) return { sender, recipients: [...recipients] };
  const inTurn = asked === undefined ? dropOffs : inOrderAsked(dropOffs, asked.slice(1));
  return {
    sender: named,
    recipients: recipients.map((contact, index) => ({ ...contact, stopId: inTurn[index]?.stopId as string })),
  };
}

/** Of stops that were asked for alike, it does not matter which is which. */
function inOrderAsked(dropOffs: readonly Stop[], asked: readonly NewStop[]): readonly Stop[] {
  const left = [...dropOffs];
  const found = new Map<number, Stop>();
  // Whoever said more about a place is first to have it: an address alone may stand for two.
  const turns = asked
    .map((place, index) => ({ place, index }))
    .sort((one, other) => partsOf(other.place) - partsOf(one.place));
  for (const { place, index } of turns) {
    const at = left.findIndex((stop) => isAt(stop, place));
    if (at < 0)
      throw new TypeError(
        `Drop-off ${index + 1} is not among the quotation's stops any more. Give every recipient a stopId.`,
      );
    found.set(index, left.splice(at, 1)[0] as Stop);
  }
  return asked.map((_, index) => found.get(index) as Stop);
}

function isAt(stop: Stop, place: NewStop): boolean {
  const { address, lat, lng } = said(place);
  return (
    (address === undefined || address === stop.address) &&
    (lat === undefined || lat === stop.coordinates.lat) &&
    (lng === undefined || lng === stop.coordinates.lng)
  );
}

function partsOf(place: NewStop): number {
  const { address, lat } = said(place);
  return (address === undefined ? 0 : 1) + (lat === undefined ? 0 : 1);
}

/** What a stop was asked for by. The server gives it back as it was, but for blanks; coordinates that came as numbers it gives back as text. */
function said({ address, coordinates }: NewStop) {
  const text = (value: string | null | undefined) => {
    const given = String(value ?? '');
    return given.trim() === '' ? undefined : given;
  };
  return { address: text(address), lat: text(coordinates?.lat)?.trim(), lng: text(coordinates?.lng)?.trim() };
}
