import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeSettings, readSettings, SettingsError } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const KEY = Buffer.alloc(32, 7).toString('base64');
const PRODUCTION: Environment = { WAYBILL_ENVIRONMENT: 'production', WAYBILL_MASTER_KEY: KEY };
const EXAMPLE_FILE = fileURLToPath(new URL('../../../config.example.env', import.meta.url));
const NAMES = [...describeSettings().matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name as string);

function faultsOf(env: Environment): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
}

test('the sandbox needs no setting at all', () => {
  expect(readSettings({})).toEqual({
    databaseUrl: undefined,
    databasePool: 8,
    databaseTimeoutMs: 15_000,
    environment: 'sandbox',
    port: 8443,
    host: '127.0.0.1',
    dataFolder: path.resolve('.waybill'),
    tls: 'local',
    tlsCert: undefined,
    tlsKey: undefined,
    trustedProxies: ['127.0.0.1', '::1'],
    publicUrl: 'https://localhost:8443',
    masterKey: undefined,
    previousMasterKey: undefined,
    metricsToken: undefined,
    clockSkewSeconds: 300,
    addressLimit: 1_200,
    requestTimeoutSeconds: 15,
    phoneCountries: [],
    rejectionsInARow: 2,
    rejectionsInAll: 5,
    offerSeconds: 25,
    offerAheadMinutes: 30,
    driverSilentSeconds: 120,
    driverDocuments: [],
    messagesUrl: undefined,
    messagesToken: undefined,
    routing: 'estimate',
    routingUrl: undefined,
    valhallaConfig: undefined,
    routingTimeoutMs: 800,
    geocoder: 'gazetteer',
    geocoderUrl: undefined,
    geocoderRate: undefined,
    mapStyleUrl: undefined,
    mapHosts: [],
    mapPmtiles: undefined,
    files: 'disk',
    s3Endpoint: undefined,
    s3Region: undefined,
    s3Bucket: undefined,
    s3AccessKey: undefined,
    s3SecretKey: undefined,
    quotationDays: 30,
    personalDataDays: 180,
    plusQuotationHours: 24,
    labelLinkMinutes: 60,
    plusHours: { opens: 7 * 60, closes: 22 * 60 },
    plusRoom: 40,
    proofLinkDays: 7,
    requestLogDays: 7,
    trackingLinkDays: 7,
    webhookAllow: [],
    webhookRetrySeconds: [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800],
    logLevel: 'info',
  });
});

test('an empty setting counts as one that is not given', () => {
  expect(readSettings(Object.fromEntries(NAMES.map((name) => [name, ''])))).toEqual(readSettings({}));
});

test('every setting that is given is taken', () => {
  expect(
    readSettings({
      DATABASE_URL: 'postgres://waybill:password@localhost:5432/waybill',
      WAYBILL_DATABASE_POOL: '20',
      WAYBILL_DATABASE_TIMEOUT_MS: '4000',
      WAYBILL_ENVIRONMENT: 'production',
      WAYBILL_PORT: '443',
      WAYBILL_HOST: '10.0.0.5',
      WAYBILL_WORKER_PORT: '8444',
      WAYBILL_DATA: '/var/lib/waybill',
      WAYBILL_TLS: 'files',
      WAYBILL_TLS_CERT: '/etc/tls.crt',
      WAYBILL_TLS_KEY: '/etc/tls.key',
      WAYBILL_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8,',
      WAYBILL_PUBLIC_URL: 'https://delivery.example.com',
      WAYBILL_MASTER_KEY: KEY,
      WAYBILL_MASTER_KEY_PREVIOUS: Buffer.alloc(32, 8).toString('base64'),
      WAYBILL_METRICS_TOKEN: 'token',
      WAYBILL_CLOCK_SKEW_SECONDS: '60',
      WAYBILL_ADDRESS_LIMIT: '100',
      WAYBILL_REQUEST_TIMEOUT_SECONDS: '30',
      WAYBILL_PHONE_COUNTRIES: 'CN,MO',
      WAYBILL_REJECTIONS_IN_A_ROW: '3',
      WAYBILL_REJECTIONS_IN_ALL: '9',
      WAYBILL_DRIVER_SILENT_SECONDS: '60',
      WAYBILL_DRIVER_DOCUMENTS: 'LICENCE, INSURANCE,LICENCE',
      WAYBILL_MESSAGES_URL: 'https://messages.example.com/send',
      WAYBILL_MESSAGES_TOKEN: 'token',
      WAYBILL_OFFER_SECONDS: '40',
      WAYBILL_OFFER_AHEAD_MINUTES: '45',
      WAYBILL_ROUTING: 'osrm',
      WAYBILL_ROUTING_URL: 'http://osrm:5000',
      WAYBILL_VALHALLA_CONFIG: '/etc/valhalla.json',
      WAYBILL_ROUTING_TIMEOUT_MS: '500',
      WAYBILL_GEOCODER: 'photon',
      WAYBILL_GEOCODER_URL: 'https://photon.example.com',
      WAYBILL_GEOCODER_RATE: '5',
      WAYBILL_MAP_STYLE_URL: 'https://tiles.example.com/style.json',
      WAYBILL_MAP_HOSTS: 'https://fonts.example.com',
      WAYBILL_FILES: 's3',
      WAYBILL_S3_ENDPOINT: 'https://s3.example.com',
      WAYBILL_S3_REGION: 'ap-east-1',
      WAYBILL_S3_BUCKET: 'files',
      WAYBILL_S3_ACCESS_KEY: 'access',
      WAYBILL_S3_SECRET_KEY: 'secret',
      WAYBILL_QUOTATION_DAYS: '90',
      WAYBILL_PERSONAL_DATA_DAYS: '0',
      WAYBILL_PLUS_QUOTATION_HOURS: '48',
      WAYBILL_LABEL_LINK_MINUTES: '10',
      WAYBILL_PLUS_HOURS: '08:30-24:00',
      WAYBILL_PLUS_ROOM: '12',
      WAYBILL_PROOF_LINK_DAYS: '30',
      WAYBILL_REQUEST_LOG_DAYS: '0',
      WAYBILL_TRACKING_LINK_DAYS: '14',
      WAYBILL_WEBHOOK_ALLOW: 'hooks.internal, 10.20.0.0/16',
      WAYBILL_WEBHOOK_RETRY_SECONDS: '1,2,99999',
      WAYBILL_LOG_LEVEL: 'debug',
    }),
  ).toEqual({
    databaseUrl: 'postgres://waybill:password@localhost:5432/waybill',
    databasePool: 20,
    databaseTimeoutMs: 4_000,
    environment: 'production',
    port: 443,
    host: '10.0.0.5',
    workerPort: 8_444,
    dataFolder: path.resolve('/var/lib/waybill'),
    tls: 'files',
    tlsCert: '/etc/tls.crt',
    tlsKey: '/etc/tls.key',
    trustedProxies: ['10.0.0.0/8', 'fd00::/8'],
    publicUrl: 'https://delivery.example.com',
    masterKey: Buffer.alloc(32, 7),
    previousMasterKey: Buffer.alloc(32, 8),
    metricsToken: 'token',
    clockSkewSeconds: 60,
    addressLimit: 100,
    requestTimeoutSeconds: 30,
    phoneCountries: ['CN', 'MO'],
    rejectionsInARow: 3,
    rejectionsInAll: 9,
    offerSeconds: 40,
    offerAheadMinutes: 45,
    driverSilentSeconds: 60,
    driverDocuments: ['LICENCE', 'INSURANCE'],
    messagesUrl: 'https://messages.example.com/send',
    messagesToken: 'token',
    routing: 'osrm',
    routingUrl: 'http://osrm:5000',
    valhallaConfig: '/etc/valhalla.json',
    routingTimeoutMs: 500,
    geocoder: 'photon',
    geocoderUrl: 'https://photon.example.com',
    geocoderRate: 5,
    mapStyleUrl: 'https://tiles.example.com/style.json',
    mapHosts: ['https://fonts.example.com'],
    mapPmtiles: undefined,
    files: 's3',
    s3Endpoint: 'https://s3.example.com',
    s3Region: 'ap-east-1',
    s3Bucket: 'files',
    s3AccessKey: 'access',
    s3SecretKey: 'secret',
    quotationDays: 90,
    personalDataDays: 0,
    plusQuotationHours: 48,
    labelLinkMinutes: 10,
    plusHours: { opens: 8 * 60 + 30, closes: 24 * 60 },
    plusRoom: 12,
    proofLinkDays: 30,
    requestLogDays: 0,
    trackingLinkDays: 14,
    webhookAllow: ['hooks.internal', '10.20.0.0/16'],
    webhookRetrySeconds: [1, 2, 99_999],
    logLevel: 'debug',
  });
});

test('the data folder is made absolute', () => {
  expect(readSettings({ WAYBILL_DATA: 'here/data' }).dataFolder).toBe(path.resolve('here/data'));
});

test('links use the port where no public address is given', () => {
  expect(readSettings({ WAYBILL_PORT: '9443' }).publicUrl).toBe('https://localhost:9443');
});

test('all faults are reported at once, in the order of the documents', () => {
  expect(
    faultsOf({
      DATABASE_URL: 'mysql://localhost/waybill',
      WAYBILL_PORT: '70000',
      WAYBILL_TLS: 'files',
      WAYBILL_LOG_LEVEL: 'loud',
      WAYBILL_COLOUR: 'red',
    }),
  ).toEqual([
    'DATABASE_URL must look like postgres://user:password@host:5432/database',
    'WAYBILL_PORT must be a whole number from 0 to 65535, not "70000"',
    'WAYBILL_LOG_LEVEL must be debug or info or warn or error or silent, not "loud"',
    'WAYBILL_COLOUR is not a setting; see config.example.env for those that are',
    'WAYBILL_TLS_CERT is required with WAYBILL_TLS=files',
    'WAYBILL_TLS_KEY is required with WAYBILL_TLS=files',
  ]);
});

test('the message of the error has one line for each fault', () => {
  expect(new SettingsError(['A is wrong', 'B is wrong']).message).toBe(
    'The settings need a change:\n  A is wrong\n  B is wrong',
  );
});

test('a name that starts with WAYBILL_ and is no setting is a fault, other names are not our business', () => {
  expect(faultsOf({ WAYBILL_PROT: '8443', WAYBILL_: 'x' })).toEqual([
    'WAYBILL_PROT is not a setting; see config.example.env for those that are',
    'WAYBILL_ is not a setting; see config.example.env for those that are',
  ]);
  expect(faultsOf({ PATH: '/bin', MY_WAYBILL_PORT: '1', DATABASE_PASSWORD: 'x' })).toEqual([]);
});

test('an unknown name is a fault also when it is empty', () => {
  expect(faultsOf({ WAYBILL_PROT: '' })).toHaveLength(1);
});

test.each([
  ['WAYBILL_DATABASE_POOL', 'databasePool', 2, 200],
  ['WAYBILL_DATABASE_TIMEOUT_MS', 'databaseTimeoutMs', 1_000, 120_000],
  ['WAYBILL_PORT', 'port', 0, 65_535],
  ['WAYBILL_WORKER_PORT', 'workerPort', 0, 65_535],
  ['WAYBILL_CLOCK_SKEW_SECONDS', 'clockSkewSeconds', 1, 3_600],
  ['WAYBILL_ADDRESS_LIMIT', 'addressLimit', 1, 1_000_000],
  ['WAYBILL_REQUEST_TIMEOUT_SECONDS', 'requestTimeoutSeconds', 1, 300],
  ['WAYBILL_DRIVER_SILENT_SECONDS', 'driverSilentSeconds', 10, 3_600],
  ['WAYBILL_QUOTATION_DAYS', 'quotationDays', 1, 3_650],
  ['WAYBILL_PERSONAL_DATA_DAYS', 'personalDataDays', 0, 3_650],
  ['WAYBILL_PLUS_QUOTATION_HOURS', 'plusQuotationHours', 1, 720],
  ['WAYBILL_LABEL_LINK_MINUTES', 'labelLinkMinutes', 1, 1_440],
  ['WAYBILL_PLUS_ROOM', 'plusRoom', 1, 1_000],
  ['WAYBILL_PROOF_LINK_DAYS', 'proofLinkDays', 1, 365],
  ['WAYBILL_REQUEST_LOG_DAYS', 'requestLogDays', 0, 90],
  ['WAYBILL_TRACKING_LINK_DAYS', 'trackingLinkDays', 1, 365],
] as const)('%s takes its smallest and largest number and nothing beyond', (name, key, smallest, largest) => {
  expect(readSettings({ [name]: String(smallest) })[key]).toBe(smallest);
  expect(readSettings({ [name]: String(largest) })[key]).toBe(largest);
  const expected = `${name} must be a whole number from ${smallest} to ${largest}, not`;
  expect(faultsOf({ [name]: String(smallest - 1) })).toEqual([`${expected} "${smallest - 1}"`]);
  expect(faultsOf({ [name]: String(largest + 1) })).toEqual([`${expected} "${largest + 1}"`]);
});

test.each(['ten', '10.0', '1e1', '0x10', ' 10', '10 ', '+10', '-10', '9'.repeat(400)])(
  '"%s" is not a whole number',
  (text) => {
    expect(faultsOf({ WAYBILL_DATABASE_POOL: text })).toHaveLength(1);
  },
);

test.each([
  ['WAYBILL_ENVIRONMENT', ['sandbox'], ['Sandbox', 'staging', 'production ']],
  ['WAYBILL_TLS', ['local', 'proxy'], ['none', 'LOCAL']],
  ['WAYBILL_FILES', ['disk'], ['Disk', 'S3', 'ftp']],
  ['WAYBILL_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], ['trace', 'INFO']],
] as const)('%s takes one of its words and no other', (name, allowed, refused) => {
  for (const text of allowed) expect(faultsOf({ [name]: text })).toEqual([]);
  for (const text of refused)
    expect(faultsOf({ [name]: text })[0]).toMatch(new RegExp(`^${name} must be .*"${text}"$`));
});

test.each(['postgres://localhost/waybill', 'postgresql://u:p@db:5432/w?sslmode=require'])(
  'the database can be %s',
  (url) => {
    expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url);
  },
);

test.each(['localhost:5432', 'postgres://', 'http://localhost', 'postgres://local host/w', 'mypostgres://host/w'])(
  'the database cannot be %s, and the fault does not repeat what may hold a password',
  (url) => {
    const faults = faultsOf({ DATABASE_URL: url });
    expect(faults).toEqual(['DATABASE_URL must look like postgres://user:password@host:5432/database']);
  },
);

test.each(['https://delivery.example.com', 'https://localhost:8443', 'https://[::1]:8443'])(
  'the public address can be %s',
  (url) => {
    expect(readSettings({ WAYBILL_PUBLIC_URL: url }).publicUrl).toBe(url);
  },
);

test.each([
  'http://delivery.example.com',
  'https://delivery.example.com/',
  'https://delivery.example.com/path',
  'https://delivery.example.com?query',
  'https://delivery.example.com#part',
  'https://',
  'delivery.example.com',
])('the public address cannot be %s', (url) => {
  expect(faultsOf({ WAYBILL_PUBLIC_URL: url })).toEqual([
    'WAYBILL_PUBLIC_URL must be an https address without a path, such as https://delivery.example.com',
  ]);
});

test.each(['WAYBILL_MASTER_KEY', 'WAYBILL_MASTER_KEY_PREVIOUS'])('%s has exactly 32 bytes', (name) => {
  const ofLength = (length: number) => faultsOf({ [name]: Buffer.alloc(length, 1).toString('base64') });
  const fault = `${name} must be 32 random bytes in base64 (openssl rand -base64 32)`;
  expect(ofLength(32)).toEqual([]);
  expect(ofLength(31)).toEqual([fault]);
  expect(ofLength(33)).toEqual([fault]);
  expect(faultsOf({ [name]: Buffer.alloc(32, 1).toString('hex') })).toEqual([fault]);
});

test('the trusted proxies are addresses or ranges', () => {
  expect(readSettings({ WAYBILL_TRUSTED_PROXIES: ' 10.1.2.3 ,fe80::/10,, ' }).trustedProxies).toEqual([
    '10.1.2.3',
    'fe80::/10',
  ]);
  expect(faultsOf({ WAYBILL_TRUSTED_PROXIES: '10.1.2.3,proxy.local,other.local' })).toEqual([
    'WAYBILL_TRUSTED_PROXIES must list addresses or ranges; "proxy.local" is neither',
  ]);
  expect(faultsOf({ WAYBILL_TRUSTED_PROXIES: '10.0.0.0/' })).toHaveLength(1);
  expect(faultsOf({ WAYBILL_TRUSTED_PROXIES: '10.0.0.0/8/8' })).toHaveLength(1);
});

test('the phone countries are codes of two capital letters', () => {
  expect(readSettings({ WAYBILL_PHONE_COUNTRIES: ' CN ,MO,, ' }).phoneCountries).toEqual(['CN', 'MO']);
  for (const wrong of ['cn', 'C', 'CHN', 'C1', '+86']) {
    expect(faultsOf({ WAYBILL_PHONE_COUNTRIES: `MO,${wrong}` })).toEqual([
      `WAYBILL_PHONE_COUNTRIES must list country codes such as CN,MO; "${wrong}" is none`,
    ]);
  }
});

test('WAYBILL_TLS=files needs both files, the other ways need none', () => {
  const files = { WAYBILL_TLS: 'files', WAYBILL_TLS_CERT: '/tls.crt', WAYBILL_TLS_KEY: '/tls.key' };
  expect(faultsOf(files)).toEqual([]);
  expect(faultsOf({ ...files, WAYBILL_TLS_CERT: undefined })).toEqual([
    'WAYBILL_TLS_CERT is required with WAYBILL_TLS=files',
  ]);
  expect(faultsOf({ ...files, WAYBILL_TLS_KEY: '' })).toEqual(['WAYBILL_TLS_KEY is required with WAYBILL_TLS=files']);
  expect(faultsOf({ WAYBILL_TLS: 'proxy' })).toEqual([]);
});

test('real streets come from a style or from a file, never from both', () => {
  const style = { WAYBILL_MAP_STYLE_URL: 'https://tiles.example.com/style.json' };
  expect(faultsOf(style)).toEqual([]);
  expect(faultsOf({ WAYBILL_MAP_PMTILES: '/city.pmtiles' })).toEqual([]);
  expect(faultsOf({ ...style, WAYBILL_MAP_PMTILES: '/city.pmtiles' })).toEqual([
    'WAYBILL_MAP_PMTILES cannot be used with WAYBILL_MAP_STYLE_URL: choose one of them',
  ]);
  for (const wrong of ['http://tiles.example.com/style.json', 'tiles.example.com', 'https://'])
    expect(faultsOf({ WAYBILL_MAP_STYLE_URL: wrong })).toHaveLength(1);
});

test('hosts of maps are https addresses without a path, and nothing that could widen a policy', () => {
  const hosts = 'https://a.example.com, https://*.b.example.com,https://c:8443';
  expect(readSettings({ WAYBILL_MAP_HOSTS: hosts }).mapHosts).toEqual([
    'https://a.example.com',
    'https://*.b.example.com',
    'https://c:8443',
  ]);
  for (const wrong of [
    '*',
    'https://*',
    'https:',
    'http://a.example.com',
    'https://a.example.com/x',
    "https://a 'unsafe-inline'",
    'https://a;script-src',
  ])
    expect(faultsOf({ WAYBILL_MAP_HOSTS: wrong })).toHaveLength(1);
});

test('WAYBILL_FILES=s3 needs all that a store is reached by, the disk needs none of it', () => {
  const store = {
    WAYBILL_FILES: 's3',
    WAYBILL_S3_ENDPOINT: 'http://localhost:9000',
    WAYBILL_S3_REGION: 'auto',
    WAYBILL_S3_BUCKET: 'files',
    WAYBILL_S3_ACCESS_KEY: 'access',
    WAYBILL_S3_SECRET_KEY: 'secret',
  };
  expect(faultsOf(store)).toEqual([]);
  for (const name of Object.keys(store).slice(1)) {
    expect(faultsOf({ ...store, [name]: '' })).toEqual([`${name} is required with WAYBILL_FILES=s3`]);
  }
  expect(faultsOf({ ...store, WAYBILL_S3_ENDPOINT: 'localhost' })).toEqual([
    'WAYBILL_S3_ENDPOINT must look like http://host:port',
  ]);
  expect(faultsOf({ WAYBILL_FILES: 'disk' })).toEqual([]);
});

test('production needs a master key of its own, the sandbox makes one', () => {
  const fault = 'WAYBILL_MASTER_KEY is required in production; make one with: openssl rand -base64 32';
  expect(faultsOf({ WAYBILL_ENVIRONMENT: 'production' })).toEqual([fault]);
  expect(faultsOf({ ...PRODUCTION, WAYBILL_MASTER_KEY: '' })).toEqual([fault]);
  expect(faultsOf(PRODUCTION)).toEqual([]);
  expect(faultsOf({ WAYBILL_ENVIRONMENT: 'sandbox' })).toEqual([]);
});

test('a master key of the wrong form is one fault in production, not two', () => {
  expect(faultsOf({ ...PRODUCTION, WAYBILL_MASTER_KEY: 'short' })).toEqual([
    'WAYBILL_MASTER_KEY must be 32 random bytes in base64 (openssl rand -base64 32)',
  ]);
});

test('production listens on all interfaces unless told otherwise', () => {
  expect(readSettings(PRODUCTION).host).toBe('::');
  expect(readSettings({ ...PRODUCTION, WAYBILL_HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
});

test('a fault never repeats a secret', () => {
  const secret = 'hunter2';
  const faults = faultsOf({
    DATABASE_URL: `mysql://root:${secret}@host/db`,
    WAYBILL_MASTER_KEY: secret,
    WAYBILL_MASTER_KEY_PREVIOUS: secret,
  });
  expect(faults).toHaveLength(3);
  expect(faults.join('\n')).not.toContain(secret);
});

test.each(['hooks.internal:443', 'https://hooks.internal', '*.internal', '-x', '10.0.0.0/33', 'a b'])(
  'private receivers are hosts, addresses or ranges, and "%s" is none',
  (wrong) => {
    expect(faultsOf({ WAYBILL_WEBHOOK_ALLOW: `10.0.0.1,${wrong}` })).toEqual([
      `WAYBILL_WEBHOOK_ALLOW must list host names, addresses or ranges; "${wrong}" is none of these`,
    ]);
  },
);

test.each(['licence', 'PASSPORT', 'LICENCE;INSURANCE'])(
  '"%s" is no document that drivers can be asked for',
  (wrong) => {
    expect(faultsOf({ WAYBILL_DRIVER_DOCUMENTS: wrong })).toEqual([
      `WAYBILL_DRIVER_DOCUMENTS must list LICENCE, VEHICLE, INSURANCE, IDENTITY, OTHER; "${wrong}" is none of these`,
    ]);
  },
);

test.each([',', '0', '5,0', '-1', '1.5', '5s', '100000', Array.from({ length: 51 }, () => '1').join(',')])(
  'the waits between attempts are not "%s"',
  (wrong) => {
    expect(faultsOf({ WAYBILL_WEBHOOK_RETRY_SECONDS: wrong })).toHaveLength(1);
  },
);

test('the example file has a line for every setting, once, commented out', () => {
  const lines = describeSettings().split('\n');
  expect(NAMES).toHaveLength(Object.keys(readSettings({})).length);
  for (const name of NAMES) expect(lines.filter((line) => line.startsWith(`# ${name}=`))).toHaveLength(1);
  expect(lines.filter((line) => line !== '' && !line.startsWith('# '))).toEqual([]);
});

test('the example file and the table name no setting that does not exist', () => {
  const named = [...describeSettings().matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(named).toEqual(NAMES);
  expect(faultsOf(Object.fromEntries(NAMES.map((name) => [name, ''])))).toEqual([]);
});

test('the example file prints the defaults that are in force', () => {
  const lines = [...describeSettings().matchAll(/^# (WAYBILL_\w+)=([^<\n]+)$/gm)].map(([, name, text]) => [name, text]);
  const examples = [
    'WAYBILL_WORKER_PORT',
    'WAYBILL_TLS_CERT',
    'WAYBILL_TLS_KEY',
    'WAYBILL_PHONE_COUNTRIES',
    'WAYBILL_MESSAGES_URL',
    'WAYBILL_ROUTING_URL',
    'WAYBILL_VALHALLA_CONFIG',
    'WAYBILL_GEOCODER_URL',
    'WAYBILL_MAP_STYLE_URL',
    'WAYBILL_MAP_HOSTS',
    'WAYBILL_MAP_PMTILES',
    'WAYBILL_S3_ENDPOINT',
    'WAYBILL_S3_REGION',
    'WAYBILL_S3_BUCKET',
    'WAYBILL_WEBHOOK_ALLOW',
    'WAYBILL_DRIVER_DOCUMENTS',
    'WAYBILL_KEY',
    'WAYBILL_SECRET',
    'WAYBILL_URL',
    'WAYBILL_CA',
    'WAYBILL_WEBHOOK_SECRET',
  ];
  const printed = Object.fromEntries(lines.filter(([name]) => !examples.includes(name as string)));
  expect(Object.keys(printed)).toHaveLength(31);
  expect(readSettings(printed)).toEqual(readSettings({}));
});

test('config.example.env is what the settings say of themselves', () => {
  expect(readFileSync(EXAMPLE_FILE, 'utf8')).toBe(describeSettings());
});

test.each([
  ['WAYBILL_TRUSTED_PROXIES', 'beef'],
  ['WAYBILL_TRUSTED_PROXIES', '999.1.1.1'],
  ['WAYBILL_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['WAYBILL_PUBLIC_URL', 'https://localhost:<port>'],
  ['WAYBILL_PUBLIC_URL', 'https://x:99999'],
  ['WAYBILL_MASTER_KEY', `!!${Buffer.alloc(32).toString('base64')}`],
  ['WAYBILL_MASTER_KEY', `${Buffer.alloc(32).toString('base64')}rest`],
])('%s=%s looks right and is wrong', (name, text) => {
  expect(faultsOf({ [name]: text })).toHaveLength(1);
});

test.each(['7:00-22:00', '22:00-07:00', '07:00-07:00', '07:60-22:00', '07:00-24:01', 'always'])(
  'drivers cannot work "%s"',
  (text) => {
    expect(faultsOf({ WAYBILL_PLUS_HOURS: text })).toEqual([
      `WAYBILL_PLUS_HOURS must look like 07:00-22:00, the earlier time first, not "${text}"`,
    ]);
  },
);
