import { expect, test } from 'vitest';
import { explainServerLog } from './embedded-server.ts';

test.each([
  ['initdb: error: could not write to file "base/1": No space left on device', 'its disk is full'],
  ['FATAL:  could not create lock file "postmaster.pid": Read-only file system', 'its disk is read-only'],
  ['could not access directory "/srv/data": Permission denied', 'its user may not enter the data folder'],
  ['FATAL:  could not create shared memory segment: Cannot allocate memory', 'too little shared memory'],
  ['FATAL:  could not map shared memory segment "/PostgreSQL.1"', 'too little shared memory'],
  ['FATAL:  could not resize shared memory segment to 1048576 bytes', 'too little shared memory'],
])('a fault that the operator can mend is explained: %s', (line, reason) => {
  const explained = explainServerLog(`LOG:  starting PostgreSQL\n${line}\nLOG:  database system is shut down\n`);
  expect(explained).toContain(reason);
  expect(explained).toMatch(/(WAYBILL_DATA|DATABASE_URL)\.$/);
});

test('a full disk is explained as such even where it shows as too little shared memory', () => {
  const log = 'FATAL:  could not resize shared memory segment "/PostgreSQL.1": No space left on device';
  expect(explainServerLog(log)).toContain('its disk is full');
});

test('of a fault that nobody knows, the last line that speaks of a failure is shown', () => {
  const log = [
    '2026-01-01 LOG:  starting',
    '2026-01-01 FATAL:  the first fault',
    '  2026-01-01 PANIC:  the last fault  ',
    '2026-01-01 LOG:  database system is shut down',
  ].join('\n');
  expect(explainServerLog(log)).toBe('2026-01-01 PANIC:  the last fault');
});

test.each([
  'FATAL:  the database system is starting up',
  'FATAL:  the database system is not yet accepting connections',
  'FATAL:  the database system is shutting down',
  'FATAL:  the database system is in recovery mode',
  'FATAL:  terminating connection due to unexpected postmaster exit',
  'ERROR:  duplicate key value violates unique constraint',
])('what callers were told is no reason: %s', (line) => {
  expect(explainServerLog(`PANIC:  the fault\n${line}\n`)).toBe('PANIC:  the fault');
});

test.each(['server process (PID 12) was terminated by signal 9: Killed', 'received fast shutdown request'])(
  'what the server says of its own end is one, told without when and by which process: %s',
  (line) => {
    expect(explainServerLog(`2026-11-19 21:40:43.981 UTC [14044] LOG:  ${line}\n`)).toBe(`LOG:  ${line}`);
  },
);

test('an error in small letters counts too', () => {
  expect(explainServerLog('initdb: error: program "postgres" is needed\nhint: none')).toBe(
    'initdb: error: program "postgres" is needed',
  );
});

test.each(['', '\n\n', 'LOG:  starting\nLOG:  shutting down\n'])(
  'a server that gave no reason is said to have none',
  (log) => {
    expect(explainServerLog(log)).toBe('it said nothing about why.');
  },
);
