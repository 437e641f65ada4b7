import { isIP } from 'node:net';
import path from 'node:path';
import { OperatorError } from '../operator-error.ts';

export type Environment = 'sandbox' | 'production';
export type TlsMode = 'local' | 'files' | 'proxy';
type Routing = 'estimate' | 'valhalla' | 'valhalla-http' | 'osrm';
type FilePlaceChoice = 'disk' | 's3';
type GeocoderChoice = 'gazetteer' | 'none' | 'nominatim' | 'photon' | 'pelias';

type Reading<T> = { value: T } | { fault: string };
type Setting<T> = {
  readonly name: string;
  readonly meaning: string;
  /** How the default reads in the documents; undefined for a setting that has none. */
  readonly defaultText?: string;
  readonly example?: string;
  read(text: string | undefined, environment: Environment): Reading<T>;
};

function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

const value = <T>(read: T): Reading<T> => ({ value: read });
const fault = (expected: string): Reading<never> => ({ fault: expected });

function oneOf<T extends string>(choices: readonly T[], fallback: T) {
  return (text: string | undefined): Reading<T> => {
    if (text === undefined) return value(fallback);
    return choices.includes(text as T) ? value(text as T) : fault(`must be ${choices.join(' or ')}, not "${text}"`);
  };
}

function wholeNumber(from: number, to: number, fallback: number) {
  return (text: string | undefined): Reading<number> => {
    if (text === undefined) return value(fallback);
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return number >= from && number <= to
      ? value(number)
      : fault(`must be a whole number from ${from} to ${to}, not "${text}"`);
  };
}

/** Minutes since midnight, from a text such as 07:00-22:00. */
function hours(fallback: string) {
  return (text = fallback): Reading<{ readonly opens: number; readonly closes: number }> => {
    const [, ...parts] = /^(\d{2}):(\d{2})-(\d{2}):(\d{2})$/.exec(text)?.map(Number) ?? [];
    const [fromHour = 99, fromMinute = 99, toHour = 99, toMinute = 99] = parts;
    const [opens, closes] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
    const isSound = fromMinute < 60 && toMinute < 60 && opens < closes && closes <= 24 * 60;
    return isSound
      ? value({ opens, closes })
      : fault(`must look like ${fallback}, the earlier time first, not "${text}"`);
  };
}

function optionalText(text: string | undefined): Reading<string | undefined> {
  return value(text);
}

function webAddress(text: string | undefined): Reading<string | undefined> {
  if (text === undefined) return value(undefined);
  // What was given stays out of the fault: such an address may hold a key.
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? value(text) : fault('must look like http://host:port');
}

function masterKey(text: string | undefined): Reading<Buffer | undefined> {
  if (text === undefined) return value(undefined);
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === text
    ? value(bytes)
    : fault('must be 32 random bytes in base64 (openssl rand -base64 32)');
}

/** An address such as 203.0.113.7, or a range such as 203.0.113.0/24. */
export function isAddressOrRange(text: string): boolean {
  const [network = '', bits, ...rest] = text.split('/');
  const family = network.includes('%') ? 0 : isIP(network);
  const longest = family === 6 ? 128 : 32;
  return (
    family !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text.toLowerCase() && text.startsWith('https://');
  } catch {
    return false;
  }
}

/** "a, b,c" as a list. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Every setting there is, in the order in which the documents list them. */
const SETTINGS = {
  databaseUrl: setting({
    name: 'DATABASE_URL',
    meaning: 'PostgreSQL 14 or later; without it an embedded PostgreSQL runs under the data folder',
    example: 'postgres://waybill:password@localhost:5432/waybill',
    read: (text): Reading<string | undefined> =>
      text === undefined || /^postgres(ql)?:\/\/\S+$/.test(text)
        ? value(text)
        : fault('must look like postgres://user:password@host:5432/database'),
  }),
  databasePool: setting({
    name: 'WAYBILL_DATABASE_POOL',
    meaning: 'connections that one process keeps to the database',
    defaultText: '8',
    read: wholeNumber(2, 200, 8),
  }),
  environment: setting({
    name: 'WAYBILL_ENVIRONMENT',
    meaning: 'sandbox or production: key prefixes, rate limits, required secrets',
    defaultText: 'sandbox',
    read: oneOf<Environment>(['sandbox', 'production'], 'sandbox'),
  }),
  port: setting({
    name: 'WAYBILL_PORT',
    meaning: 'the HTTPS port; 0 takes any free one',
    defaultText: '8443',
    read: wholeNumber(0, 65_535, 8443),
  }),
  host: setting({
    name: 'WAYBILL_HOST',
    meaning: 'the address to listen on; in production all interfaces by default',
    defaultText: '127.0.0.1',
    read: (text, environment): Reading<string> => value(text ?? (environment === 'sandbox' ? '127.0.0.1' : '::')),
  }),
  dataFolder: setting({
    name: 'WAYBILL_DATA',
    meaning: 'data folder: local certificates, demo partner, embedded database, files',
    defaultText: '.waybill',
    read: (text): Reading<string> => value(path.resolve(text ?? '.waybill')),
  }),
  tls: setting({
    name: 'WAYBILL_TLS',
    meaning: 'local (own certificate authority), files (your certificate), or proxy (TLS ends in front)',
    defaultText: 'local',
    read: oneOf<TlsMode>(['local', 'files', 'proxy'], 'local'),
  }),
  tlsCert: setting({
    name: 'WAYBILL_TLS_CERT',
    meaning: 'with WAYBILL_TLS=files: path of the certificate chain (PEM); a new file is taken without a restart',
    example: '/etc/waybill/tls.crt',
    read: optionalText,
  }),
  tlsKey: setting({
    name: 'WAYBILL_TLS_KEY',
    meaning: 'with WAYBILL_TLS=files: path of the private key (PEM)',
    example: '/etc/waybill/tls.key',
    read: optionalText,
  }),
  trustedProxies: setting({
    name: 'WAYBILL_TRUSTED_PROXIES',
    meaning: 'with WAYBILL_TLS=proxy: addresses or ranges whose X-Forwarded-* headers count, comma-separated',
    defaultText: '127.0.0.1,::1',
    read: (text): Reading<readonly string[]> => {
      const entries = listOf(text ?? '127.0.0.1,::1');
      const wrong = entries.find((entry) => !isAddressOrRange(entry));
      return wrong === undefined ? value(entries) : fault(`must list addresses or ranges; "${wrong}" is neither`);
    },
  }),
  publicUrl: setting({
    name: 'WAYBILL_PUBLIC_URL',
    meaning: 'base of the links that people get',
    defaultText: 'https://localhost:<port>',
    read: (text): Reading<string | undefined> =>
      text === undefined || isOrigin(text)
        ? value(text)
        : fault('must be an https address without a path, such as https://delivery.example.com'),
  }),
  masterKey: setting({
    name: 'WAYBILL_MASTER_KEY',
    meaning:
      'encrypts secrets at rest: 32 random bytes in base64; made on first start in the sandbox, required in production',
    example: '<openssl rand -base64 32>',
    read: masterKey,
  }),
  previousMasterKey: setting({
    name: 'WAYBILL_MASTER_KEY_PREVIOUS',
    meaning: 'the master key before this one: what it sealed is sealed anew, after which it can go',
    example: '<the key before>',
    read: masterKey,
  }),
  metricsToken: setting({
    name: 'WAYBILL_METRICS_TOKEN',
    meaning: 'bearer token that opens /metrics; in production /metrics is closed without it',
    example: '<openssl rand -hex 24>',
    read: optionalText,
  }),
  clockSkewSeconds: setting({
    name: 'WAYBILL_CLOCK_SKEW_SECONDS',
    meaning: "how far a partner's timestamp may be from our clock, either way",
    defaultText: '300',
    read: wholeNumber(1, 3_600, 300),
  }),
  addressLimit: setting({
    name: 'WAYBILL_ADDRESS_LIMIT',
    meaning: 'calls a minute with a wrong signature after which an address is shut out',
    defaultText: '1200',
    read: wholeNumber(1, 1_000_000, 1_200),
  }),
  requestTimeoutSeconds: setting({
    name: 'WAYBILL_REQUEST_TIMEOUT_SECONDS',
    meaning: 'how long a request may take to arrive completely',
    defaultText: '15',
    read: wholeNumber(1, 300, 15),
  }),
  phoneCountries: setting({
    name: 'WAYBILL_PHONE_COUNTRIES',
    meaning: 'further countries whose phone numbers are taken in every market, comma-separated; none by default',
    example: 'CN,MO',
    read: (text): Reading<readonly string[]> => {
      const entries = listOf(text ?? '');
      const wrong = entries.find((entry) => !/^[A-Z]{2}$/.test(entry));
      return wrong === undefined ? value(entries) : fault(`must list country codes such as CN,MO; "${wrong}" is none`);
    },
  }),
  rejectionsInARow: setting({
    name: 'WAYBILL_REJECTIONS_IN_A_ROW',
    meaning: 'matched drivers in a row who give an order back, after which it is rejected',
    defaultText: '2',
    read: wholeNumber(1, 100, 2),
  }),
  rejectionsInAll: setting({
    name: 'WAYBILL_REJECTIONS_IN_ALL',
    meaning: 'matched drivers in all who give an order back, after which it is rejected',
    defaultText: '5',
    read: wholeNumber(1, 100, 5),
  }),
  driverSilentSeconds: setting({
    name: 'WAYBILL_DRIVER_SILENT_SECONDS',
    meaning: "age of a driver's last position, in seconds, beyond which the driver is not asked",
    defaultText: '120',
    read: wholeNumber(10, 3_600, 120),
  }),
  messagesUrl: setting({
    name: 'WAYBILL_MESSAGES_URL',
    meaning:
      'your gateway for text or chat messages, which gets {"to","text"} by POST; without it the sandbox shows them in the log',
    example: 'https://messages.example.com/send',
    read: webAddress,
  }),
  messagesToken: setting({
    name: 'WAYBILL_MESSAGES_TOKEN',
    meaning: 'bearer token for that gateway',
    example: '<token of the gateway>',
    read: optionalText,
  }),
  offerSeconds: setting({
    name: 'WAYBILL_OFFER_SECONDS',
    meaning: 'how long a driver may think about an offer',
    defaultText: '25',
    read: wholeNumber(5, 600, 25),
  }),
  offerAheadMinutes: setting({
    name: 'WAYBILL_OFFER_AHEAD_MINUTES',
    meaning: 'how long before its time a scheduled order is offered to drivers',
    defaultText: '30',
    read: wholeNumber(5, 1_440, 30),
  }),
  routing: setting({
    name: 'WAYBILL_ROUTING',
    meaning: 'how distances are measured: estimate (built in), valhalla (in this process), valhalla-http or osrm',
    defaultText: 'estimate',
    read: oneOf<Routing>(['estimate', 'valhalla', 'valhalla-http', 'osrm'], 'estimate'),
  }),
  routingUrl: setting({
    name: 'WAYBILL_ROUTING_URL',
    meaning: 'with WAYBILL_ROUTING=valhalla-http or osrm: base address of the server',
    example: 'http://localhost:8002',
    read: webAddress,
  }),
  valhallaConfig: setting({
    name: 'WAYBILL_VALHALLA_CONFIG',
    meaning: "with WAYBILL_ROUTING=valhalla: path of Valhalla's configuration, which names its tiles",
    example: '/etc/waybill/valhalla.json',
    read: optionalText,
  }),
  routingTimeoutMs: setting({
    name: 'WAYBILL_ROUTING_TIMEOUT_MS',
    meaning: 'how long a quotation waits for measured distances before it takes the estimate, in milliseconds',
    defaultText: '800',
    read: wholeNumber(10, 30_000, 800),
  }),
  geocoder: setting({
    name: 'WAYBILL_GEOCODER',
    meaning:
      'finds addresses: gazetteer (built in, districts only), nominatim, photon, pelias or none; in production none by default',
    defaultText: 'gazetteer',
    read: (text, environment): Reading<GeocoderChoice> =>
      oneOf<GeocoderChoice>(
        ['gazetteer', 'none', 'nominatim', 'photon', 'pelias'],
        environment === 'sandbox' ? 'gazetteer' : 'none',
      )(text),
  }),
  geocoderUrl: setting({
    name: 'WAYBILL_GEOCODER_URL',
    meaning: 'with WAYBILL_GEOCODER=nominatim, photon or pelias: base address of the server',
    example: 'http://localhost:8080',
    read: webAddress,
  }),
  geocoderRate: setting({
    name: 'WAYBILL_GEOCODER_RATE',
    meaning: 'requests a second that one process sends to that server at most; by default 1 to nominatim, 20 to others',
    example: '<1 to 1000>',
    read: (text): Reading<number | undefined> =>
      text === undefined ? value(undefined) : wholeNumber(1, 1_000, 1)(text),
  }),
  files: setting({
    name: 'WAYBILL_FILES',
    meaning: 'where pictures are kept: disk (under the data folder) or s3 (any object store that speaks S3)',
    defaultText: 'disk',
    read: oneOf<FilePlaceChoice>(['disk', 's3'], 'disk'),
  }),
  s3Endpoint: setting({
    name: 'WAYBILL_S3_ENDPOINT',
    meaning: 'with WAYBILL_FILES=s3: base address of the object store',
    example: 'https://s3.example.com',
    read: webAddress,
  }),
  s3Region: setting({
    name: 'WAYBILL_S3_REGION',
    meaning: 'with WAYBILL_FILES=s3: its region; "auto" where the store has none',
    example: 'ap-east-1',
    read: optionalText,
  }),
  s3Bucket: setting({
    name: 'WAYBILL_S3_BUCKET',
    meaning: 'with WAYBILL_FILES=s3: an existing bucket that nobody else can read',
    example: 'waybill-files',
    read: optionalText,
  }),
  s3AccessKey: setting({
    name: 'WAYBILL_S3_ACCESS_KEY',
    meaning: 'with WAYBILL_FILES=s3: access key of the object store',
    example: '<access key>',
    read: optionalText,
  }),
  s3SecretKey: setting({
    name: 'WAYBILL_S3_SECRET_KEY',
    meaning: 'with WAYBILL_FILES=s3: the secret that belongs to it',
    example: '<secret key>',
    read: optionalText,
  }),
  plusQuotationHours: setting({
    name: 'WAYBILL_PLUS_QUOTATION_HOURS',
    meaning: 'how long a scheduled quotation can be used, at most until its pick-up time',
    defaultText: '24',
    read: wholeNumber(1, 720, 24),
  }),
  labelLinkMinutes: setting({
    name: 'WAYBILL_LABEL_LINK_MINUTES',
    meaning: 'how long a link to a label lives; each read of the order gives a new one',
    defaultText: '60',
    read: wholeNumber(1, 1_440, 60),
  }),
  plusHours: setting({
    name: 'WAYBILL_PLUS_HOURS',
    meaning: 'between which local times drivers carry scheduled parcels',
    defaultText: '07:00-22:00',
    read: hours('07:00-22:00'),
  }),
  plusRoom: setting({
    name: 'WAYBILL_PLUS_ROOM',
    meaning: 'how many scheduled parcels a driver has on board at once',
    defaultText: '40',
    read: wholeNumber(1, 1_000, 40),
  }),
  proofLinkDays: setting({
    name: 'WAYBILL_PROOF_LINK_DAYS',
    meaning: 'how many days a link to a photo or signature lives; every read of the order gives a new one',
    defaultText: '7',
    read: wholeNumber(1, 365, 7),
  }),
  webhookAllow: setting({
    name: 'WAYBILL_WEBHOOK_ALLOW',
    meaning: 'host names, addresses or ranges of webhook receivers that lie inside your network, comma-separated',
    example: 'hooks.internal,10.20.0.0/16',
    read: (text): Reading<readonly string[]> => {
      const entries = listOf(text ?? '');
      const wrong = entries.find(
        (entry) => !isAddressOrRange(entry) && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(entry),
      );
      return wrong === undefined
        ? value(entries)
        : fault(`must list host names, addresses or ranges; "${wrong}" is none of these`);
    },
  }),
  webhookRetrySeconds: setting({
    name: 'WAYBILL_WEBHOOK_RETRY_SECONDS',
    meaning: 'seconds between the attempts to deliver an event; after the last one it is parked',
    defaultText: '5,30,120,600,1800,3600,7200,14400,28800',
    read: (text): Reading<readonly number[]> => {
      const entries = listOf(text ?? '5,30,120,600,1800,3600,7200,14400,28800');
      const right =
        entries.length >= 1 && entries.length <= 50 && entries.every((entry) => /^[1-9]\d{0,4}$/.test(entry));
      return right
        ? value(entries.map(Number))
        : fault('must list 1 to 50 waits of 1 to 99999 seconds, such as 5,30,120');
    },
  }),
  logLevel: setting({
    name: 'WAYBILL_LOG_LEVEL',
    meaning: 'debug, info, warn, error or silent',
    defaultText: 'info',
    read: oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  }),
};

type SettingKey = keyof typeof SETTINGS;
type ValueOf<S> = S extends Setting<infer T> ? T : never;
type Readings = { readonly [K in SettingKey]: ValueOf<(typeof SETTINGS)[K]> };
export type Settings = Omit<Readings, 'publicUrl'> & { readonly publicUrl: string };

export class SettingsError extends OperatorError {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(['The settings need a change:', ...faults.map((line) => `  ${line}`)].join('\n'));
    this.faults = faults;
  }
}

/** The one reader of the environment. All faults are reported at once. */
export function readSettings(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const given = (name: string) => (env[name] === undefined || env[name] === '' ? undefined : env[name]);
  const environment: Environment = given('WAYBILL_ENVIRONMENT') === 'production' ? 'production' : 'sandbox';
  const faults: string[] = [];
  const readings: Record<string, unknown> = {};
  for (const [key, definition] of Object.entries(SETTINGS) as [SettingKey, Setting<unknown>][]) {
    const reading = definition.read(given(definition.name), environment);
    if ('fault' in reading) faults.push(`${definition.name} ${reading.fault}`);
    else readings[key] = reading.value;
  }
  faults.push(...unknownNames(Object.keys(env)), ...missingPartners(readings as Partial<Readings>, environment));
  if (faults.length > 0) throw new SettingsError(faults);
  const settings = readings as Readings;
  return { ...settings, publicUrl: settings.publicUrl ?? `https://localhost:${settings.port}` };
}

function missingPartners(settings: Partial<Readings>, environment: Environment): string[] {
  const faults: string[] = [];
  /** Absent, not merely of a wrong form, which has been reported already. */
  const lacks = (key: SettingKey) => key in settings && settings[key] === undefined;
  if (settings.tls === 'files') {
    if (settings.tlsCert === undefined) faults.push('WAYBILL_TLS_CERT is required with WAYBILL_TLS=files');
    if (settings.tlsKey === undefined) faults.push('WAYBILL_TLS_KEY is required with WAYBILL_TLS=files');
  }
  if (environment === 'production' && 'masterKey' in settings && settings.masterKey === undefined) {
    faults.push('WAYBILL_MASTER_KEY is required in production; make one with: openssl rand -base64 32');
  }
  if ((settings.routing === 'valhalla-http' || settings.routing === 'osrm') && lacks('routingUrl')) {
    faults.push(`WAYBILL_ROUTING_URL is required with WAYBILL_ROUTING=${settings.routing}`);
  }
  if (settings.routing === 'valhalla' && lacks('valhallaConfig')) {
    faults.push('WAYBILL_VALHALLA_CONFIG is required with WAYBILL_ROUTING=valhalla');
  }
  if (['nominatim', 'photon', 'pelias'].includes(settings.geocoder ?? '') && lacks('geocoderUrl')) {
    faults.push(`WAYBILL_GEOCODER_URL is required with WAYBILL_GEOCODER=${settings.geocoder}`);
  }
  if (settings.files === 's3') {
    const needed = ['s3Endpoint', 's3Region', 's3Bucket', 's3AccessKey', 's3SecretKey'] as const;
    faults.push(...needed.filter(lacks).map((key) => `${SETTINGS[key].name} is required with WAYBILL_FILES=s3`));
  }
  return faults;
}

function unknownNames(names: readonly string[]): string[] {
  const known = Object.values(SETTINGS).map((definition) => definition.name);
  return names
    .filter((name) => name.startsWith('WAYBILL_') && !known.includes(name))
    .map((name) => `${name} is not a setting; see config.example.env for those that are`);
}

/** The text of config.example.env. */
export function describeSettings(): string {
  const blocks = Object.values(SETTINGS as Record<string, Setting<unknown>>).map(
    ({ name, meaning, defaultText, example }) =>
      `# ${meaning[0]?.toUpperCase()}${meaning.slice(1)}.\n# ${name}=${defaultText ?? example ?? ''}\n`,
  );
  return [
    '# All settings of Waybill. All are optional in the sandbox; the values shown are the defaults or examples.\n',
    ...blocks,
  ].join('\n');
}
