import { expect, test } from 'vitest';
import { explainConnectFault, versionFault } from './find-database.ts';

function connectFault(code: string | undefined, message = 'something technical'): Error & { code?: string } {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

test('PostgreSQL 14 and later will do', () => {
  expect(versionFault(140_000, 'db/waybill')).toBeUndefined();
  expect(versionFault(180_001, 'db/waybill')).toBeUndefined();
});

test('PostgreSQL 13 is too old, up to its last version', () => {
  expect(versionFault(139_999, 'db:5432/waybill')).toBe(
    'The database at db:5432/waybill is PostgreSQL 13, which is too old. Waybill needs 14 or later.',
  );
  expect(versionFault(90_624, 'db/waybill')).toContain('is PostgreSQL 9, which');
});

test.each([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'host name is not known'],
  ['EAI_AGAIN', 'host name cannot be looked up'],
  ['ENOENT', 'no server at that socket'],
  ['ETIMEDOUT', 'does not answer'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'by no authority that is known here'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'by no authority that is known here'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'by no authority that is known here'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'by no authority that is known here'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'by no authority that is known here'],
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'for another host'],
  ['28P01', 'the password is wrong'],
  ['28000', 'this user is not let in'],
  ['53300', 'no connection left'],
  ['3D000', 'that database does not exist'],
])('a connection that fails with %s is explained, with what to change', (code, reason) => {
  const explained = explainConnectFault(connectFault(code));
  expect(explained).toContain(reason);
  expect(explained).toMatch(/(DATABASE_URL|WAYBILL_DATABASE_POOL|at the server).*\.$/);
  expect(explained).not.toContain('something technical');
});

test('where every address of a host was tried, the fault of the first one is explained', () => {
  const fault = new AggregateError([connectFault('ECONNREFUSED'), connectFault('ETIMEDOUT')]);
  expect(explainConnectFault(fault)).toContain('nothing listens there');
});

test('the code of the error itself comes before those of its parts', () => {
  const fault = Object.assign(new AggregateError([connectFault('ECONNREFUSED')]), { code: '28P01' });
  expect(explainConnectFault(fault)).toContain('the password is wrong');
});

test.each(['timeout expired', 'Connection terminated due to connection timeout', 'Timeout'])(
  'the message "%s" means that the server does not answer',
  (message) => {
    expect(explainConnectFault(connectFault(undefined, message))).toContain('it does not answer');
  },
);

test('a fault that nobody knows is shown in its own words', () => {
  expect(explainConnectFault(connectFault('XX000', 'the moon is in the way'))).toBe('the moon is in the way.');
  expect(explainConnectFault(connectFault(undefined, 'the moon is in the way'))).toBe('the moon is in the way.');
});

test('an unknown fault is named by its code where it has no words', () => {
  expect(explainConnectFault(Object.assign(new Error(''), { code: 'EHOSTUNREACH' }))).toBe('EHOSTUNREACH.');
});

test.each([
  ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'it wants a password'],
  ['The server does not support SSL connections', 'it speaks no TLS'],
])('what has no code is explained by its words: %s', (message, reason) => {
  expect(explainConnectFault(connectFault(undefined, message))).toMatch(new RegExp(`^${reason}.*DATABASE_URL.*\\.$`));
});

test('a server that lets a user in with TLS only says so', () => {
  const refused = connectFault('28000', 'no pg_hba.conf entry for host "10.0.0.7", user "waybill", no encryption');
  expect(explainConnectFault(refused)).toBe(
    'this user is not let in without TLS. Add ?sslmode=verify-full to DATABASE_URL or change the server’s pg_hba.conf.',
  );
});

test('a file that DATABASE_URL names and that is not there is no socket', () => {
  const missing = Object.assign(connectFault('ENOENT', 'ENOENT: no such file, open "/ca.pem"'), { syscall: 'open' });
  expect(explainConnectFault(missing)).toBe('ENOENT: no such file, open "/ca.pem". Change DATABASE_URL.');
});
