import { expect, test } from 'vitest';
import { faultsOf } from '../../../test/support/settings.ts';
import { readSettings } from './settings.ts';

test.each([
  ['WAYBILL_DATABASE_POOL', 'databasePool', 2, 200],
  ['WAYBILL_DATABASE_TIMEOUT_MS', 'databaseTimeoutMs', 1_000, 120_000],
  ['WAYBILL_PORT', 'port', 0, 65_535],
  ['WAYBILL_WORKER_PORT', 'workerPort', 0, 65_535],
  ['WAYBILL_CLOCK_SKEW_SECONDS', 'clockSkewSeconds', 1, 3_600],
  ['WAYBILL_ADDRESS_LIMIT', 'addressLimit', 1, 1_000_000],
  ['WAYBILL_REQUEST_TIMEOUT_SECONDS', 'requestTimeoutSeconds', 1, 300],
  ['WAYBILL_STOP_DELAY_SECONDS', 'stopDelaySeconds', 0, 60],
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

test('drivers work from the one minute to the other, until midnight at most', () => {
  const hoursOf = (text: string) => readSettings({ WAYBILL_PLUS_HOURS: text }).plusHours;
  expect(hoursOf('07:30-22:15')).toEqual({ opens: 450, closes: 1_335 });
  expect(hoursOf('00:00-24:00')).toEqual({ opens: 0, closes: 1_440 });
});

test.each([
  ...['7:00-22:00', '22:00-07:00', '07:00-07:00', '07:60-22:00', '07:00-21:60', '07:00-24:01', 'always'],
  ...['007:00-22:00', '07:00-22:000'],
])('drivers cannot work "%s"', (text) => {
  expect(faultsOf({ WAYBILL_PLUS_HOURS: text })).toEqual([
    `WAYBILL_PLUS_HOURS must look like 07:00-22:00, the earlier time first, not "${text}"`,
  ]);
});

test.each([
  'postgres://localhost/waybill',
  'postgresql://u:p@db:5432/w?sslmode=require',
  'postgres://u:p@/w?host=/run/postgresql',
  'postgres://%2Frun%2Fpostgresql/w',
])('the database can be %s', (url) => {
  expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test.each(['postgres://h:abc/db', 'postgres://u:one/two@h/db', 'postgres://u:one#two@h/db', 'postgres://h:70000/db'])(
  'the database cannot be %s, and the fault says how such an address is written',
  (url) => {
    expect(faultsOf({ DATABASE_URL: url })).toEqual([
      'DATABASE_URL must look like postgres://user:password@host:5432/database, its port a number; in a password / is written %2F, ? %3F, # %23 and % %25',
    ]);
  },
);

test('a mode of TLS that the database does not know is told with those that it does', () => {
  expect(faultsOf({ DATABASE_URL: 'postgres://h/db?sslmode=requried' })).toEqual([
    'DATABASE_URL must have disable or prefer or require or verify-ca or verify-full or no-verify as its sslmode, not "requried"',
  ]);
});

test.each(['localhost:5432', 'postgres://', 'http://localhost', 'postgres://local host/w', 'mypostgres://host/w'])(
  'the database cannot be %s, and the fault does not repeat what may hold a password',
  (url) => {
    const faults = faultsOf({ DATABASE_URL: url });
    expect(faults).toEqual(['DATABASE_URL must look like postgres://user:password@host:5432/database']);
  },
);

test.each(['127.0.0.1', '0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'api-1.internal'])(
  'it can listen on %s',
  (text) => {
    expect(readSettings({ WAYBILL_HOST: text }).host).toBe(text);
  },
);

test.each(['[::1]', 'https://localhost', 'localhost:8443', '-', 'two words'])('it cannot listen on %s', (text) => {
  expect(faultsOf({ WAYBILL_HOST: text })).toEqual([
    `WAYBILL_HOST must be an address such as 127.0.0.1 or ::1, or a host name, not "${text}"`,
  ]);
});

test.each(['~/waybill', '~', '$HOME/waybill'])('the data folder cannot be %s, which only shells read', (text) => {
  expect(faultsOf({ WAYBILL_DATA: text })).toEqual([
    `WAYBILL_DATA must be a path that is written out: only shells read "${text}"`,
  ]);
  expect(faultsOf({ WAYBILL_DATA: `./${text}` })).toEqual([]);
});

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
  expect(faultsOf({ WAYBILL_TRUSTED_PROXIES: '10.0.0.0/32,::1/128' })).toEqual([]);
  for (const wrong of ['10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/8x', '10.0.0.0/x8', '::1/129', 'fe80::1%eth0'])
    expect([wrong, faultsOf({ WAYBILL_TRUSTED_PROXIES: wrong }).length]).toEqual([wrong, 1]);
});

test.each(['hooks.internal:443', 'https://hooks.internal', '*.internal', '-x', '10.0.0.0/33', 'a b'])(
  'private receivers are hosts, addresses or ranges, and "%s" is none',
  (wrong) => {
    expect(faultsOf({ WAYBILL_WEBHOOK_ALLOW: `10.0.0.1,${wrong}` })).toEqual([
      `WAYBILL_WEBHOOK_ALLOW must list host names, addresses or ranges; "${wrong}" is none of these`,
    ]);
  },
);

test('the phone countries are codes of countries that have phone numbers, in capital letters', () => {
  expect(readSettings({ WAYBILL_PHONE_COUNTRIES: ' CN ,MO,, ' }).phoneCountries).toEqual(['CN', 'MO']);
  for (const wrong of ['cn', 'C', 'CHN', 'C1', '+86', 'XX', 'ZZ', 'UK', 'EU']) {
    expect(faultsOf({ WAYBILL_PHONE_COUNTRIES: `MO,${wrong}` })).toEqual([
      `WAYBILL_PHONE_COUNTRIES must list country codes such as CN,MO; "${wrong}" is none`,
    ]);
  }
});

test.each(['licence', 'PASSPORT', 'LICENCE;INSURANCE'])(
  '"%s" is no document that drivers can be asked for',
  (wrong) => {
    expect(faultsOf({ WAYBILL_DRIVER_DOCUMENTS: wrong })).toEqual([
      `WAYBILL_DRIVER_DOCUMENTS must list LICENCE, VEHICLE, INSURANCE, IDENTITY, OTHER; "${wrong}" is none of these`,
    ]);
  },
);

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

test.each([',', '0', '5,0', '-1', '1.5', '5s', '100000', Array.from({ length: 51 }, () => '1').join(',')])(
  'the waits between attempts are not "%s"',
  (wrong) => {
    expect(faultsOf({ WAYBILL_WEBHOOK_RETRY_SECONDS: wrong })).toHaveLength(1);
  },
);
