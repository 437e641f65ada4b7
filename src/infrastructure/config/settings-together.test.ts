import { expect, test } from 'vitest';
import { faultsOf, PRODUCTION } from '../../../test/support/settings.ts';

test('WAYBILL_TLS=files needs both files, the other ways need none', () => {
  const files = { WAYBILL_TLS: 'files', WAYBILL_TLS_CERT: '/tls.crt', WAYBILL_TLS_KEY: '/tls.key' };
  expect(faultsOf(files)).toEqual([]);
  expect(faultsOf({ ...files, WAYBILL_TLS_CERT: undefined })).toEqual([
    'WAYBILL_TLS_CERT is required with WAYBILL_TLS=files',
  ]);
  expect(faultsOf({ ...files, WAYBILL_TLS_KEY: '' })).toEqual(['WAYBILL_TLS_KEY is required with WAYBILL_TLS=files']);
  expect(faultsOf({ WAYBILL_TLS: 'proxy' })).toEqual([]);
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

test('what belongs to a choice that nobody made is a fault, since it would have no effect; a choice against it is none', () => {
  const used = (name: string, choice: string) => `${name} is used only with ${choice}, which is not set`;
  expect(faultsOf({ WAYBILL_S3_BUCKET: 'files', WAYBILL_S3_REGION: 'auto' })).toEqual([
    used('WAYBILL_S3_REGION', 'WAYBILL_FILES=s3'),
    used('WAYBILL_S3_BUCKET', 'WAYBILL_FILES=s3'),
  ]);
  const choices = [
    ['WAYBILL_TLS_CERT', '/tls.crt', 'WAYBILL_TLS', 'files', 'proxy'],
    ['WAYBILL_TLS_KEY', '/tls.key', 'WAYBILL_TLS', 'files', 'local'],
    ['WAYBILL_ROUTING_URL', 'http://localhost:8002', 'WAYBILL_ROUTING', 'valhalla-http or osrm', 'estimate'],
    ['WAYBILL_VALHALLA_CONFIG', '/valhalla.json', 'WAYBILL_ROUTING', 'valhalla', 'estimate'],
    ['WAYBILL_GEOCODER_URL', 'http://localhost:8080', 'WAYBILL_GEOCODER', 'nominatim, photon or pelias', 'none'],
  ] as const;
  for (const [name, value, choice, needed, other] of choices) {
    expect(faultsOf({ [name]: value })).toEqual([used(name, `${choice}=${needed}`)]);
    expect(faultsOf({ [name]: value, [choice]: other })).toEqual([]);
  }
  expect(faultsOf({ WAYBILL_ROUTING_URL: 'nowhere' })).toEqual(['WAYBILL_ROUTING_URL must look like http://host:port']);
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
