import { DeliveryError, type Fault } from '../../foundation/errors.ts';
import type { Instant } from '../../foundation/time.ts';
import type { Market } from '../../markets/index.ts';
import { findService, type IsOnline, serviceFault, specialRequestFaults } from './requested-service.ts';
import { type RequestedStop, readStop, type StopWire } from './requested-stop.ts';
import { readSchedule } from './schedule.ts';

/** The body's `data`, whose form the schema has checked. */
export type QuotationRequest = {
  readonly serviceType: string;
  readonly stops: readonly StopWire[];
  readonly language: string;
  readonly scheduleAt?: string | null;
  readonly specialRequests?: readonly string[] | null;
  readonly isRouteOptimized?: boolean | null;
  readonly item?: Readonly<Record<string, unknown>> | null;
};

export type CheckedRequest = {
  readonly serviceType: string;
  readonly language: string;
  readonly scheduleAt: Instant | undefined;
  readonly specialRequests: readonly string[];
  readonly isRouteOptimized: boolean;
  readonly item: Readonly<Record<string, unknown>> | undefined;
  readonly stops: readonly RequestedStop[];
};

/** All faults of the fields at once. Where the stops lie is judged afterwards. */
export function checkRequest(
  request: QuotationRequest,
  market: Market,
  now: Instant,
  isOnline: IsOnline,
): CheckedRequest {
  const specialRequests = request.specialRequests ?? [];
  const service = findService(market, request.serviceType);
  const schedule = readSchedule(request.scheduleAt, now);
  const stops = request.stops.map(readStop);
  const faults: Fault[] = [
    ...(service === undefined
      ? [serviceFault(market, request.serviceType)]
      : specialRequestFaults(service, specialRequests, isOnline)),
    ...stops.flatMap((stop) => stop.faults),
    ...('fault' in schedule ? [schedule.fault] : []),
    ...(market.languages.includes(request.language) ? [] : [languageFault(market, request.language)]),
  ];
  const [first, ...rest] = faults;
  if (first !== undefined) throw new DeliveryError([first, ...rest]);
  return {
    serviceType: request.serviceType,
    language: request.language,
    scheduleAt: 'at' in schedule ? schedule.at : undefined,
    specialRequests,
    isRouteOptimized: request.isRouteOptimized ?? false,
    item: request.item ?? undefined,
    stops: stops.map(({ stop }) => stop),
  };
}

function languageFault(market: Market, language: string): Fault {
  const sentence = `The language "${language.slice(0, 40)}" is not one of ${market.name}. It must be ${market.languages.join(' or ')}.`;
  return { code: 'ERR_INVALID_FIELD', sentence, pointer: '/data/language' };
}
