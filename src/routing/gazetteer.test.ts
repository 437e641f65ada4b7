import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { greatCircleMeters, isInside, type Polygon } from '../foundation/geo.ts';
import { createGazetteer, type Gazetteer, openGazetteer } from './gazetteer.ts';

type City = { locode: string; name: string; area: { coordinates: readonly Polygon[] } };
const DATA = new URL('../../data/', import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, DATA), 'utf8'));
const GAZETTEER: Gazetteer = read('gazetteer.json');
const CITIES: City[] = readdirSync(new URL('markets', DATA)).flatMap((file) => read(`markets/${file}`).cities);
const NON_LATIN: Record<string, RegExp> = {
  HK: /\p{Script=Han}/u,
  JP: /[\p{Script=Han}\p{Script=Hiragana}]/u,
  TH: /\p{Script=Thai}/u,
  TW: /\p{Script=Han}/u,
};

const gazetteer = await openGazetteer();
const find = (address: string, market: string) => gazetteer.find(address, market, 'en');
const district = (locode: string, name: string) => {
  const { lat, lng } = GAZETTEER[locode]?.districts.find(({ names }) => names.includes(name)) ?? {};
  return { lat, lng };
};
const centre = (locode: string) => ({ lat: GAZETTEER[locode]?.lat, lng: GAZETTEER[locode]?.lng });

test('the gazetteer knows the cities of the markets, and no others', () => {
  expect(Object.keys(GAZETTEER)).toEqual(CITIES.map(({ locode }) => locode).sort());
});

test.each(CITIES.map((city) => [city.locode, city] as const))(
  '%s has its name and at least twelve districts, all inside its area',
  async (locode, { name, area }) => {
    const { districts, names, ...middle } = GAZETTEER[locode] as Gazetteer[string];
    expect(names).toContain(name);
    expect(districts.length).toBeGreaterThanOrEqual(12);
    const outside = [{ names, ...middle }, ...districts].filter((place) => !isInside(place, area.coordinates));
    expect(outside.map((place) => place.names[0])).toEqual([]);
    const local = NON_LATIN[locode.slice(0, 2)];
    if (local !== undefined) {
      for (const place of [{ names }, ...districts]) expect(place.names[1], place.names[0]).toMatch(local);
    }
    const found = await find(`1 Nowhere Street, ${name}`, locode.slice(0, 2));
    expect(found && isInside(found, area.coordinates)).toBe(true);
  },
);

test('every district is found by each of its names beside its city, and names itself', async () => {
  for (const [
    locode,
    {
      names: [cityName],
      districts,
    },
  ] of Object.entries(GAZETTEER)) {
    const market = locode.slice(0, 2);
    for (const place of districts) {
      for (const name of place.names) {
        const found = await find(`12 ${name}, ${cityName}`, market);
        expect(found, `${name}, ${locode}`).toEqual({ lat: place.lat, lng: place.lng });
      }
      const label = await gazetteer.name(place, market, 'en');
      const sharing = districts.filter(({ lat, lng }) => lat === place.lat && lng === place.lng);
      expect(sharing.map(({ names }) => `${names[0]}, ${(place.in ?? [cityName])[0]}`)).toContain(label);
    }
  }
});

test('districts of one city bear different names and lie apart', () => {
  for (const [locode, { districts }] of Object.entries(GAZETTEER)) {
    const names = districts.flatMap((place) => [...new Set(place.names)]);
    expect(names, locode).toEqual([...new Set(names)]);
    for (const [index, place] of districts.entries()) {
      for (const other of districts.slice(index + 1)) {
        expect(greatCircleMeters(place, other), `${place.names[0]} and ${other.names[0]}`).toBeGreaterThan(40);
      }
    }
  }
});

test.each([
  ['Central, Hong Kong', 'HK', 'HK HKG', 'Central'],
  ["1 Queen's Road, Tsim Sha Tsui, Hong Kong", 'HK', 'HK HKG', 'Tsim Sha Tsui'],
  ['中環', 'HK', 'HK HKG', 'Central'],
  ['香港中環皇后大道中1號', 'HK', 'HK HKG', 'Central'],
  ['Shop 3, Central中環, HK', 'HK', 'HK HKG', 'Central'],
  ['CENTRAL PLAZA, 18 HARBOUR ROAD, WAN  CHAI', 'HK', 'HK HKG', 'Wan Chai'],
  ['Ｃｅｎｔｒａｌ', 'HK', 'HK HKG', 'Central'],
  ['5 Jln Orchard, Singapore 238801', 'SG', 'SG SIN', 'Orchard'],
  ['12 Lê Lợi, Bến Thành, Quận 1, TP.HCM', 'VN', 'VN SGN', 'Ben Thanh'],
  ['12 Le Loi, quan 10, Ho Chi Minh', 'VN', 'VN SGN', 'District 10'],
  ['ba dinh, ha noi', 'VN', 'VN HAN', 'Ba Dinh'],
  ['Hải Châu, Đà Nẵng', 'VN', 'VN DAD', 'Hai Chau'],
  ['99 ถนนสุขุมวิท กรุงเทพมหานคร', 'TH', 'TH BKK', 'Sukhumvit'],
  ['東京都新宿区西新宿2-8-1', 'JP', 'JP TYO', 'Shinjuku'],
  ['東京都千代田区永田町1-7-1', 'JP', 'JP TYO', 'Chiyoda'],
  ['Chuo-ku, Osaka', 'JP', 'JP OSA', 'Chuo'],
  ['Shin Osaka', 'JP', 'JP OSA', 'Shin-Osaka'],
  ['台南市東區大學路1號', 'TW', 'TW TNN', 'East District'],
  ['Rua das Graças, Santo Amaro, Recife', 'BR', 'BR REC', 'Santo Amaro'],
  ['Santo Amaro, São Paulo', 'BR', 'BR SAO', 'Santo Amaro'],
  ['Av Paulista 1000 (Avenida Paulista), SAO PAULO', 'BR', 'BR SAO', 'Avenida Paulista'],
  ['Coyoacan, CDMX', 'MX', 'MX MEX', 'Coyoacán'],
  ['Makati', 'PH', 'PH MNL', 'Makati'],
])('"%s" in %s is found in %s: %s', async (address, market, locode, name) => {
  expect(await find(address, market)).toEqual(district(locode, name));
});

test.each([
  ['1 Somewhere Lane, Hong Kong', 'HK', 'HK HKG'],
  ['香港', 'HK', 'HK HKG'],
  ['Rua Belo Horizonte 5, Curitiba', 'BR', 'BR CWB'],
  ['Rua Rio Branco, Curitiba', 'BR', 'BR CWB'],
  ['東京', 'JP', 'JP TYO'],
])('"%s" in %s is only known to be in %s, and is put in its middle', async (address, market, locode) => {
  expect(await find(address, market)).toEqual(centre(locode));
});

test.each([
  ['1 Nowhere Street', 'HK'],
  ['', 'HK'],
  ['Centralised Storage', 'HK'],
  ['Decentral', 'HK'],
  ['Central1', 'HK'],
  ['Central, Hong Kong', 'SG'],
  ['Central', 'XX'],
  ['a'.repeat(10_000), 'HK'],
])('"%s" in %s is not found', async (address, market) => {
  expect(await find(address, market)).toBeUndefined();
});

test('a place is named by the nearest district of the market, in English or as people there write it', async () => {
  const near = { lat: 22.2822, lng: 114.1585 };
  expect(await gazetteer.name(near, 'HK', 'en_HK')).toBe('Central, Hong Kong');
  expect(await gazetteer.name(near, 'HK', 'zh_HK')).toBe('中環, 香港');
  expect(await gazetteer.name({ lat: 35.466, lng: 139.622 }, 'JP', 'en_JP')).toBe('Yokohama, Kanagawa');
  expect(await gazetteer.name({ lat: -23.567, lng: -46.692 }, 'BR', 'pt_BR')).toBe('Pinheiros, São Paulo');
});

test('a place is named within 25 km, and only by its own market', async () => {
  const one = createGazetteer({
    'HK HKG': { names: ['City'], lat: 0, lng: 0, districts: [{ names: ['District'], lat: 0, lng: 0 }] },
  });
  expect(await one.name({ lat: 0.2248, lng: 0 }, 'HK', 'en')).toBe('District, City');
  expect(await one.name({ lat: 0.2249, lng: 0 }, 'HK', 'en')).toBeUndefined();
  expect(await one.name({ lat: 0, lng: 0 }, 'SG', 'en')).toBeUndefined();
});

test.each([
  ['Av. Paulista, 1578, São Paulo', 'BR', 'BR SAO'],
  ['Rua Boa Vista, São Paulo', 'BR', 'BR SAO'],
  ['12 Hai Ba Trung, Ho Chi Minh City', 'VN', 'VN SGN'],
  ['San Juan Street, Cebu City', 'PH', 'PH CEB'],
])(
  '%s lies in the city that it names, not where another city has a district of that name',
  async (address, market, locode) => {
    const found = await find(address, market);
    const city = CITIES.find((candidate) => candidate.locode === locode) as City;
    expect(isInside(found as { lat: number; lng: number }, city.area.coordinates)).toBe(true);
  },
);
