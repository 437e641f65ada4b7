import { coarsePlace } from '../foundation/geo.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type ErasedDelivery, type Extent, eraseItem, eraseReason } from '../orders/index.ts';
import { rewriteEvents } from '../webhooks/index.ts';
import { deleteBatchesOf, type ErasableParcel, eraseQuotations, lockEndedParcels, saveErasure } from './erasure-sql.ts';
import type { Edit, Entry, ParcelStop, Shipment } from './rules/parcel.ts';

type ErasedParcels = {
  readonly parcels: readonly ErasedDelivery[];
  /** Labels, alone and in sheets, which the caller removes. */
  readonly fileKeys: readonly string[];
};

/** What has not ended stays as it is: drivers need it. */
export async function eraseParcels(
  tx: Transaction,
  parcelIds: readonly string[],
  { isMeant, everybodyAt }: Extent,
): Promise<ErasedParcels> {
  if (parcelIds.length === 0) return { parcels: [], fileKeys: [] };
  const before = await lockEndedParcels(tx, parcelIds);
  const ids = before.map(({ id }) => id);
  await saveErasure(
    tx,
    before.map((parcel) => eraseParcel(parcel, isMeant)),
    everybodyAt,
  );
  await eraseQuotations(
    tx,
    before.map(({ quotationId }) => quotationId),
  );
  await rewriteEvents(tx, ids, eraseEvent);
  const sheets = await deleteBatchesOf(tx, ids);
  return {
    parcels: before.map(({ id, quotationId, shipment }) => ({
      id,
      streamId: id,
      quotationId,
      stopIds: shipment.stops.filter(isMeant).map(({ stopId }) => stopId),
      otherStopIds: shipment.stops.filter((stop) => !isMeant(stop)).map(({ stopId }) => stopId),
    })),
    fileKeys: [...sheets, ...before.flatMap(({ labelKey }) => labelKey ?? [])],
  };
}

/** What support wrote is all that an event of a parcel says in anybody's words. */
function eraseEvent({ order, ...told }: Readonly<Record<string, unknown>>) {
  const { cancelReason, ...kept } = order as Readonly<Record<string, unknown>>;
  return { order: kept, ...told };
}

/** The edits hold what stood there before, of whom is not said: all of them go. */
function eraseParcel(parcel: ErasableParcel, isMeant: Extent['isMeant']): ErasableParcel {
  return {
    ...parcel,
    shipment: eraseShipment(parcel.shipment, isMeant),
    history: parcel.history.map(eraseEntry),
    edits: parcel.edits.map(eraseEdit),
  };
}

function eraseShipment({ metadata, item, dropOff, ...kept }: Shipment, isMeant: Extent['isMeant']): Shipment {
  const [pickUp, destination] = kept.stops;
  const isDropOffKept = dropOff !== undefined && !isMeant(destination);
  const left = (stop: ParcelStop) => (isMeant(stop) ? eraseStop(stop) : stop);
  return {
    ...kept,
    ...(item === undefined ? {} : eraseItem(item)),
    stops: [left(pickUp), left(destination)],
    ...(dropOff === undefined
      ? {}
      : { dropOff: isDropOffKept ? dropOff : { outcome: dropOff.outcome, at: dropOff.at } }),
  };
}

function eraseStop({ stopId, coordinates }: ParcelStop): ParcelStop {
  return { stopId, coordinates: coarsePlace(coordinates), address: '', name: '', phone: '', remarks: '' };
}

function eraseEntry({ form, ...entry }: Entry): Entry {
  const { note, ...counted } = form ?? {};
  return { ...eraseReason(entry), ...(form === undefined ? {} : { form: counted }) };
}

const ABOUT_PEOPLE = /^(stops\.|item$|metadata$)/;

function eraseEdit(edit: Edit): Edit {
  const changes = edit.changes.map((change) =>
    ABOUT_PEOPLE.test(change.field) ? { ...change, from: null, to: null } : change,
  );
  return { ...edit, changes };
}
