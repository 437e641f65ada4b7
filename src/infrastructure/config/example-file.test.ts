import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultsOf } from '../../../test/support/settings.ts';
import { describeSettings } from './example-file.ts';
import { SETTINGS } from './setting-table.ts';
import { readSettings } from './settings.ts';

const NAMES = [...describeSettings().matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name as string);

test('the example file has a line for every setting, once, commented out', () => {
  const lines = describeSettings().split('\n');
  expect(NAMES).toHaveLength(Object.keys(readSettings({})).length);
  for (const name of NAMES) expect(lines.filter((line) => line.startsWith(`# ${name}=`))).toHaveLength(1);
  expect(lines.filter((line) => line !== '' && !line.startsWith('# '))).toEqual([]);
});

test('the example file and the table name no setting that does not exist', () => {
  expect(NAMES).toEqual(Object.values(SETTINGS).map(({ name }) => name));
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
  expect(Object.keys(printed)).toHaveLength(32);
  expect(readSettings(printed)).toEqual(readSettings({}));
});

test('config.example.env is what the settings say of themselves', () => {
  expect(readFileSync('config.example.env', 'utf8')).toBe(describeSettings());
});
