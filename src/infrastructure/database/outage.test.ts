import { expect, test } from 'vitest';
import { isConnectionLost, isDatabaseOutage } from './outage.ts';

test.each([
  ['the network', ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']],
  ['the connection', ['08000', '08001', '08003', '08006']],
  ['a server that is full', ['53100', '53200', '53300']],
  ['a server that goes or comes', ['57P01', '57P02', '57P03', '57P05']],
  ['a statement that takes too long', ['57014', '55P03']],
  ['the disk of the server', ['58000', '58030']],
  ['a server that has become read-only', ['25006']],
  ['a server that does not let us in any more', ['28P01', '28000', '3D000']],
  ['a server that has ended an idle transaction', ['25P03']],
])('a fault of %s is an outage of the database', (_, codes) => {
  for (const code of codes) expect(isDatabaseOutage(failure(code))).toBe(true);
});

test.each(['23505', '40001', '40P01', '42P01', '22P02', '25001', '55000', '57000', '0800', '080000', 'x08006'])(
  'an error with the code %s is not an outage',
  (code) => {
    expect(isDatabaseOutage(failure(code))).toBe(false);
  },
);

test.each(['EACCES', 'EMFILE', 'FST_ERR_VALIDATION', 'ERR_INVALID_ARG_TYPE'])(
  'a fault %s of this process is not an outage',
  (code) => {
    expect(isDatabaseOutage(failure(code))).toBe(false);
  },
);

test('a socket that is not there is an outage, a file that is not there is a bug', () => {
  expect(isDatabaseOutage({ ...failure('ENOENT'), syscall: 'connect' })).toBe(true);
  expect(isDatabaseOutage({ ...failure('ENOENT'), syscall: 'open' })).toBe(false);
  expect(isDatabaseOutage(failure('ENOENT'))).toBe(false);
});

function failure(code: string): Error & { code: string } {
  return Object.assign(new Error('something technical'), { code });
}

test.each([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'Client was closed and is not queryable',
  'database "waybill" is not currently accepting connections',
  'cannot access temporary or unlogged relations during recovery',
  'recovery is in progress',
])('"%s" is an outage of the database', (message) => {
  expect(isDatabaseOutage(new Error(message))).toBe(true);
});

test.each(['', 'x is not a function', 'the note says: Connection terminated', 'relation "orders" does not exist'])(
  '"%s" is not an outage',
  (message) => {
    expect(isDatabaseOutage(new Error(message))).toBe(false);
  },
);

test('something thrown that is no error is not an outage', () => {
  expect(isDatabaseOutage('oops')).toBe(false);
  expect(isDatabaseOutage({})).toBe(false);
});

test('a host that is gone is an outage, and nothing at all is not', () => {
  for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']) {
    expect(isDatabaseOutage(Object.assign(new Error(), { code }))).toBe(true);
  }
  expect(isDatabaseOutage(undefined)).toBe(false);
  expect(isDatabaseOutage(null)).toBe(false);
});

test.each(['53100', '57014', '55P03', '25006'])('after %s the connection is still there', (code) => {
  expect(isConnectionLost(failure(code))).toBe(false);
});

test.each(['ECONNRESET', '57P01', '08006', '25P03'])('after %s it is not', (code) => {
  expect(isConnectionLost(failure(code))).toBe(true);
});

test('a statement that was given up on holds its connection, which is as good as lost', () => {
  expect(isConnectionLost(new Error('Query read timeout'))).toBe(true);
});
