import type { Fault } from '../../foundation/errors.ts';
import type { Point } from '../../foundation/geo.ts';
import type { Coordinates } from './quotation.ts';

const LONGEST_ADDRESS = 1_000;
const DECIMAL = /^-?\d{1,3}(\.\d+)?$/;
const MOST_DECIMALS = 15;
const BOUNDS = { lat: 90, lng: 180 } as const;
const SUCH_AS = { lat: '22.3193', lng: '114.1694' } as const;

export type StopWire = {
  readonly coordinates?: { readonly lat?: string | number | null; readonly lng?: string | number | null } | null;
  readonly address?: string | null;
};
/** At least one of the two is there. */
export type RequestedStop = { readonly coordinates: Coordinates | undefined; readonly address: string | undefined };

/** "the pick-up" or "drop-off 2": how people count stops. */
export function nameOfStop(index: number): string {
  return index === 0 ? 'the pick-up' : `drop-off ${index}`;
}

export function readStop(wire: StopWire, index: number): { stop: RequestedStop; faults: readonly Fault[] } {
  const pointer = `/data/stops/${index}`;
  const address = wire.address?.trim() ? wire.address : undefined;
  const { coordinates, faults } = readCoordinates(wire, index);
  const all = [...faults];
  if (address !== undefined && address.length > LONGEST_ADDRESS) {
    const sentence = `The address of ${nameOfStop(index)} must not be longer than ${LONGEST_ADDRESS} characters.`;
    all.push({ code: 'ERR_INVALID_FIELD', sentence, pointer: `${pointer}/address` });
  }
  if (address === undefined && coordinates === undefined && faults.length === 0) {
    const sentence = `${capital(nameOfStop(index))} needs coordinates, an address, or both.`;
    all.push({ code: 'ERR_MISSING_FIELD', sentence, pointer: `${pointer}/coordinates` });
  }
  return { stop: { coordinates, address }, faults: all };
}

function readCoordinates({ coordinates }: StopWire, index: number) {
  const isAbsent = (value: unknown) => value === undefined || value === null || value === '';
  if (coordinates === undefined || coordinates === null || (isAbsent(coordinates.lat) && isAbsent(coordinates.lng))) {
    return { coordinates: undefined, faults: [] };
  }
  const read = (['lat', 'lng'] as const).map((axis) => readCoordinate(coordinates, axis, index));
  const faults = read.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  const [lat, lng] = read.map(({ text }) => text ?? '');
  return { coordinates: faults.length > 0 ? undefined : { lat: lat as string, lng: lng as string }, faults };
}

function readCoordinate(
  coordinates: Readonly<Partial<Record<'lat' | 'lng', string | number | null>>>,
  axis: 'lat' | 'lng',
  index: number,
): { text?: string; fault?: Fault } {
  const value = coordinates[axis];
  const pointer = `/data/stops/${index}/coordinates/${axis}`;
  const noun = `The ${axis === 'lat' ? 'latitude' : 'longitude'} of ${nameOfStop(index)}`;
  if (value === undefined || value === null)
    return { fault: { code: 'ERR_MISSING_FIELD', sentence: `${noun} is missing.`, pointer } };
  const text = String(value).trim();
  const wrong = (sentence: string): { fault: Fault } => ({
    fault: { code: 'ERR_INVALID_FIELD', sentence: `${noun} ${sentence}`, pointer },
  });
  if (!DECIMAL.test(text)) return wrong(`must be a decimal number such as ${SUCH_AS[axis]}.`);
  if ((text.split('.')[1]?.length ?? 0) > MOST_DECIMALS)
    return wrong(`must not have more than ${MOST_DECIMALS} decimals.`);
  if (Math.abs(Number(text)) > BOUNDS[axis]) {
    const hint =
      axis === 'lat' && isSwapped(text, coordinates.lng) ? ' Latitude and longitude seem to be swapped.' : '';
    return wrong(`must be from -${BOUNDS[axis]} to ${BOUNDS[axis]}; it is ${text}.${hint}`);
  }
  return { text };
}

/** Of a latitude that is none: whether each of the two is one in the place of the other. */
function isSwapped(lat: string, lng: string | number | null | undefined): boolean {
  const other = String(lng ?? '').trim();
  return Math.abs(Number(lat)) <= BOUNDS.lng && DECIMAL.test(other) && Math.abs(Number(other)) <= BOUNDS.lat;
}

export function pointOf({ lat, lng }: Coordinates): Point {
  return { lat: Number(lat), lng: Number(lng) };
}

export function capital(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}
