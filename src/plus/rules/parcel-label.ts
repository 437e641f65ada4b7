import { type LabelContent, labelContentHash } from './label.ts';
import type { Parcel, ParcelStop } from './parcel.ts';

type Labelled = Pick<Parcel, 'id' | 'clientRef' | 'locode' | 'scheduleAt' | 'deliverBy' | 'shipment'>;

/** Where the label lies that is drawn for a state of a parcel. */
export function labelKeyOf(parcelId: string, revision: number): string {
  return `labels/${parcelId}-${revision}.pdf`;
}

export function batchKeyOf(batchId: string): string {
  return `labels/batches/${batchId}.pdf`;
}

/** What stands on the label of a parcel. */
export function labelOf(
  { id, clientRef, locode, scheduleAt, deliverBy, shipment }: Labelled,
  timeZone: string,
): LabelContent {
  const [pickUp, dropOff] = shipment.stops;
  return {
    orderId: id,
    clientRef,
    deliveryStage: shipment.deliveryStage,
    locode,
    timeZone,
    scheduleAt,
    deliveryBy: deliverBy,
    pickUp: contactOf(pickUp),
    dropOff: contactOf(dropOff),
    item: itemOf(shipment.item),
  };
}

/** The time zone is the city's, so it need not be compared. */
export function isSameLabel(one: Labelled, other: Labelled): boolean {
  return labelContentHash(labelOf(one, 'UTC')) === labelContentHash(labelOf(other, 'UTC'));
}

function contactOf({ name, phone, address, remarks }: ParcelStop): LabelContent['pickUp'] {
  return { name, phone, address, remarks: remarks === '' ? undefined : remarks };
}

/** Partners may send anything as an item: only what is text or a number is printed. */
function itemOf(item: Parcel['shipment']['item']): LabelContent['item'] {
  if (item === undefined) return undefined;
  const { quantity, weight, handlingInstructions } = item;
  const list = Array.isArray(handlingInstructions) ? handlingInstructions : [];
  return {
    quantity: printed(quantity),
    weight: printed(weight),
    handlingInstructions: list.flatMap((entry) => printed(entry) ?? []),
  };
}

function printed(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
