import { refuseFaults } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { Market } from '../markets/index.ts';
import type { Stop } from '../quotations/index.ts';
import { type PlacingDeps, placeShipment } from './place-shipment.ts';
import {
  expiryOfQuotation,
  findQuotationFaults,
  type QuotationRequest,
  readQuotationRequest,
} from './quotation-request.ts';
import { insertQuotation } from './quotations-sql.ts';
import type { PlusQuotation } from './rules/parcel.ts';

export type QuotationDeps = PlacingDeps & {
  readonly database: Database;
  readonly ids: Ids;
  readonly quotationHours: number;
};
type Asker = { readonly partnerId: PartnerId; readonly market: Market; readonly now: Instant };

/** Checks what was asked, places and measures the two stops, and keeps the promise. The price is agreed on elsewhere. */
export async function createQuotation(
  deps: QuotationDeps,
  { partnerId, market, now }: Asker,
  request: QuotationRequest,
): Promise<PlusQuotation> {
  refuseFaults(findQuotationFaults(request, now));
  const { times, deliveryStage, item, stops } = readQuotationRequest(request, now);
  const placed = await placeShipment(deps, market, stops);
  const withId = (stop: Omit<Stop, 'stopId'>): Stop => ({ stopId: deps.ids.next<'stop'>(), ...stop });
  const quotation: PlusQuotation = {
    id: deps.ids.next<'plusQuotation'>(),
    partnerId,
    market: market.market,
    locode: placed.city.locode,
    createdAt: now,
    expiresAt: expiryOfQuotation(now, times.scheduleAt, deps.quotationHours),
    scheduleAt: times.scheduleAt,
    deliverBy: times.deliverBy,
    document: {
      deliveryStage,
      isDeadlineGiven: times.isDeadlineGiven,
      stops: [withId(placed.stops[0]), withId(placed.stops[1])],
      ...(item === undefined ? {} : { item }),
      distanceMeters: placed.distanceMeters,
    },
  };
  await insertQuotation(deps.database, quotation);
  return quotation;
}
