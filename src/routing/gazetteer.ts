import { readFile } from 'node:fs/promises';
import { greatCircleMeters, type Point } from '../foundation/geo.ts';
import { keptBy } from '../infrastructure/kept.ts';
import { inProject } from '../infrastructure/project-folder.ts';
import type { Geocoder } from './geocoder.ts';

const SHIPPED_FILE = inProject('data/gazetteer.json');
const FARTHEST_NAMED_METERS = 25_000;

/** By locode. Of the names the first is English and the second, where there is one, local; the rest are other spellings. */
export type Gazetteer = Readonly<Record<string, GazetteerCity>>;
type GazetteerPlace = Point & { readonly names: readonly string[] };
type GazetteerCity = GazetteerPlace & {
  /** `in`: the town of a district, in a service area that holds several. */
  readonly districts: readonly (GazetteerPlace & { readonly in?: readonly string[] })[];
};

type Spelling = { readonly text: string; readonly place: GazetteerPlace };
type CityIndex = {
  readonly city: GazetteerCity;
  readonly citySpellings: readonly Spelling[];
  readonly districtSpellings: readonly Spelling[];
};

/** Cities and districts that every sandbox knows, with nothing to install. */
export function openGazetteer(): Promise<Geocoder> {
  return gazetteerOf(SHIPPED_FILE);
}

const gazetteerOf = keptBy(async (file: string) =>
  createGazetteer(JSON.parse(await readFile(file, 'utf8')) as Gazetteer),
);

export function createGazetteer(gazetteer: Gazetteer): Geocoder {
  const markets = new Map<string, CityIndex[]>();
  for (const [locode, city] of Object.entries(gazetteer)) {
    const market = locode.slice(0, 2);
    markets.set(market, [...(markets.get(market) ?? []), indexOf(city)]);
  }
  return {
    find: async (address, market) => findPlace(folded(address), markets.get(market) ?? []),
    name: async (point, market, language) => nearestName(point, markets.get(market) ?? [], language),
  };
}

function indexOf(city: GazetteerCity): CityIndex {
  const spellingsOf = (place: GazetteerPlace) => place.names.map((name) => ({ text: folded(name), place }));
  return { city, citySpellings: spellingsOf(city), districtSpellings: city.districts.flatMap(spellingsOf) };
}

/** Where the address names a city: a district of that city, else the city itself. Otherwise a district of any. */
function findPlace(address: string, cities: readonly CityIndex[]): Point | undefined {
  const named = cities.filter(({ citySpellings }) => matchesIn(address, citySpellings).length > 0);
  const districtsOf = (some: readonly CityIndex[]) => some.flatMap(({ districtSpellings }) => districtSpellings);
  const citySpellings = named.flatMap((city) => city.citySpellings);
  const best =
    named.length === 0
      ? matchesIn(address, districtsOf(cities)).sort(longestFirst)[0]
      : (matchesIn(address, districtsOf(named)).sort(longestFirst)[0] ??
        matchesIn(address, citySpellings).sort(lastFirst)[0]);
  return best === undefined ? undefined : { lat: best.place.lat, lng: best.place.lng };
}

type Match = Spelling & { readonly at: number };

function matchesIn(address: string, spellings: readonly Spelling[]): Match[] {
  return spellings
    .map((spelling) => ({ ...spelling, at: placeIn(address, spelling.text) }))
    .filter(({ at }) => at >= 0);
}

function longestFirst(a: Match, b: Match): number {
  return b.text.length - a.text.length || b.at - a.at;
}

/** Streets are named after cities; the city itself comes after the street. */
function lastFirst(a: Match, b: Match): number {
  return b.at - a.at || b.text.length - a.text.length;
}

const LATIN_WORD = /[\p{Script=Latin}\p{N}]/u;

/** Where the name stands last, as whole words where it begins and ends in Latin script; -1 where nowhere. */
function placeIn(address: string, name: string): number {
  for (let at = address.lastIndexOf(name); at >= 0; at = at === 0 ? -1 : address.lastIndexOf(name, at - 1)) {
    const cutsInto = (outer: string | undefined, inner: string | undefined) =>
      LATIN_WORD.test(outer ?? ' ') && LATIN_WORD.test(inner ?? ' ');
    const end = at + name.length;
    if (!cutsInto(address[at - 1], name[0]) && !cutsInto(address[end], name[name.length - 1])) return at;
  }
  return -1;
}

function nearestName(point: Point, cities: readonly CityIndex[], language: string): string | undefined {
  const districts = cities.flatMap(({ city }) => city.districts.map((district) => ({ city, district })));
  let nearest: { readonly meters: number; readonly label: string } | undefined;
  for (const { city, district } of districts) {
    const meters = greatCircleMeters(point, district);
    if (meters > FARTHEST_NAMED_METERS || (nearest !== undefined && meters >= nearest.meters)) continue;
    const label = `${nameIn(language, district.names)}, ${nameIn(language, district.in ?? city.names)}`;
    nearest = { meters, label };
  }
  return nearest?.label;
}

function nameIn(language: string, [english, local]: readonly string[]): string {
  return (language.startsWith('en') ? english : (local ?? english)) ?? '';
}

/** Without regard to case, to accents on Latin letters, to full or half width and to the spaces between words. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/đ/g, 'd')
    .replace(/[’‘`]/g, "'")
    .replace(/[\s-]+/g, ' ')
    .trim();
}
