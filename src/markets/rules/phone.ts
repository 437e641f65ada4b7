import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Market } from './market.ts';

export type PhonePolicy = {
  /** Production: the number must exist in its country's plan. The sandbox takes sample numbers, which often do not. */
  readonly strict: boolean;
  /** Countries beside the market's own, such as CN. */
  readonly furtherCountries: readonly string[];
};

type PhoneMarket = Pick<Market, 'market' | 'callingCode' | 'name'>;
type Country = { readonly code: string; readonly callingCode: string; readonly name: string };

const E164 = /^\+[1-9]\d{1,14}$/;
const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region', style: 'short' });

/** What can be said of a phone before it is known for which market it must be. */
export function phoneFormFault(phone: string): string | undefined {
  return E164.test(phone) ? undefined : 'must be a number in E.164 form, with the code of its country';
}

/** What is wrong with a phone, to follow "The phone of drop-off 2"; undefined where nothing is. */
export function phoneFault(phone: string, market: PhoneMarket, policy: PhonePolicy): string | undefined {
  if (!E164.test(phone)) return `must be a number in E.164 form such as +${market.callingCode}56847123`;
  const countries = countriesOf(market, policy.furtherCountries);
  const byCallingCode = countries.find(({ callingCode }) => phone.startsWith(`+${callingCode}`));
  if (byCallingCode !== undefined && !policy.strict) return undefined;
  const number = parsePhoneNumberFromString(phone);
  // Countries that share a calling code are told apart by the number itself, where it says so.
  const country = number?.country === undefined ? byCallingCode : countries.find(({ code }) => code === number.country);
  if (country === undefined) return foreignFault(countries, number?.country);
  const isValid = number?.country !== undefined && number.isValid();
  return isValid ? undefined : `is not a valid number of ${country.name}`;
}

function countriesOf({ market, callingCode, name }: PhoneMarket, furtherCountries: readonly string[]): Country[] {
  const further = furtherCountries
    .filter((code) => code !== market)
    .filter((code) => isSupportedCountry(code))
    .map((code) => ({ code, callingCode: getCountryCallingCode(code), name: nameOf(code) }));
  return [{ code: market, callingCode, name }, ...further];
}

function foreignFault(countries: readonly Country[], country: string | undefined): string {
  const expected = `must be a number of ${countries.map(({ name }) => name).join(' or ')}`;
  return country === undefined ? expected : `${expected}; it is one of ${nameOf(country)}`;
}

function nameOf(country: string): string {
  return COUNTRY_NAMES.of(country) ?? country;
}
