import type { Decision } from '../../src/foundation/decision.ts';
import type { PartnerId } from '../../src/foundation/ids.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '../../src/foundation/time.ts';
import type {
  Parcel,
  ParcelId,
  ParcelStop,
  PlusQuotation,
  PlusQuotationId,
  Shipment,
} from '../../src/plus/rules/parcel.ts';
import { decideAssignment, decideDropOff, decideDropOut, decideMove } from '../../src/plus/rules/parcel-moves.ts';
import type { ParcelEvent, ParcelStatus } from '../../src/plus/rules/parcel-transitions.ts';
import { NOON } from './an-order.ts';

/** Parcels are placed at noon, to be picked up in a day and delivered four hours later. */
export const PICK_UP_AT: Instant = NOON + 24 * HOUR_MS;
export const DELIVER_BY: Instant = PICK_UP_AT + 4 * HOUR_MS;
export const CARRIER = '70';

export const SENDER_STOP: ParcelStop = {
  stopId: '2000000000000000001' as ParcelStop['stopId'],
  coordinates: { lat: '22.2810', lng: '114.1580' },
  address: '1 Queen’s Road Central',
  name: 'Ada',
  phone: '+85256847123',
  remarks: '',
};
export const RECIPIENT_STOP: ParcelStop = {
  stopId: '2000000000000000002' as ParcelStop['stopId'],
  coordinates: { lat: '22.3193', lng: '114.1694' },
  address: '750 Nathan Road',
  name: 'Ben',
  phone: '+85256847124',
  remarks: 'Second door\r\nring twice',
};

export function aShipment(changes: Partial<Shipment> = {}): Shipment {
  return {
    deliveryStage: 'LAST_MILE',
    isDeadlineGiven: false,
    stops: [SENDER_STOP, RECIPIENT_STOP],
    distanceMeters: 5_321,
    ...changes,
  };
}

/** A quotation that lives for a day, until its pick-up time. */
export function aQuotation(changes: Partial<PlusQuotation> = {}): PlusQuotation {
  const [pickUp, dropOff] = [SENDER_STOP, RECIPIENT_STOP].map(({ stopId, coordinates, address }) => ({
    stopId,
    coordinates,
    address,
  })) as unknown as PlusQuotation['document']['stops'];
  return {
    id: '1000000000000000003' as PlusQuotationId,
    partnerId: '1000000000000000002' as PartnerId,
    market: 'HK',
    locode: 'HK HKG',
    createdAt: NOON,
    expiresAt: PICK_UP_AT,
    scheduleAt: PICK_UP_AT,
    deliverBy: DELIVER_BY,
    document: {
      deliveryStage: 'LAST_MILE',
      isDeadlineGiven: false,
      stops: [pickUp, dropOff],
      distanceMeters: 5_321,
    },
    ...changes,
  };
}

const ENDS: readonly ParcelStatus[] = ['DELIVERED', 'CANCELED', 'CLOSED'];

/** A parcel from Central to Mong Kok in the status asked for; whatever needs a driver has driver 70. */
export function parcelIn(status: ParcelStatus, changes: Partial<Parcel> = {}): Parcel {
  return {
    id: '1000000000000000001' as ParcelId,
    partnerId: '1000000000000000002' as PartnerId,
    quotationId: '1000000000000000003' as PlusQuotationId,
    clientRef: 'BOX-1',
    market: 'HK',
    locode: 'HK HKG',
    status,
    placedAt: NOON,
    updatedAt: NOON,
    scheduleAt: PICK_UP_AT,
    deliverBy: DELIVER_BY,
    endedAt: ENDS.includes(status) ? NOON : undefined,
    driverId: status === 'AWAIT_DRIVER' ? undefined : CARRIER,
    shipment: aShipment(),
    history: [{ at: NOON, event: 'placed', status, by: 'partner' }],
    edits: [],
    tags: [],
    label: { wanted: false },
    needsPlan: false,
    requestHash: Buffer.alloc(32, 1),
    shareToken: 'dGhpcy1pcy1hLXRva2Vu_Q',
    eventCount: 0,
    revision: 1,
    clockAheadMs: 0,
    ...changes,
  };
}

/** What an event does to a parcel, by the rule that is for it. */
export function happen(parcel: Parcel, event: ParcelEvent, at: Instant): Decision<Parcel> {
  switch (event) {
    case 'driverAssigned':
      return decideAssignment(parcel, { id: CARRIER, locode: parcel.locode }, at);
    case 'driverDroppedOut':
      return decideDropOut(parcel, { at, by: 'driver' });
    case 'delivered':
      return decideDropOff(parcel, { outcome: 'DELIVERED' }, { at });
    case 'deliveryFailed':
      return decideDropOff(parcel, { outcome: 'FAILED', reason: 'Nobody there' }, { at });
    default:
      return decideMove(parcel, event, { at, by: 'driver' });
  }
}

/** The parcel after those of the events that could happen, a minute apart. */
export function afterEvents(parcel: Parcel, events: readonly ParcelEvent[]): Parcel {
  return events.reduce((current, event, index) => {
    const decision = happen(current, event, NOON + (index + 1) * MINUTE_MS);
    return 'accepted' in decision ? decision.accepted : current;
  }, parcel);
}
