import { beforeAll, expect, test } from 'vitest';
import { formatAmount } from '../foundation/money.ts';
import { readShippedDocuments } from '../markets/index.ts';
import { type Holidays, readHolidays, readShippedCards } from './load-rates.ts';
import { priceTrip } from './rules/price.ts';
import type { RateCard } from './rules/rate-card.ts';

type ShippedService = {
  readonly locode: string;
  readonly service: string;
  readonly specialRequests: readonly string[];
};

let services: readonly ShippedService[];
let cards: ReadonlyMap<string, RateCard>;
let holidays: Holidays;
let markets: readonly string[];

beforeAll(async () => {
  const documents = [...(await readShippedDocuments()).values()].map(({ document }) => document);
  markets = documents.map(({ market }) => market);
  services = documents.flatMap((document) =>
    document.cities.flatMap(({ locode, services: keys }) =>
      keys.map((service) => ({ locode, service, specialRequests: document.services[service]?.specialRequests ?? [] })),
    ),
  );
  cards = new Map(
    (await readShippedCards(documents)).map(({ locode, service, card }) => [`${locode}/${service}`, card]),
  );
  holidays = await readHolidays();
});

const cardOf = (locode: string, service: string) => cards.get(`${locode}/${service}`) as RateCard;

const QUIET = { date: '2026-11-18', weekday: 'WED', minuteOfDay: 11 * 60, holiday: undefined } as const;

/** Printed items of a trip at a quiet hour. */
function priced(locode: string, service: string, distanceMeters: number, dropOffs = 1): Record<string, string> {
  const card = cardOf(locode, service);
  const { items, totalMinor } = priceTrip(
    { ...card, surcharges: [] },
    { distanceMeters, dropOffs, pickUp: QUIET, specialRequests: [] },
  );
  return {
    ...Object.fromEntries(items.map(({ item, amountMinor }) => [item, formatAmount(amountMinor, card.decimals)])),
    total: formatAmount(totalMinor, card.decimals),
  };
}

test('every service of every city has a card, and every card a service', () => {
  const keys = services.map(({ locode, service }) => `${locode}/${service}`);
  expect([...cards.keys()].sort()).toEqual(keys.sort());
});

test('every special request of a service has a fee in its card, and no other', () => {
  for (const { locode, service, specialRequests } of services) {
    expect([locode, service, Object.keys(cardOf(locode, service).specialRequests).sort()]).toEqual([
      locode,
      service,
      [...specialRequests].sort(),
    ]);
  }
});

test('known prices of this field come out', () => {
  expect(priced('PH MNL', 'MOTORCYCLE', 11_300)).toMatchObject({ base: '39', extraMileage: '50' });
  expect(priced('TW TPE', 'MOTORCYCLE', 1_900).total).toBe('68');
  expect(priced('MY KUL', 'MOTORCYCLE', 18_300).total).toBe('13.3');
  expect(priced('MY KUL', 'MOTORCYCLE', 42_000).total).toBe('21.2');
  expect(priced('MY KUL', 'CAR', 42_000).total).toBe('33.1');
  expect(priced('BR SAO', 'LALAGO', 9_800, 2)).toMatchObject({
    base: '10',
    extraMileage: '7',
    multiStopSurcharge: '1',
  });
  for (const [service, fare] of [
    ['HATCHBACK', '17'],
    ['VAN', '76'],
    ['TRUCK330', '110'],
  ] as const) {
    const { base, extraMileage } = priced('BR SAO', service, 4_500);
    expect([service, Number(base) + Number(extraMileage)]).toEqual([service, Number(fare)]);
  }
  expect(priced('HK HKG', 'VAN', 3_000).total).toBe('94');
});

test('only the Philippines have an admin fee', () => {
  for (const { locode, service } of services) {
    expect([locode, cardOf(locode, service).adminFee > 0n]).toEqual([locode, locode.startsWith('PH ')]);
  }
});

test('every market has public holidays for three years', () => {
  for (const market of markets) {
    for (const year of ['2026', '2027', '2028']) {
      const days = Object.keys(holidays[market] ?? {}).filter((day) => day.startsWith(year));
      expect([market, year, days.length >= 5]).toEqual([market, year, true]);
    }
  }
});
