import path from 'node:path';
import type { Environment } from './environment.ts';
import {
  fault,
  hours,
  isAddressOrRange,
  isHost,
  isOrigin,
  listOf,
  masterKey,
  oneOf,
  optionalText,
  type Reading,
  value,
  webAddress,
  wholeNumber,
} from './readings.ts';

type Described = { readonly name: string; readonly meaning: string };

export type Setting<T> = Described & {
  /** How it stands in the documents: its default, or an example where it has none. */
  readonly shown: string;
  read(text: string | undefined, environment: Environment): Reading<T>;
};

function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

type Preset<T> = Described & { readonly byDefault: string; read(text: string): Reading<T> };

/** One that is read as its default where nothing is given. */
function preset<T>({ name, meaning, byDefault, read }: Preset<T>): Setting<T> {
  return { name, meaning, shown: byDefault, read: (text = byDefault) => read(text) };
}

const DOCUMENTS = ['LICENCE', 'VEHICLE', 'INSURANCE', 'IDENTITY', 'OTHER'] as const;
type DocumentName = (typeof DOCUMENTS)[number];

/** Every setting there is, in the order in which the documents list them. */
export const SETTINGS = {
  databaseUrl: setting({
    name: 'DATABASE_URL',
    meaning: 'PostgreSQL 14 or later; without it an embedded PostgreSQL runs under the data folder',
    shown: 'postgres://waybill:password@localhost:5432/waybill',
    read: (text): Reading<string | undefined> =>
      text === undefined || /^postgres(ql)?:\/\/\S+$/.test(text)
        ? value(text)
        : fault('must look like postgres://user:password@host:5432/database'),
  }),
  databasePool: preset({
    name: 'WAYBILL_DATABASE_POOL',
    meaning: 'connections that one process keeps to the database',
    byDefault: '8',
    read: wholeNumber(2, 200),
  }),
  databaseTimeoutMs: preset({
    name: 'WAYBILL_DATABASE_TIMEOUT_MS',
    meaning: 'how long a call waits for one answer of the database before it is answered 503, in milliseconds',
    byDefault: '15000',
    read: wholeNumber(1_000, 120_000),
  }),
  environment: preset({
    name: 'WAYBILL_ENVIRONMENT',
    meaning: 'sandbox or production: key prefixes, rate limits, required secrets',
    byDefault: 'sandbox',
    read: oneOf(['sandbox', 'production']),
  }),
  port: preset({
    name: 'WAYBILL_PORT',
    meaning: 'the HTTPS port; 0 takes any free one',
    byDefault: '8443',
    read: wholeNumber(0, 65_535),
  }),
  host: setting({
    name: 'WAYBILL_HOST',
    meaning: 'the address to listen on; in production all interfaces by default',
    shown: '127.0.0.1',
    read: (text, environment): Reading<string> => value(text ?? (environment === 'sandbox' ? '127.0.0.1' : '::')),
  }),
  workerPort: setting({
    name: 'WAYBILL_WORKER_PORT',
    meaning: 'port on which a worker alone shows /health/live, /health/ready and /metrics; nowhere unless set',
    shown: '8444',
    read: (text): Reading<number | undefined> => (text === undefined ? value(undefined) : wholeNumber(0, 65_535)(text)),
  }),
  dataFolder: preset({
    name: 'WAYBILL_DATA',
    meaning: 'data folder: local certificates, demo partner, embedded database, files',
    byDefault: '.waybill',
    read: (text): Reading<string> => value(path.resolve(text)),
  }),
  tls: preset({
    name: 'WAYBILL_TLS',
    meaning: 'local (own certificate authority), files (your certificate), or proxy (TLS ends in front)',
    byDefault: 'local',
    read: oneOf(['local', 'files', 'proxy']),
  }),
  tlsCert: setting({
    name: 'WAYBILL_TLS_CERT',
    meaning: 'with WAYBILL_TLS=files: path of the certificate chain (PEM); a new file is taken without a restart',
    shown: '/etc/waybill/tls.crt',
    read: optionalText,
  }),
  tlsKey: setting({
    name: 'WAYBILL_TLS_KEY',
    meaning: 'with WAYBILL_TLS=files: path of the private key (PEM)',
    shown: '/etc/waybill/tls.key',
    read: optionalText,
  }),
  trustedProxies: preset({
    name: 'WAYBILL_TRUSTED_PROXIES',
    meaning: 'with WAYBILL_TLS=proxy: addresses or ranges whose X-Forwarded-* headers count, comma-separated',
    byDefault: '127.0.0.1,::1',
    read: (text): Reading<readonly string[]> => {
      const entries = listOf(text);
      const wrong = entries.find((entry) => !isAddressOrRange(entry));
      return wrong === undefined ? value(entries) : fault(`must list addresses or ranges; "${wrong}" is neither`);
    },
  }),
  publicUrl: setting({
    name: 'WAYBILL_PUBLIC_URL',
    meaning: 'base of the links that people get; the local certificate is for its host too',
    shown: 'https://localhost:<port>',
    read: (text): Reading<string | undefined> =>
      text === undefined || isOrigin(text)
        ? value(text)
        : fault('must be an https address without a path, such as https://delivery.example.com'),
  }),
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
    read: (text): Reading<readonly string[]> => {
      const entries = listOf(text ?? '');
      const wrong = entries.find((entry) => !/^[A-Z]{2}$/.test(entry));
      return wrong === undefined ? value(entries) : fault(`must list country codes such as CN,MO; "${wrong}" is none`);
    },
  }),
  rejectionsInARow: preset({
    name: 'WAYBILL_REJECTIONS_IN_A_ROW',
    meaning: 'matched drivers in a row who give an order back, after which it is rejected',
    byDefault: '2',
    read: wholeNumber(1, 100),
  }),
  rejectionsInAll: preset({
    name: 'WAYBILL_REJECTIONS_IN_ALL',
    meaning: 'matched drivers in all who give an order back, after which it is rejected',
    byDefault: '5',
    read: wholeNumber(1, 100),
  }),
  driverSilentSeconds: preset({
    name: 'WAYBILL_DRIVER_SILENT_SECONDS',
    meaning: "age of a driver's last position, in seconds, beyond which the driver is not asked",
    byDefault: '120',
    read: wholeNumber(10, 3_600),
  }),
  driverDocuments: setting({
    name: 'WAYBILL_DRIVER_DOCUMENTS',
    meaning: 'documents without which, or with which expired, a driver is not asked, comma-separated; none unless set',
    shown: 'LICENCE,INSURANCE',
    read: (text): Reading<readonly DocumentName[]> => {
      const entries = [...new Set(listOf(text ?? ''))];
      const wrong = entries.find((entry) => !DOCUMENTS.includes(entry as DocumentName));
      return wrong === undefined
        ? value(entries as DocumentName[])
        : fault(`must list ${DOCUMENTS.join(', ')}; "${wrong}" is none of these`);
    },
  }),
  messagesUrl: setting({
    name: 'WAYBILL_MESSAGES_URL',
    meaning:
      'your gateway for text or chat messages, which gets {"to","text"} by POST; without it the sandbox shows them in the log',
    shown: 'https://messages.example.com/send',
    read: webAddress,
  }),
  messagesToken: setting({
    name: 'WAYBILL_MESSAGES_TOKEN',
    meaning: 'bearer token for that gateway',
    shown: '<token of the gateway>',
    read: optionalText,
  }),
  offerSeconds: preset({
    name: 'WAYBILL_OFFER_SECONDS',
    meaning: 'how long a driver may think about an offer',
    byDefault: '25',
    read: wholeNumber(5, 600),
  }),
  offerAheadMinutes: preset({
    name: 'WAYBILL_OFFER_AHEAD_MINUTES',
    meaning: 'how long before its time a scheduled order is offered to drivers',
    byDefault: '30',
    read: wholeNumber(5, 1_440),
  }),
  routing: preset({
    name: 'WAYBILL_ROUTING',
    meaning: 'how distances are measured: estimate (built in), valhalla (in this process), valhalla-http or osrm',
    byDefault: 'estimate',
    read: oneOf(['estimate', 'valhalla', 'valhalla-http', 'osrm']),
  }),
  routingUrl: setting({
    name: 'WAYBILL_ROUTING_URL',
    meaning: 'with WAYBILL_ROUTING=valhalla-http or osrm: base address of the server',
    shown: 'http://localhost:8002',
    read: webAddress,
  }),
  valhallaConfig: setting({
    name: 'WAYBILL_VALHALLA_CONFIG',
    meaning: "with WAYBILL_ROUTING=valhalla: path of Valhalla's configuration, which names its tiles",
    shown: '/etc/waybill/valhalla.json',
    read: optionalText,
  }),
  routingTimeoutMs: preset({
    name: 'WAYBILL_ROUTING_TIMEOUT_MS',
    meaning: 'how long a quotation waits for measured distances before it takes the estimate, in milliseconds',
    byDefault: '800',
    read: wholeNumber(10, 30_000),
  }),
  geocoder: setting({
    name: 'WAYBILL_GEOCODER',
    meaning:
      'finds addresses: gazetteer (built in, districts only), nominatim, photon, pelias or none; in production none by default',
    shown: 'gazetteer',
    read: (text, environment) =>
      oneOf(['gazetteer', 'none', 'nominatim', 'photon', 'pelias'])(
        text ?? (environment === 'sandbox' ? 'gazetteer' : 'none'),
      ),
  }),
  geocoderUrl: setting({
    name: 'WAYBILL_GEOCODER_URL',
    meaning: 'with WAYBILL_GEOCODER=nominatim, photon or pelias: base address of the server',
    shown: 'http://localhost:8080',
    read: webAddress,
  }),
  geocoderRate: setting({
    name: 'WAYBILL_GEOCODER_RATE',
    meaning: 'requests a second that one process sends to that server at most; by default 1 to nominatim, 20 to others',
    shown: '<1 to 1000>',
    read: (text): Reading<number | undefined> => (text === undefined ? value(undefined) : wholeNumber(1, 1_000)(text)),
  }),
  mapStyleUrl: setting({
    name: 'WAYBILL_MAP_STYLE_URL',
    meaning: 'real streets on maps: address of a MapLibre style; without it maps show land, service areas and routes',
    shown: 'https://tiles.example.com/style.json',
    read: (text): Reading<string | undefined> =>
      text === undefined || (/^https:\/\//i.test(text) && URL.canParse(text))
        ? value(text)
        : fault('must be an https address, such as https://tiles.example.com/style.json'),
  }),
  mapHosts: setting({
    name: 'WAYBILL_MAP_HOSTS',
    meaning: 'with WAYBILL_MAP_STYLE_URL: further hosts that the style takes tiles, letters and pictures from',
    shown: 'https://tiles.example.com,https://fonts.example.com',
    read: (text): Reading<readonly string[]> => {
      const entries = listOf(text ?? '');
      const wrong = entries.find((entry) => !isHost(entry));
      return wrong === undefined
        ? value(entries)
        : fault(`must list https addresses without a path, such as https://*.example.com; "${wrong}" is none`);
    },
  }),
  mapPmtiles: setting({
    name: 'WAYBILL_MAP_PMTILES',
    meaning: 'real streets on maps from a file of your own: path of a PMTiles extract of the Protomaps basemap',
    shown: '/var/lib/waybill/city.pmtiles',
    read: optionalText,
  }),
  files: preset({
    name: 'WAYBILL_FILES',
    meaning: 'where pictures are kept: disk (under the data folder) or s3 (any object store that speaks S3)',
    byDefault: 'disk',
    read: oneOf(['disk', 's3']),
  }),
  s3Endpoint: setting({
    name: 'WAYBILL_S3_ENDPOINT',
    meaning: 'with WAYBILL_FILES=s3: base address of the object store',
    shown: 'https://s3.example.com',
    read: webAddress,
  }),
  s3Region: setting({
    name: 'WAYBILL_S3_REGION',
    meaning: 'with WAYBILL_FILES=s3: its region; "auto" where the store has none',
    shown: 'ap-east-1',
    read: optionalText,
  }),
  s3Bucket: setting({
    name: 'WAYBILL_S3_BUCKET',
    meaning: 'with WAYBILL_FILES=s3: an existing bucket that nobody else can read',
    shown: 'waybill-files',
    read: optionalText,
  }),
  s3AccessKey: setting({
    name: 'WAYBILL_S3_ACCESS_KEY',
    meaning: 'with WAYBILL_FILES=s3: access key of the object store',
    shown: '<access key>',
    read: optionalText,
  }),
  s3SecretKey: setting({
    name: 'WAYBILL_S3_SECRET_KEY',
    meaning: 'with WAYBILL_FILES=s3: the secret that belongs to it',
    shown: '<secret key>',
    read: optionalText,
  }),
  quotationDays: preset({
    name: 'WAYBILL_QUOTATION_DAYS',
    meaning: 'how many days quotations can be read and rate cards be tried on them; scheduled ones 30 at least',
    byDefault: '30',
    read: wholeNumber(1, 3_650),
  }),
  personalDataDays: preset({
    name: 'WAYBILL_PERSONAL_DATA_DAYS',
    meaning:
      'how many days after the end of a delivery its phones, names, addresses, words and pictures are erased; 0 keeps them for good',
    byDefault: '180',
    read: wholeNumber(0, 3_650),
  }),
  plusQuotationHours: preset({
    name: 'WAYBILL_PLUS_QUOTATION_HOURS',
    meaning: 'how long a scheduled quotation can be used, at most until its pick-up time',
    byDefault: '24',
    read: wholeNumber(1, 720),
  }),
  labelLinkMinutes: preset({
    name: 'WAYBILL_LABEL_LINK_MINUTES',
    meaning: 'how long a link to a label lives; each read of the order gives a new one',
    byDefault: '60',
    read: wholeNumber(1, 1_440),
  }),
  plusHours: preset({
    name: 'WAYBILL_PLUS_HOURS',
    meaning: 'between which local times drivers carry scheduled parcels',
    byDefault: '07:00-22:00',
    read: hours,
  }),
  plusRoom: preset({
    name: 'WAYBILL_PLUS_ROOM',
    meaning: 'how many scheduled parcels a driver has on board at once',
    byDefault: '40',
    read: wholeNumber(1, 1_000),
  }),
  proofLinkDays: preset({
    name: 'WAYBILL_PROOF_LINK_DAYS',
    meaning: 'how many days a link to a photo or signature lives; every read of the order gives a new one',
    byDefault: '7',
    read: wholeNumber(1, 365),
  }),
  requestLogDays: preset({
    name: 'WAYBILL_REQUEST_LOG_DAYS',
    meaning: 'how many days partners can look up their calls in the portal, with phone numbers masked; 0 keeps none',
    byDefault: '7',
    read: wholeNumber(0, 90),
  }),
  trackingLinkDays: preset({
    name: 'WAYBILL_TRACKING_LINK_DAYS',
    meaning: 'how many days after the end of a delivery its share link still shows it',
    byDefault: '7',
    read: wholeNumber(1, 365),
  }),
  webhookAllow: setting({
    name: 'WAYBILL_WEBHOOK_ALLOW',
    meaning: 'host names, addresses or ranges of webhook receivers that lie inside your network, comma-separated',
    shown: 'hooks.internal,10.20.0.0/16',
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
  webhookRetrySeconds: preset({
    name: 'WAYBILL_WEBHOOK_RETRY_SECONDS',
    meaning: 'seconds between the attempts to deliver an event; after the last one it is parked',
    byDefault: '5,30,120,600,1800,3600,7200,14400,28800',
    read: (text): Reading<readonly number[]> => {
      const entries = listOf(text);
      const right =
        entries.length >= 1 && entries.length <= 50 && entries.every((entry) => /^[1-9]\d{0,4}$/.test(entry));
      return right
        ? value(entries.map(Number))
        : fault('must list 1 to 50 waits of 1 to 99999 seconds, such as 5,30,120');
    },
  }),
  logLevel: preset({
    name: 'WAYBILL_LOG_LEVEL',
    meaning: 'debug, info, warn, error or silent',
    byDefault: 'info',
    read: oneOf(['debug', 'info', 'warn', 'error', 'silent']),
  }),
  callKey: setting({
    name: 'WAYBILL_KEY',
    meaning: 'for sign, listen and tail, and the examples: the API key to call with; by default the demo partner’s',
    shown: 'pk_test_…',
    read: optionalText,
  }),
  callSecret: setting({
    name: 'WAYBILL_SECRET',
    meaning: 'the API secret of WAYBILL_KEY',
    shown: 'sk_test_…',
    read: optionalText,
  }),
  callUrl: setting({
    name: 'WAYBILL_URL',
    meaning: 'where sign, listen, tail and the examples call; by default WAYBILL_PUBLIC_URL',
    shown: 'https://sandbox.example.com',
    read: (text): Reading<string | undefined> =>
      text === undefined || isOrigin(text)
        ? value(text)
        : fault('must be an https address without a path, such as https://sandbox.example.com'),
  }),
  callAuthority: setting({
    name: 'WAYBILL_CA',
    meaning: 'file of the certificate authority that vouches for WAYBILL_URL, where browsers do not know it',
    shown: '.waybill/tls/ca.pem',
    read: optionalText,
  }),
  callWebhookSecret: setting({
    name: 'WAYBILL_WEBHOOK_SECRET',
    meaning: 'for listen and the example receivers: the secret that pushes are signed with',
    shown: 'whsec_…',
    read: optionalText,
  }),
};
