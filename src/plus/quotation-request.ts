import type { Fault } from '../foundation/errors.ts';
import { HOUR_MS, type Instant } from '../foundation/time.ts';
import { isSoundStop, type RequestedStop, readStop } from '../quotations/index.ts';
import { DELIVERY_STAGES, type DeliveryStage, type Item } from './rules/parcel.ts';
import { readTimes, type Times } from './rules/parcel-times.ts';

/** The body's `data`, whose form the schema has checked. */
export type QuotationRequest = {
  readonly scheduleAt: string;
  readonly serviceType: string;
  readonly stops: readonly object[];
  readonly deliveryBy?: string | null;
  readonly deliveryStage?: string | null;
  readonly item?: Item | null;
};

export type CheckedQuotation = {
  readonly times: Times;
  readonly deliveryStage: DeliveryStage;
  readonly item: Item | undefined;
  readonly stops: readonly RequestedStop[];
};

/** Judges every field whose form is sound, and passes over the others: the schema has named those. */
export function findQuotationFaults(data: unknown, now: Instant): readonly Fault[] {
  const fields = (data ?? {}) as Readonly<Record<string, unknown>>;
  return [
    ...serviceFaults(fields.serviceType),
    ...stopFaults(fields.stops),
    ...timeFaults(fields, (given) => readTimes(given, now)),
    ...stageFaults(fields.deliveryStage),
  ];
}

/** Of a request in which no fault was found. */
export function readQuotationRequest(request: QuotationRequest, now: Instant): CheckedQuotation {
  return {
    times: readTimes(request, now) as Times,
    deliveryStage: (request.deliveryStage ?? 'LAST_MILE') as DeliveryStage,
    item: request.item ?? undefined,
    stops: request.stops.map((stop, index) => readStop(stop, index).stop),
  };
}

/** Usable for a while, but never after the time it was asked for. */
export function expiryOfQuotation(createdAt: Instant, scheduleAt: Instant, lifeHours: number): Instant {
  return Math.min(createdAt + lifeHours * HOUR_MS, scheduleAt);
}

function serviceFaults(serviceType: unknown): readonly Fault[] {
  if (typeof serviceType !== 'string' || serviceType === 'PLUS') return [];
  const sentence = `serviceType must be PLUS for scheduled deliveries, not "${serviceType.slice(0, 40)}". For a delivery on demand leave out the header Platform.`;
  return [{ code: 'ERR_INVALID_SERVICE_TYPE', sentence, pointer: '/data/serviceType' }];
}

export function stopFaults(stops: unknown): readonly Fault[] {
  if (!Array.isArray(stops)) return [];
  return stops.flatMap((stop, index) => (isSoundStop(stop) ? readStop(stop, index).faults : []));
}

type GivenTimes = Parameters<typeof readTimes>[0];

/** Those of the two times, where both have the form of text. */
export function timeFaults(
  { scheduleAt, deliveryBy }: Readonly<Record<string, unknown>>,
  readThem: (given: GivenTimes) => Times | { readonly faults: readonly Fault[] },
): readonly Fault[] {
  if (typeof scheduleAt !== 'string') return [];
  const times = readThem({ scheduleAt, deliveryBy: typeof deliveryBy === 'string' ? deliveryBy : undefined });
  return 'faults' in times ? times.faults : [];
}

function stageFaults(stage: unknown): readonly Fault[] {
  if (typeof stage !== 'string' || (DELIVERY_STAGES as readonly string[]).includes(stage)) return [];
  const sentence = `deliveryStage must be ${DELIVERY_STAGES.join(' or ')}, not "${stage.slice(0, 40)}".`;
  return [{ code: 'ERR_INVALID_FIELD', sentence, pointer: '/data/deliveryStage' }];
}
