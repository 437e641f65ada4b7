import { orThrow } from '../foundation/decision.ts';
import { DeliveryError, type Fault } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { Random } from '../infrastructure/random.ts';
import { contactsOfStops, hashOfRequest, newShareToken } from '../orders/index.ts';
import { findQuotation, type Stop } from '../quotations/index.ts';
import { recordEvents } from '../webhooks/index.ts';
import type { ChangeDeps } from './change-parcel.ts';
import { leaveDrawing } from './job-kinds.ts';
import { eventsBetween } from './parcel-events.ts';
import type { ParcelRequest } from './parcel-request.ts';
import { countEvents, findRivals, insertParcel } from './parcels-sql.ts';
import { findPlusQuotation } from './quotations-sql.ts';
import type { Parcel, ParcelStop, PlusQuotation } from './rules/parcel.ts';
import { decidePlacement, type Placement } from './rules/placement.ts';

export type PlacementDeps = ChangeDeps & { readonly ids: Ids; readonly random: Random };
type Asker = {
  readonly partnerId: PartnerId;
  readonly market: string;
  readonly now: Instant;
  readonly clockAheadMs: number;
};

/** Buys a parcel with a quotation. The same request again gets the same parcel; of two with one reference, one wins. */
export async function placeParcel(
  deps: PlacementDeps,
  tx: Transaction,
  asker: Asker,
  request: ParcelRequest,
): Promise<Parcel> {
  const requestHash = hashOfRequest(request);
  const placement = await lookUp(tx, asker, request, requestHash);
  if ('bought' in placement) return placement.bought;
  const parcel = newParcel(deps, asker, request, requestHash, placement.buy);
  if (!(await insertParcel(tx, parcel))) return boughtMeanwhile(tx, asker, request, requestHash);
  const stream = { streamId: parcel.id, partnerId: parcel.partnerId, eventCount: 0 };
  const events = eventsBetween(undefined, parcel, deps.linksAt(asker.now));
  const eventCount = await recordEvents(tx, stream, asker.now, events);
  if (eventCount > 0) await countEvents(tx, parcel.id, eventCount);
  if (parcel.label.wanted) await leaveDrawing(tx, parcel);
  return { ...parcel, eventCount };
}

async function lookUp(
  tx: Transaction,
  { partnerId, market, now }: Asker,
  request: ParcelRequest,
  requestHash: Buffer,
): Promise<Placement> {
  const quotationId = String(request.quotationId);
  const asked = { quotationId, clientRef: request.clientRef, partnerId, market, requestHash };
  const quotation = await findPlusQuotation(tx, quotationId);
  const rivals = await findRivals(tx, asked);
  const isOnDemand = quotation === undefined && (await findQuotation(tx, partnerId, quotationId)) !== undefined;
  return orThrow(decidePlacement({ quotation, rivals, isOnDemand }, asked, now));
}

/** Another call was faster: with the same quotation, or with the same reference. */
async function boughtMeanwhile(
  tx: Transaction,
  asker: Asker,
  request: ParcelRequest,
  requestHash: Buffer,
): Promise<Parcel> {
  const placement = await lookUp(tx, asker, request, requestHash);
  if ('bought' in placement) return placement.bought;
  throw new DeliveryError('ERR_UNAVAILABLE');
}

function newParcel(
  { ids, random }: PlacementDeps,
  { now, clockAheadMs }: Asker,
  request: ParcelRequest,
  requestHash: Buffer,
  quotation: PlusQuotation,
): Parcel {
  const { deliveryStage, isDeadlineGiven, item, distanceMeters } = quotation.document;
  return {
    id: ids.next<'parcel'>(),
    partnerId: quotation.partnerId,
    quotationId: quotation.id,
    clientRef: request.clientRef,
    market: quotation.market,
    locode: quotation.locode,
    status: 'AWAIT_DRIVER',
    placedAt: now,
    updatedAt: now,
    scheduleAt: quotation.scheduleAt,
    deliverBy: quotation.deliverBy,
    endedAt: undefined,
    driverId: undefined,
    shipment: {
      deliveryStage,
      isDeadlineGiven,
      stops: stopsWithContacts(quotation.document.stops, request),
      ...(item === undefined ? {} : { item }),
      ...(request.metadata === undefined || request.metadata === null ? {} : { metadata: request.metadata }),
      ...(request.partner ? { channelPartner: request.partner } : {}),
      distanceMeters,
    },
    history: [{ at: now, event: 'placed', status: 'AWAIT_DRIVER', by: 'partner' }],
    edits: [],
    tags: [],
    label: request.generateLabel === true ? { wanted: true, fileKey: undefined } : { wanted: false },
    needsPlan: false,
    requestHash,
    shareToken: newShareToken(random),
    eventCount: 0,
    revision: 1,
    clockAheadMs,
  };
}

function stopsWithContacts(stops: readonly Stop[], request: ParcelRequest): readonly [ParcelStop, ParcelStop] {
  const contacts = contactsOfStops(stops, request);
  if ('faults' in contacts) throw new DeliveryError(contacts.faults as [Fault, ...Fault[]]);
  return contacts.stops as unknown as readonly [ParcelStop, ParcelStop];
}
