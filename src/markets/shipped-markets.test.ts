import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isInside, type Polygon } from '../foundation/geo.ts';
import { findDocumentFaults, type MarketDocument } from './rules/market-document.ts';

const FOLDER = new URL('../../data/markets/', import.meta.url);
const FILES = readdirSync(FOLDER).sort();
const DOCUMENTS = new Map(
  FILES.map((file) => [file, JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as MarketDocument]),
);
const documentOf = (market: string) => DOCUMENTS.get(`${market}.json`) as MarketDocument;
const CITIES = [...DOCUMENTS.values()].flatMap(({ cities }) => cities);
type City = MarketDocument['cities'][number];
const holds = ({ area }: City, lat: number, lng: number) =>
  isInside({ lat, lng }, area.coordinates as readonly Polygon[]);

type Facts = [
  market: string,
  name: string,
  currency: string,
  decimals: number,
  callingCode: string,
  languages: string[],
  plus: boolean,
];
const FACTS: Facts[] = [
  ['BR', 'Brazil', 'BRL', 0, '55', ['en_BR', 'pt_BR'], false],
  ['HK', 'Hong Kong', 'HKD', 0, '852', ['en_HK', 'zh_HK'], true],
  ['ID', 'Indonesia', 'IDR', 0, '62', ['en_ID', 'id_ID'], true],
  ['JP', 'Japan', 'JPY', 0, '81', ['en_JP', 'ja_JP'], false],
  ['MX', 'Mexico', 'MXN', 0, '52', ['en_MX', 'es_MX'], false],
  ['MY', 'Malaysia', 'MYR', 1, '60', ['en_MY', 'ms_MY'], false],
  ['PH', 'Philippines', 'PHP', 0, '63', ['en_PH'], true],
  ['SG', 'Singapore', 'SGD', 1, '65', ['en_SG'], true],
  ['TH', 'Thailand', 'THB', 0, '66', ['th_TH', 'en_TH'], true],
  ['TW', 'Taiwan', 'TWD', 0, '886', ['zh_TW'], true],
  ['VN', 'Vietnam', 'VND', 0, '84', ['en_VN', 'vi_VN'], false],
];

/** Load in kg; undefined where the facts name none. */
const SERVICES: Record<string, Record<string, string | undefined>> = {
  HK: { WALKER: undefined, COURIER: undefined, MOTORCYCLE: '20', VAN: '600', TRUCK330: '1500', TRUCK550: '3000' },
  SG: {
    COURIER: undefined,
    MOTORCYCLE: '8',
    CAR: '20',
    MINIVAN: '300',
    MPV: '150',
    VAN: '600',
    TRUCK330: '1200',
    TRUCK550: '2000',
  },
  MY: {
    MOTORCYCLE: '10',
    CAR: '40',
    '4X4': '250',
    VAN: '500',
    TRUCK330: '1000',
    TRUCK550: '2500',
    LORRY_10FT: '1000',
    LORRY_14FT: '2500',
  },
  TH: { MOTORCYCLE: '20', CAR: '100', MPV: '200', SUV: '250', PICK_UP_TRUCK: '1100', BOX_TRUCK_JUMBO: '2000' },
  PH: {
    MOTORCYCLE: '20',
    SEDAN: '200',
    MPV: '300',
    VAN: '600',
    VAN1000: '1000',
    TRUCK330: '1000',
    TRUCK550: '2000',
    '10WHEEL_TRUCK': '12000',
  },
  ID: {
    MOTORCYCLE: '20',
    SEDAN: '150',
    MPV: '300',
    VAN: '600',
    TRUCK175: '800',
    ENGKELBOX: '2000',
    ENGKELBAK: '2000',
    CDDBOX: '4000',
    CDDBAK: '4000',
  },
  VN: { MOTORCYCLE: '30', PICK_UP_TRUCK: '300', TRUCK175: '500', TRUCK330: '1000', '1500KG_TRUCK_RENTAL': '1500' },
  TW: { MOTORCYCLE: '20', SUV: '100', VAN: '500', TRUCK175: '800', TRUCK330: '1500' },
  BR: {
    LALAGO: '20',
    LALAPRO: '20',
    CAR: '300',
    HATCHBACK: '200',
    UV_FIORINO: '500',
    VAN: '1000',
    TRUCK330: '1500',
    TRUCK3_5T: '2500',
  },
  MX: { MOTORCYCLE: undefined, CAR: undefined, VAN: undefined, TRUCK330: undefined },
  JP: { MOTORCYCLE: undefined, CAR: undefined, VAN: undefined, TRUCK330: undefined },
};

/** The names are given where the facts give one. */
const CITY_NAMES: Record<string, string | undefined> = {
  'HK HKG': 'Hong Kong',
  'SG SIN': 'Singapore',
  'MY KUL': 'Kuala Lumpur',
  'MY JHB': 'Johor Bahru',
  'MY NTL': 'Penang and nearby',
  'MY MKZ': 'Melaka',
  'TH BKK': 'Bangkok',
  'TH CBI': 'Chonburi',
  'TH KKC': 'Khon Kaen',
  'TH CNX': 'Chiang Mai',
  'PH MNL': 'Manila NCR and South Luzon',
  'PH PAM': 'North and Central Luzon',
  'PH CEB': 'Cebu',
  'ID JKT': 'Jakarta',
  'ID SUB': 'Surabaya',
  'ID BDO': 'Bandung',
  'ID CBN': 'Cirebon',
  'VN SGN': 'Ho Chi Minh City',
  'VN HAN': 'Hanoi',
  'VN DAD': 'Da Nang',
  'TW TPE': 'Taipei',
  'TW TXG': 'Taichung',
  'TW TNN': 'Tainan',
  'TW KHH': 'Kaohsiung',
  'BR SAO': 'Sao Paulo and Campinas',
  'BR RIO': 'Rio de Janeiro',
  'BR BHZ': undefined,
  'BR BSB': undefined,
  'BR CWB': undefined,
  'BR POA': undefined,
  'BR SSA': undefined,
  'BR REC': undefined,
  'BR FOR': undefined,
  'BR GYN': undefined,
  'MX MEX': 'Mexico City',
  'JP TYO': 'Kanto',
  'JP OSA': 'Kansai',
};

test.each(FILES)('the shipped file %s is without faults', (file) => {
  expect(findDocumentFaults(DOCUMENTS.get(file))).toEqual([]);
});

test('one file ships for each market of the contract, named after it', () => {
  expect(FILES).toEqual(FACTS.map(([market]) => `${market}.json`));
});

test.each(FACTS)('%s is %s and has the facts of the contract', (market, name, ...facts) => {
  const [currency, decimals, callingCode, languages, plus] = facts;
  expect(documentOf(market)).toMatchObject({ market, name, currency, decimals, callingCode, languages, plus });
});

test.each([
  ['BR', '190', '192'],
  ['HK', '999', '999'],
  ['ID', '112', '112'],
  ['JP', '110', '119'],
  ['MX', '911', '911'],
  ['MY', '999', '999'],
  ['PH', '911', '911'],
  ['SG', '999', '995'],
  ['TH', '191', '1669'],
  ['TW', '110', '119'],
  ['VN', '113', '115'],
])('%s: the police is %s, an ambulance %s', (market, police, ambulance) => {
  expect(documentOf(market).emergencyNumbers).toEqual({ police, ambulance });
});

test.each([
  ['BR', '1', '50'],
  ['HK', '1', '100'],
  ['ID', '100', '100000'],
  ['JP', '10', '2000'],
  ['MX', '1', '200'],
  ['MY', '0.1', '30'],
  ['PH', '1', '500'],
  ['SG', '0.1', '20'],
  ['TH', '1', '300'],
  ['TW', '1', '500'],
  ['VN', '1000', '200000'],
])(
  'in %s a priority fee is at least %s, one step of the rates, and up to %s can always be given',
  (market, ...bounds) => {
    const [minimum, maximumFloor] = bounds;
    expect(documentOf(market).priorityFee).toEqual({ minimum, maximumFloor });
    const rates = JSON.parse(readFileSync(new URL(`../rate-cards/${market}.json`, FOLDER), 'utf8'));
    expect(rates.rounding.step).toBe(minimum);
  },
);

test.each(Object.entries(SERVICES))('%s has every service of the facts with its load', (market, loads) => {
  const { services, cities } = documentOf(market);
  for (const [key, loadKg] of Object.entries(loads)) {
    expect(services, key).toHaveProperty(key);
    if (loadKg !== undefined) expect(services[key]?.loadKg, key).toBe(loadKg);
    expect(Number(services[key]?.loadKg), key).toBeGreaterThan(0);
    expect(
      cities.some((city) => city.services.includes(key)),
      `${key} is offered in a city`,
    ).toBe(true);
  }
});

test.each([
  ['MOTORCYCLE', '0.5', '0.4', '0.5'],
  ['SEDAN', '1', '0.6', '0.7'],
  ['MPV', '1.2', '1', '0.9'],
  ['VAN', '2.1', '1.2', '1.1'],
  ['VAN1000', '2.1', '1.2', '1.2'],
  ['TRUCK330', '2.1', '1.2', '1.2'],
  ['TRUCK550', '2.7', '1.7', '1.7'],
  ['10WHEEL_TRUCK', '10', '2.4', '2.3'],
])('in the Philippines %s measures %s × %s × %s m', (key, length, width, height) => {
  expect(documentOf('PH').services[key]?.dimensions).toEqual({ length, width, height });
});

test.each(Object.entries(CITY_NAMES))('the city %s of the facts is there', (locode, name) => {
  const city = CITIES.find((candidate) => candidate.locode === locode);
  expect(city?.name).toBe(name ?? city?.name);
  expect(city).toBeDefined();
});

test('no locode stands in the files twice', () => {
  const locodes = CITIES.map(({ locode }) => locode);
  expect(locodes.filter((locode, index) => locodes.indexOf(locode) !== index)).toEqual([]);
});

test.each<[locode: string, place: string, lat: number, lng: number, isServed: boolean]>([
  ['HK HKG', 'Tuen Mun', 22.391, 113.977, true],
  ['HK HKG', 'Stanley', 22.219, 114.214, true],
  ['HK HKG', 'Shenzhen', 22.543, 114.058, false],
  ['SG SIN', 'Changi', 1.364, 103.991, true],
  ['SG SIN', 'Jurong East', 1.333, 103.742, true],
  ['SG SIN', 'Jurong West', 1.34, 103.706, true],
  ['SG SIN', 'Johor Bahru', 1.493, 103.741, false],
  ['MY KUL', 'Petaling Jaya', 3.107, 101.607, true],
  ['MY KUL', 'Klang', 3.045, 101.446, true],
  ['MY KUL', 'Seremban', 2.727, 101.938, false],
  ['TW TPE', 'Banqiao', 25.014, 121.464, true],
  ['TW TPE', 'Tamsui', 25.169, 121.443, true],
  ['TW TPE', 'Hsinchu', 24.804, 120.972, false],
])('%s and %s (%d, %d): served is %s', (locode, _place, lat, lng, isServed) => {
  expect(holds(CITIES.find((city) => city.locode === locode) as City, lat, lng)).toBe(isServed);
});

test.each(CITIES)('$locode carries at least two places inside and two outside, on their sides', (city) => {
  expect(city.inside.length).toBeGreaterThanOrEqual(2);
  expect(city.outside.length).toBeGreaterThanOrEqual(2);
  expect(city.inside.filter(({ lat, lng }) => !holds(city, lat, lng))).toEqual([]);
  expect(city.outside.filter(({ lat, lng }) => holds(city, lat, lng))).toEqual([]);
});

test.each(CITIES)('no place inside $locode lies in the area of another city', (city) => {
  const others = CITIES.filter(({ locode }) => locode !== city.locode);
  const shared = city.inside.flatMap(({ name, lat, lng }) =>
    others.filter((other) => holds(other, lat, lng)).map((other) => `${name} is in ${other.locode} too`),
  );
  expect(shared).toEqual([]);
});

const PEOPLE = 'How many people do you need?';
const GROUPS: [names: RegExp, group: string | undefined][] = [
  [/^(ROUND_TRIP|RETURN)$/, 'Round trip'],
  [/^PURCHASE_SERVICE_[1-4]$/, 'Purchase service'],
  [/^MOVING_SERVICE_[1-3]$/, 'Moving service'],
  [/^QUEUEING_SERVICE_(015|030|045)MIN$/, 'Queueing'],
  [/^WAITING_TIME_(030|060|090)MIN$/, 'Waiting time'],
  [/^TOLL_FEE_([1-8]|10)$/, 'Toll fee'],
  [/^DOOR_TO_DOOR_1DRIVER([12]HELPER)?$/, PEOPLE],
  [/^LOADING_1DRIVER_MAX(030|060|090|120|150|180)MIN$/, PEOPLE],
  [/^LOADING_1DRIVER1HELPER_MAX(060|090|120|150|180)MIN$/, PEOPLE],
  [/^(THERMAL_BAG_1|CASH_ON_DELIVERY|DOCUMENT_HANDLING|DOCUMENT_PROCESSING|FOOD_DELIVERY|FRAGILE_GOODS)$/, undefined],
  [/^(HELPER|LOADING_SERVICE|HOUSE_MOVING|TAILBOARD_VEHICLE|TARPAULIN|REFRIGERATED_VEHICLE)$/, undefined],
  [/^EXTRA_CAPACITY_L_250CM$/, undefined],
];

test.each([...DOCUMENTS.values()])('the special requests of $market are known ones, each in its group', (document) => {
  for (const [name, { group }] of Object.entries(document.specialRequests)) {
    const known = GROUPS.find(([names]) => names.test(name));
    expect(known, `${name} is a known special request`).toBeDefined();
    expect(group, name).toBe(known?.[1]);
  }
});

test.each([...DOCUMENTS.values()])('in $market a way back can be ordered', ({ specialRequests }) => {
  expect('ROUND_TRIP' in specialRequests || 'RETURN' in specialRequests).toBe(true);
});

test.each([
  ['FOOD_DELIVERY', 'TH'],
  ['FRAGILE_GOODS', 'TW'],
])('%s is offered in %s only', (name, market) => {
  const offering = [...DOCUMENTS.values()].filter(({ specialRequests }) => name in specialRequests);
  expect(offering.map((document) => document.market)).toEqual([market]);
});
