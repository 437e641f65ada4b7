import type { PartnerId } from '../../foundation/ids.ts';
import { formatExact } from '../../foundation/money.ts';
import { formatAllowedUntil, formatInstant } from '../../foundation/time.ts';
import { kilogramsOf } from './kilograms.ts';
import {
  type Actor,
  hasFailedBefore,
  isInProgress,
  type Parcel,
  type ParcelStop,
  type PlusQuotation,
} from './parcel.ts';
import { PARCEL_STATUSES, type ParcelStatus } from './parcel-transitions.ts';

/** Links as they are given at one moment. */
export type PlusLinks = {
  readonly share: (shareToken: string) => string;
  /** Downloads a label for a while. */
  readonly label: (fileKey: string, partnerId: PartnerId) => string;
};

/** The log has its own spelling of two statuses. */
const LOG_SPELLING: Readonly<Partial<Record<ParcelStatus, string>>> = {
  AWAIT_DRIVER: 'AWAITS_DRIVER',
  AWAIT_PICKUP: 'AWAITS_PICKUP',
};
const logSpelling = (status: ParcelStatus) => LOG_SPELLING[status] ?? status;
export const LOG_STATUSES = PARCEL_STATUSES.map(logSpelling);
/** Who did it, as partners know them. */
export const ACTORS: Readonly<Record<Actor, string>> = {
  partner: 'USER',
  driver: 'DRIVER',
  support: 'CUSTOMER_SUPPORT',
};

export function quotationView(quotation: PlusQuotation) {
  const { document } = quotation;
  return {
    quotationId: quotation.id,
    scheduleAt: formatInstant(quotation.scheduleAt),
    deliveryBy: formatInstant(quotation.deliverBy),
    deliveryStage: document.deliveryStage,
    expiresAt: formatAllowedUntil(quotation.expiresAt),
    serviceType: 'PLUS',
    stops: document.stops,
    priceBreakdown: null,
    ...(document.item === undefined ? {} : { item: document.item }),
    locationID: quotation.locode,
  };
}

/** What a partner reads of a parcel, in the words of the partner API. */
export function parcelView(parcel: Parcel, links: PlusLinks) {
  const { shipment } = parcel;
  return {
    orderId: parcel.id,
    quotationId: parcel.quotationId,
    scheduleAt: formatInstant(parcel.scheduleAt),
    deliveryBy: formatInstant(parcel.deliverBy),
    serviceType: 'PLUS',
    driverId: parcel.driverId ?? '',
    shareLink: links.share(parcel.shareToken),
    status: isInProgress(parcel) ? 'IN_PROGRESS' : parcel.status,
    distance: distanceView(parcel),
    ...(shipment.item === undefined ? {} : { item: shipment.item }),
    clientRef: parcel.clientRef,
    priceBreakdown: null,
    stops: shipment.stops.map(stopView),
    deliveryLogs: logView(parcel),
    ...(shipment.metadata === undefined ? {} : { metadata: shipment.metadata }),
    ...(shipment.channelPartner === undefined ? {} : { partner: shipment.channelPartner }),
    label: labelView(parcel, links),
  };
}

function distanceView({ shipment }: Parcel) {
  return { value: String(shipment.distanceMeters), unit: 'm' };
}

function stopView({ remarks, ...stop }: ParcelStop) {
  return { ...stop, ...(remarks === '' ? {} : { remarks }) };
}

/** One entry for each change of the status, the last of which is the status now. */
function logView({ history }: Parcel) {
  return history
    .filter(({ status }, index) => status !== history[index - 1]?.status)
    .map(({ status, at }) => ({ status: logSpelling(status), updatedAt: formatInstant(at) }));
}

function labelView({ label, partnerId }: Parcel, links: PlusLinks) {
  if (!label.wanted) return null;
  return label.fileKey === undefined
    ? { url: null, status: 'GENERATING' }
    : { url: links.label(label.fileKey, partnerId), status: 'GENERATED' };
}

/** What surrounds a parcel in the record of an edit. */
export type Surroundings = {
  readonly cityName: string;
  readonly driver: { readonly id: string; readonly name: string } | undefined;
};

/** Which events are forms that a driver has handed in. */
const FORMS: Readonly<Record<string, string>> = {
  pickedUp: 'PICK_UP',
  pickUpFailed: 'FAILED_PICKUP',
  delivered: 'DELIVERY',
  deliveryFailed: 'FAILED_DELIVERY',
  returned: 'RETURN',
};

/** What an edit answers with: the whole record behind a parcel. */
export function recordView(parcel: Parcel, links: PlusLinks, { cityName, driver }: Surroundings) {
  const { id, partnerId, clientRef, shipment } = parcel;
  const times = {
    pickupAt: formatInstant(parcel.scheduleAt),
    deliveryBy: formatInstant(parcel.deliverBy),
    createdAt: formatInstant(parcel.placedAt),
    updatedAt: formatInstant(parcel.updatedAt),
  };
  const [pickUp, dropOff] = shipment.stops;
  const own = shipment.metadata === undefined ? {} : { metadata: shipment.metadata };
  return {
    id,
    quotationId: parcel.quotationId,
    clientId: partnerId,
    deliveryStage: shipment.deliveryStage,
    clientRef,
    label: labelView(parcel, links),
    address: shipment.stops.map(({ stopId, address, name, phone, remarks }) => ({
      stopId,
      text: address,
      contacts: [{ name, phone }],
      remarks,
    })),
    extras: own,
    locationId: parcel.locode,
    parcelNum: numberOr(shipment.item?.quantity, 1),
    totalWeight: Number(formatExact(kilogramsOf(shipment.item ?? {}) ?? 0n)),
    notes: notesView(parcel),
    ...times,
    status: parcel.status,
    attributes: own,
    pickupDistrict: cityName,
    deliveryDistrict: cityName,
    pickupCoordinate: `${pickUp.coordinates.lat},${pickUp.coordinates.lng}`,
    deliveryCoordinate: `${dropOff.coordinates.lat},${dropOff.coordinates.lng}`,
    distance: distanceView(parcel),
    isCancelled: parcel.status === 'CANCELED',
    changeLogs: parcel.edits.map(({ at, by, changes }) => ({ at: formatInstant(at), by: ACTORS[by], changes })),
    users: driver === undefined ? [] : [driver],
    userIds: driver === undefined ? [] : [driver.id],
    tags: parcel.tags,
    shareLink: links.share(parcel.shareToken),
    deliveries: [
      {
        id,
        orderId: id,
        clientId: partnerId,
        orderRef: id,
        parcelRef: clientRef,
        ...times,
        hasSla: shipment.isDeadlineGiven,
        isFlagged: hasFailedBefore(parcel),
        meta: { barcodeFormats: ['QR_CODE', 'CODE_128'], frames: [] },
        formSubmissions: formsView(parcel),
      },
    ],
  };
}

function formsView({ history }: Parcel) {
  return history.flatMap(({ event, at, driverId }) => {
    const form = FORMS[event];
    return form === undefined ? [] : [{ form, at: formatInstant(at), driverId: driverId ?? '' }];
  });
}

function notesView({ shipment: { item } }: Parcel) {
  if (item === undefined) return [];
  const { categories = [], handlingInstructions = [], weight = '' } = item;
  return [{ categories, handlingInstructions, weight }];
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,12})?$/;

function numberOr(value: unknown, otherwise: number): number {
  const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise;
}
