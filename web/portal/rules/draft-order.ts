/** A stop of an order that is being made; without coordinates until its place is known. */
export type DraftStop = {
  readonly key: string;
  readonly address: string;
  readonly point: { readonly lat: number; readonly lng: number } | undefined;
};

export type Contact = { readonly name: string; readonly phone: string; readonly remarks: string };
export const NO_CONTACT: Contact = { name: '', phone: '', remarks: '' };

export const MOST_STOPS = 16;

/** What is pressed on the map takes the first place that is still open, or becomes a further drop-off. */
export function withPlace(
  stops: readonly DraftStop[],
  place: Omit<DraftStop, 'key'>,
  newKey: string,
): readonly DraftStop[] {
  const open = stops.findIndex(({ point, address }) => point === undefined && address.trim() === '');
  if (open !== -1) return stops.map((stop, index) => (index === open ? { ...stop, ...place } : stop));
  return stops.length >= MOST_STOPS ? stops : [...stops, { key: newKey, ...place }];
}

type Point = NonNullable<DraftStop['point']>;

/** Where an address lies, for the stop that was asked for; one that has been written anew meanwhile lies elsewhere. */
export function withPoint(
  stops: readonly DraftStop[],
  { key, address }: Pick<DraftStop, 'key' | 'address'>,
  point: Point,
): readonly DraftStop[] {
  return stops.map((stop) => (stop.key === key && stop.address === address ? { ...stop, point } : stop));
}

const DECIMAL = String.raw`[-+]?\d{1,3}\.\d+`;
const WRITTEN_POINT = new RegExp(String.raw`^\(?\s*(${DECIMAL})(?:\s*,\s*|\s+)(${DECIMAL})\s*\)?$`);

/** Latitude and longitude in the place of an address, as maps let them be copied. */
export function pointFrom(text: string): Point | undefined {
  const [lat, lng] = (WRITTEN_POINT.exec(text.trim()) ?? []).slice(1).map(Number);
  if (lat === undefined || lng === undefined) return undefined;
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined;
}

/** What a point is called, for the stop that is still there; one that has been carried on or written anew has another name. */
export function withName(stops: readonly DraftStop[], point: Point, address: string): readonly DraftStop[] {
  return stops.map((stop) => (stop.point === point ? { ...stop, address } : stop));
}

export function moved(stops: readonly DraftStop[], from: number, by: -1 | 1): readonly DraftStop[] {
  const to = from + by;
  if (to < 0 || to >= stops.length) return stops;
  const rest = stops.filter((_, index) => index !== from);
  return [...rest.slice(0, to), stops[from] as DraftStop, ...rest.slice(to)];
}

/** A pick-up and a drop-off are always there, if only to be filled in. */
export function without(stops: readonly DraftStop[], key: string, newKey: string): readonly DraftStop[] {
  const rest = stops.filter((stop) => stop.key !== key);
  return rest.length >= 2 ? rest : [...rest, { key: newKey, address: '', point: undefined }];
}

/** As a quotation is asked for. */
export function stopsToWire(stops: readonly DraftStop[]) {
  return stops.map(({ address, point }) => ({
    ...(address.trim() === '' ? {} : { address: address.trim() }),
    ...(point === undefined ? {} : { coordinates: { lat: String(point.lat), lng: String(point.lng) } }),
  }));
}

type PlacedStop = {
  readonly address: string;
  readonly coordinates: { readonly lat: string; readonly lng: string };
};

/** By which whoever is at a stop is known again in the next quotation, whatever order that has its stops in. */
export function placeKeys(stops: readonly PlacedStop[]): readonly string[] {
  const seen = new Map<string, number>();
  return stops.map(({ address, coordinates: { lat, lng } }) => {
    const place = `${lat} ${lng} ${address}`;
    const before = seen.get(place) ?? 0;
    seen.set(place, before + 1);
    return `${before} ${place}`;
  });
}

/** The first stop sends and the others get, each with its own contact. */
export function contactsToWire(stops: readonly { readonly stopId: string }[], contacts: readonly Contact[]) {
  const [sender, ...recipients] = stops.map(({ stopId }, index) => {
    const { name, phone, remarks } = contacts[index] ?? NO_CONTACT;
    return {
      stopId,
      name: name.trim(),
      phone: plainPhone(phone),
      ...(remarks.trim() === '' ? {} : { remarks: remarks.trim() }),
    };
  });
  return { sender, recipients };
}

/** People write phones in groups; the server wants them plain. */
function plainPhone(phone: string): string {
  return phone.replace(/[\s()-]/g, '');
}
