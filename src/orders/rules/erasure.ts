import { coarsePlace } from '../../foundation/geo.ts';
import type { Delivery, HistoryEntry, OrderStop } from './order.ts';

/** Whose data goes: everybody's, or that of one person, by phone, by what was written about them, or by stop. */
export type IsMeant = (stop: {
  readonly phone?: string;
  readonly name?: string;
  readonly address?: string;
  readonly remarks?: unknown;
  readonly stopId?: string;
}) => boolean;

type Item = Readonly<Record<string, unknown>>;

/**
 * What stays of a delivery: how far it went, about where, how it ended. What a partner wrote beside the stops may speak of anybody, and goes
 * whoever is meant.
 */
export function eraseDelivery({ metadata, item, handOver, ...kept }: Delivery, isMeant: IsMeant): Delivery {
  return {
    ...kept,
    ...(item === undefined ? {} : eraseItem(item)),
    stops: kept.stops.map((stop) => (isMeant(stop) ? eraseStop(stop) : stop)),
  };
}

function eraseStop({ stopId, coordinates, closing }: OrderStop): OrderStop {
  return {
    stopId,
    coordinates: coarsePlace(coordinates),
    address: '',
    name: '',
    phone: '',
    remarks: '',
    ...(closing === undefined ? {} : { closing: { outcome: closing.outcome, at: closing.at } }),
  };
}

/** How much it was stays, for statements and statistics; what was written about it goes. */
export function eraseItem({ quantity, weight }: Item): { readonly item?: Item } {
  const kept = Object.entries({ quantity, weight }).filter(([, value]) => value !== undefined);
  return kept.length === 0 ? {} : { item: Object.fromEntries(kept) };
}

const CODE = /^[A-Z][A-Z_]*$/;

/** A reason from a list stays, one in somebody's words goes. */
export function eraseReason<T extends { readonly reason?: string }>(entry: T): T {
  if (entry.reason === undefined || CODE.test(entry.reason)) return entry;
  const { reason, ...kept } = entry;
  return kept as T;
}

export function eraseHistory(history: readonly HistoryEntry[]): readonly HistoryEntry[] {
  return history.map(eraseReason);
}

type Data = Readonly<Record<string, unknown>>;

/** The same in what a partner was told: wherever an event shows an order, its stops or its words. */
export function eraseEvent(data: Data, isMeant: IsMeant): Data {
  const { order, previousData, stop, ...kept } = data as { order?: Data; previousData?: Data; stop?: Data };
  return {
    ...kept,
    ...(previousData === undefined ? {} : { previousData: eraseShown(previousData, isMeant) }),
    ...(order === undefined ? {} : { order: eraseShown(order, isMeant) }),
    ...(stop === undefined ? {} : { stop: erasePictured(stop) }),
  };
}

type ShownStop = Data & {
  readonly stopId?: string;
  readonly phone?: string;
  readonly name?: string;
  readonly address?: string;
  readonly coordinates: { readonly lat: string; readonly lng: string };
};

function eraseShown({ metadata, item, cancelReason, ...kept }: Data, isMeant: IsMeant): Data {
  const stops = kept.stops as readonly ShownStop[] | undefined;
  const remarks = kept.remarks as readonly string[] | undefined;
  return {
    ...kept,
    ...(item === undefined ? {} : eraseItem(item as Item)),
    ...(stops === undefined ? {} : { stops: stops.map((stop) => (isMeant(stop) ? eraseShownStop(stop) : stop)) }),
    ...(stops === undefined || remarks === undefined
      ? {}
      : { remarks: remarks.map((words, index) => (isMeant(stops[index] ?? {}) ? '' : words)) }),
  };
}

function eraseShownStop({ remarks, POD, ...stop }: ShownStop): ShownStop {
  return {
    ...stop,
    coordinates: coarsePlace(stop.coordinates),
    address: '',
    name: '',
    phone: '',
    ...(POD === undefined ? {} : { POD: erasePictured(POD as Data) }),
  };
}

function erasePictured({ image, reason, ...kept }: Data): Data {
  return kept;
}
