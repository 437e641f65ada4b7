import { orThrow } from '../foundation/decision.ts';
import { type Fault, refuseFaults } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { type ContactWire, contactFaults, metadataFaults, type OrderKey, type PhoneFault } from '../orders/index.ts';
import { readStop, type StopWire } from '../quotations/index.ts';
import { type ChangeDeps, changeParcel } from './change-parcel.ts';
import { leavePlanning } from './job-kinds.ts';
import { type PlacingDeps, placeShipment } from './place-shipment.ts';
import { stopFaults, timeFaults } from './quotation-request.ts';
import type { ReadParcel } from './read-parcel.ts';
import { decideEdit, decideEditable, type ParcelEdit } from './rules/edit.ts';
import type { Actor, Item, Parcel, ParcelStop } from './rules/parcel.ts';
import { readEditedTimes, type Times } from './rules/parcel-times.ts';

export type EditDeps = ChangeDeps &
  PlacingDeps & {
    readonly catalogue: MarketCatalogue;
    readonly readParcel: ReadParcel;
    readonly phoneFault: (market: string) => PhoneFault;
  };

type EditedStop = StopWire & Omit<ContactWire, 'stopId'>;
/** The body's `data`, whose form the schema has checked. */
export type EditRequest = {
  readonly scheduleAt: string;
  readonly deliveryBy: string;
  readonly stops: readonly EditedStop[];
  readonly item?: Item | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
};

/** Judges every field whose form is sound, and passes over the others: the schema has named those. */
export function findEditFaults(data: unknown, phoneFault: PhoneFault, now: Instant): readonly Fault[] {
  const { stops, metadata, ...times } = (data ?? {}) as Readonly<Record<string, unknown>>;
  return [
    ...timeFaults(times, (given) => readEditedTimes(given, now)),
    ...stopFaults(stops),
    ...(Array.isArray(stops)
      ? stops.flatMap((stop, index) =>
          contactFaults(stop, `/data/stops/${index}`, index === 0 ? 'the sender' : 'the recipient', phoneFault),
        )
      : []),
    ...metadataFaults(metadata),
  ];
}

/** The way is measured first and the parcel changed afterwards, so that no transaction waits for a map. */
export async function editParcel<T>(
  deps: EditDeps,
  key: OrderKey,
  now: Instant,
  request: EditRequest,
  by: Actor,
  inTransaction: (work: (tx: Transaction) => Promise<Parcel>) => Promise<T>,
): Promise<T> {
  const parcel = orThrow(decideEditable(await deps.readParcel(key)));
  const edit = await prepareEdit(deps, parcel, request, now);
  return inTransaction(async (tx) => {
    const edited = await changeParcel(deps, tx, key, { at: now }, (current, { at }) =>
      decideEdit(current, edit, at, by),
    );
    if (edited.needsPlan) await leavePlanning(tx, edited);
    return edited;
  });
}

async function prepareEdit(deps: EditDeps, parcel: Parcel, request: EditRequest, now: Instant): Promise<ParcelEdit> {
  refuseFaults(findEditFaults(request, deps.phoneFault(parcel.market), now));
  const requested = request.stops.map((stop, index) => readStop(stop, index).stop);
  const placed = await placeShipment(deps, deps.catalogue.market(parcel.market), requested);
  const withContact = (index: 0 | 1): Omit<ParcelStop, 'stopId'> => {
    const { name, phone, remarks } = request.stops[index] as EditedStop;
    return { ...placed.stops[index], name, phone, remarks: remarks ?? '' };
  };
  return {
    times: readEditedTimes(request, now) as Times,
    locode: placed.city.locode,
    stops: [withContact(0), withContact(1)],
    distanceMeters: placed.distanceMeters,
    item: request.item ?? undefined,
    metadata: request.metadata ?? undefined,
  };
}
