import { type Fault, refuseFaults } from '../../foundation/errors.ts';
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
  /** As given. */
  readonly language: string;
  /** The same as the market spells it. */
  readonly languageKey: string;
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
  refuseFaults(findFieldFaults(request, market, now, isOnline));
  const schedule = readSchedule(request.scheduleAt, now);
  return {
    serviceType: request.serviceType,
    language: request.language,
    languageKey: languageKeyOf(market, request.language) as string,
    scheduleAt: 'at' in schedule ? schedule.at : undefined,
    specialRequests: request.specialRequests ?? [],
    isRouteOptimized: request.isRouteOptimized ?? false,
    item: request.item ?? undefined,
    stops: request.stops.map((stop, index) => readStop(stop, index).stop),
  };
}

/** Judges every field whose form is sound, and passes over the others: the schema has named those. */
export function findFieldFaults(data: unknown, market: Market, now: Instant, isOnline: IsOnline): readonly Fault[] {
  const { serviceType, stops, language, scheduleAt, specialRequests } = (data ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const schedule = readSchedule(isText(scheduleAt) ? scheduleAt : undefined, now);
  return [
    ...(isText(serviceType) ? serviceFaults(serviceType, specialRequests, market, isOnline) : []),
    ...(Array.isArray(stops) ? stops.flatMap(stopFaults) : []),
    ...('fault' in schedule ? [schedule.fault] : []),
    ...(isText(language) && languageKeyOf(market, language) === undefined ? [languageFault(market, language)] : []),
  ];
}

function serviceFaults(serviceType: string, requests: unknown, market: Market, isOnline: IsOnline): readonly Fault[] {
  const service = findService(market, serviceType);
  if (service === undefined) return [serviceFault(market, serviceType)];
  return Array.isArray(requests) && requests.every(isText) ? specialRequestFaults(service, requests, isOnline) : [];
}

function stopFaults(stop: unknown, index: number): readonly Fault[] {
  return isSoundStop(stop) ? readStop(stop, index).faults : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isSoundStop(stop: unknown): stop is StopWire {
  if (typeof stop !== 'object' || stop === null) return false;
  const { coordinates, address } = stop as Readonly<Record<string, unknown>>;
  if (address !== undefined && address !== null && !isText(address)) return false;
  if (coordinates === undefined || coordinates === null) return true;
  if (typeof coordinates !== 'object' || Array.isArray(coordinates)) return false;
  const { lat, lng } = coordinates as Readonly<Record<string, unknown>>;
  return [lat, lng].every(
    (value) => value === undefined || value === null || isText(value) || typeof value === 'number',
  );
}

/** In any case: clients of this API keep keys in capitals too. */
function languageKeyOf({ languages }: Market, language: string): string | undefined {
  return languages.find((key) => key.toLowerCase() === language.toLowerCase());
}

function languageFault(market: Market, language: string): Fault {
  const sentence = `The language "${language.slice(0, 40)}" is not one of ${market.name}. It must be ${market.languages.join(' or ')}.`;
  return { code: 'ERR_INVALID_FIELD', sentence, pointer: '/data/language' };
}
