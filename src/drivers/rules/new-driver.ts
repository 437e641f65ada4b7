import type { City, Market } from '../../markets/index.ts';
import { CARRIES_PARCELS, type NewDriver } from './driver.ts';

export type Surroundings = {
  readonly markets: readonly Market[];
  /** What is wrong with a phone, to follow "The phone"; undefined where nothing is. */
  readonly phoneFault: (phone: string, market: Market) => string | undefined;
  /** Everything that some special request asks of a driver. */
  readonly knownCapabilities: readonly string[];
};

const NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;
const PLATE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .-]{0,19}$/u;

/** Which field is wrong, and why. */
export type NewDriverFault = { readonly field: keyof NewDriver; readonly sentence: string };

/** Everything that is wrong with a new driver. Without a city nobody knows which phone, service and languages would be right there. */
export function newDriverFaults(driver: NewDriver, surroundings: Surroundings): readonly NewDriverFault[] {
  const place = placeOf(driver.locode, surroundings.markets);
  const ofPlace: readonly (readonly [keyof NewDriver, string | undefined])[] =
    place === undefined
      ? [
          ['locode', `There is no city ${driver.locode}. It must be a locode such as "HK HKG".`],
          ['service', serviceNowhereFault(driver, surroundings)],
        ]
      : [
          ['phone', phoneFault(driver, place.market, surroundings)],
          ['service', serviceFault(driver, place.city)],
          ['languages', languageFault(driver, place.market)],
        ];
  const sentences = [
    ['name', nameFault(driver)],
    ['plate', plateFault(driver)],
    ...ofPlace,
    ['capabilities', capabilityFault(driver, surroundings)],
  ] as const;
  return sentences.flatMap(([field, sentence]) => (sentence === undefined ? [] : [{ field, sentence }]));
}

function placeOf(locode: string, markets: readonly Market[]): { market: Market; city: City } | undefined {
  for (const market of markets) {
    const city = market.cities.find((candidate) => candidate.locode === locode);
    if (city !== undefined) return { market, city };
  }
  return undefined;
}

function nameFault({ name }: NewDriver): string | undefined {
  return NAME.test(name) && name.trim() !== '' ? undefined : 'The name must have 1 to 200 characters.';
}

function plateFault({ plate }: NewDriver): string | undefined {
  return PLATE.test(plate) ? undefined : 'The plate must have 1 to 20 letters, digits, spaces, dots or hyphens.';
}

function phoneFault({ phone }: NewDriver, market: Market, surroundings: Surroundings): string | undefined {
  const fault = surroundings.phoneFault(phone, market);
  return fault === undefined ? undefined : `The phone ${fault}.`;
}

function serviceFault({ service }: NewDriver, { name, services }: City): string | undefined {
  const keys = services.map(({ key }) => key);
  return keys.includes(service) ? undefined : `${name} has no service ${service}. It has ${keys.join(', ')}.`;
}

function serviceNowhereFault({ service }: NewDriver, { markets }: Surroundings): string | undefined {
  const isSomewhere = markets.some(({ cities }) =>
    cities.some(({ services }) => services.some(({ key }) => key === service)),
  );
  return isSomewhere ? undefined : `No city has a service ${service}.`;
}

function languageFault({ languages }: NewDriver, { name, languages: spoken }: Market): string | undefined {
  const foreign = languages.find((language) => !spoken.includes(language));
  return foreign === undefined ? undefined : `${name} has no language ${foreign}. It has ${spoken.join(', ')}.`;
}

function capabilityFault({ capabilities }: NewDriver, { knownCapabilities }: Surroundings): string | undefined {
  const known = [...knownCapabilities, CARRIES_PARCELS];
  const unknown = capabilities.find((capability) => !known.includes(capability));
  return unknown === undefined
    ? undefined
    : `No special request asks for ${unknown}. A driver can have ${known.join(', ')}.`;
}
