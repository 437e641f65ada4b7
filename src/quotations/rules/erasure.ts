import { coarsePlace } from '../../foundation/geo.ts';
import type { Stop } from './quotation.ts';

/** A promise of which nobody can tell any more whose door it led to. */
export function eraseStops<T extends { readonly stops: readonly Stop[]; readonly item?: unknown }>(document: T): T {
  const { item, ...kept } = document;
  const stops = document.stops.map(({ stopId, coordinates }) => ({
    stopId,
    coordinates: coarsePlace(coordinates),
    address: '',
  }));
  return { ...kept, stops } as unknown as T;
}
