import { expect, test } from 'vitest';
import { faultsOf } from '../../../test/support/settings.ts';
import { SettingsError } from './settings.ts';

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

test('a character that nobody sees is a fault of its own, whatever the setting: a file with Windows line ends has one at every end', () => {
  const ended = 'ends with a carriage return; save the file that sets it with Unix line ends';
  for (const name of ['WAYBILL_PORT', 'WAYBILL_DATA', 'WAYBILL_METRICS_TOKEN', 'DATABASE_URL'])
    expect(faultsOf({ [name]: '9843\r' })).toEqual([`${name} ${ended}`]);
  expect(faultsOf({ WAYBILL_MESSAGES_TOKEN: 'one\ntwo' })).toEqual([
    'WAYBILL_MESSAGES_TOKEN holds the control character U+000A; write it without',
  ]);
});

test('quotes around a value are a fault of their own: not everything that reads such a file takes them off', () => {
  for (const name of ['WAYBILL_PORT', 'WAYBILL_DATA', 'WAYBILL_METRICS_TOKEN', 'DATABASE_URL'])
    for (const text of ['"9843"', "'9843'", '""'])
      expect(faultsOf({ [name]: text })).toEqual([
        `${name} stands in quotes, which are a part of it here; write it without`,
      ]);
  expect(faultsOf({ WAYBILL_METRICS_TOKEN: '"half' })).toEqual([]);
});

test('so are blanks around a text, which would be another one', () => {
  for (const name of ['WAYBILL_DATA', 'WAYBILL_METRICS_TOKEN', 'WAYBILL_MAP_PMTILES'])
    for (const text of [' 9843', '9843 ', ' '])
      expect(faultsOf({ [name]: text })).toEqual([`${name} begins or ends with a blank; write it without`]);
});
