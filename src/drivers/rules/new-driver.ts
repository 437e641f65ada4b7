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

/** The first thing that is wrong with a new driver; undefined where nothing is. */
export function newDriverFault(driver: NewDriver, surroundings: Surroundings): NewDriverFault | undefined {
  const place = placeOf(driver.locode, surroundings.markets);
  const sentences: readonly (readonly [keyof NewDriver, string | undefined])[] =
    place === undefined
      ? [['locode', `There is no city ${driver.locode}. It must be a locode such as "HK HKG".`]]
      : [
          ['name', nameFault(driver)],
          ['plate', plateFault(driver)],
          ['phone', phoneFault(driver, place.market, surroundings)],
          ['service', serviceFault(driver, place.city)],
          ['languages', languageFault(driver, place.market)],
          ['capabilities', capabilityFault(driver, surroundings)],
        ];
  for (const [field, sentence] of sentences) if (sentence !== undefined) return { field, sentence };
  return undefined;
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
