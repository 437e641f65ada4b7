import { Type } from 'typebox';
import { formatInstant, type Instant } from '../foundation/time.ts';
import { Nullable } from '../infrastructure/http/schema.ts';
import type { City, LoadedMarket, ShippedDocuments } from '../markets/index.ts';
import type { previewArea } from '../quotations/index.ts';
import { Reason } from './reason.ts';

const Seen = Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'The version that the person saw' });
const Corner = Type.Tuple([Type.Number(), Type.Number()]);
/** Polygons of rings of corners, longitude first; what more must be true of it is the markets' room to judge. */
const Area = Type.Array(Type.Array(Type.Array(Corner, { maxItems: 2_000 }), { maxItems: 20 }), { maxItems: 50 });
const Time = Nullable<string>('string', 'Null for none', { maxLength: 40 });

export const MarketParams = Type.Object({ market: Type.String() });
export const CityParams = Type.Object({ market: Type.String(), city: Type.String() });
export const RequestParams = Type.Object({ market: Type.String(), request: Type.String() });
export const AreaData = Type.Object({
  area: Area,
  /** Places that had to lie inside or outside, and change sides. */
  placesThatMove: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })),
  seen: Seen,
  reason: Reason,
});
export const TryAreaData = Type.Object({
  area: Area,
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
});
export const TimesData = Type.Object({ onlineFrom: Time, offlineFrom: Time, seen: Seen, reason: Reason });
export const ResetData = Type.Object({ seen: Seen, reason: Reason });

export function marketRowToWire({ market, version }: LoadedMarket) {
  const { market: code, name, currency, decimals, plus, cities } = market;
  return {
    market: code,
    name,
    currency,
    decimals,
    plus,
    /** 0: what ships with the product. */
    version,
    cities: cities.map((city) => ({ city: city.locode, name: city.name, timeZone: city.timeZone })),
  };
}
export type MarketRow = ReturnType<typeof marketRowToWire>;

export function cityAreaToWire({ version, document }: LoadedMarket, city: City, shipped: ShippedDocuments) {
  const places = document.cities.find(({ locode }) => locode === city.locode);
  return {
    city: city.locode,
    name: city.name,
    version,
    /** Whether there is something to go back to. */
    isShipped: shipped.has(document.market),
    area: city.area,
    inside: places?.inside ?? [],
    outside: places?.outside ?? [],
  };
}
export type CityAreaWire = ReturnType<typeof cityAreaToWire>;

export function areaPreviewToWire(
  { quotations, leftOut, partners, outside }: Awaited<ReturnType<typeof previewArea>>,
  names: ReadonlyMap<string, string>,
  isCut: boolean,
) {
  return {
    quotations,
    isCut,
    leftOut,
    partners: [...partners]
      .toSorted(([, a], [, b]) => b - a)
      .map(([partnerId, count]) => ({ partnerId, name: names.get(partnerId) ?? partnerId, leftOut: count })),
    outside,
  };
}
export type AreaPreviewWire = ReturnType<typeof areaPreviewToWire>;

/** Every special request of a market, with the cities and services that offer it. */
export function requestsToWire({ market, document, version }: LoadedMarket, now: Instant) {
  const requests = Object.entries(document.specialRequests).map(([name, { description, group }]) => {
    const offered = market.cities.flatMap((city) =>
      city.services.flatMap(({ key, specialRequests }) =>
        specialRequests.filter((one) => one.name === name).map((request) => ({ city, key, request })),
      ),
    );
    const request = offered[0]?.request;
    const printed = (time: Instant | undefined) => (time === undefined ? null : formatInstant(time));
    return {
      name,
      description,
      group: group ?? null,
      onlineFrom: printed(request?.onlineFrom),
      offlineFrom: printed(request?.offlineFrom),
      state: stateOf(request, now),
      services: [...new Set(offered.map(({ key }) => key))],
      cities: [...new Set(offered.map(({ city }) => city.name))],
    };
  });
  return { version, requests };
}
export type RequestsWire = ReturnType<typeof requestsToWire>;

type Times = { readonly onlineFrom: Instant | undefined; readonly offlineFrom: Instant | undefined };

function stateOf(times: Times | undefined, now: Instant): 'on' | 'announced' | 'gone' | 'unused' {
  if (times === undefined) return 'unused';
  if (times.offlineFrom !== undefined && now >= times.offlineFrom) return 'gone';
  return times.onlineFrom !== undefined && now < times.onlineFrom ? 'announced' : 'on';
}
