import { hasPhoneNumbers } from '../phone-countries.ts';
import { listWhere, masterKey, optionalText, wholeNumber } from '../readings.ts';
import { preset, setting } from '../setting.ts';

/** Its secrets, and which calls it takes. */
export const PROTECTION = {
  masterKey: setting({
    name: 'WAYBILL_MASTER_KEY',
    meaning:
      'encrypts secrets at rest: 32 random bytes in base64; made on first start in the sandbox, required in production',
    shown: '<openssl rand -base64 32>',
    read: masterKey,
  }),
  previousMasterKey: setting({
    name: 'WAYBILL_MASTER_KEY_PREVIOUS',
    meaning: 'the master key before this one: what it sealed is sealed anew, after which it can go',
    shown: '<the key before>',
    read: masterKey,
  }),
  metricsToken: setting({
    name: 'WAYBILL_METRICS_TOKEN',
    meaning: 'bearer token that opens /metrics; in production /metrics is closed without it',
    shown: '<openssl rand -hex 24>',
    read: optionalText,
  }),
  clockSkewSeconds: preset({
    name: 'WAYBILL_CLOCK_SKEW_SECONDS',
    meaning: "how far a partner's timestamp may be from our clock, either way",
    byDefault: '300',
    read: wholeNumber(1, 3_600),
  }),
  addressLimit: preset({
    name: 'WAYBILL_ADDRESS_LIMIT',
    meaning: 'calls a minute with a wrong signature after which an address is shut out',
    byDefault: '1200',
    read: wholeNumber(1, 1_000_000),
  }),
  requestTimeoutSeconds: preset({
    name: 'WAYBILL_REQUEST_TIMEOUT_SECONDS',
    meaning: 'how long a request may take to arrive completely',
    byDefault: '15',
    read: wholeNumber(1, 300),
  }),
  phoneCountries: setting({
    name: 'WAYBILL_PHONE_COUNTRIES',
    meaning: 'further countries whose phone numbers are taken in every market, comma-separated; none by default',
    shown: 'CN,MO',
    read: listWhere(hasPhoneNumbers, 'country codes such as CN,MO', 'is none'),
  }),
};
