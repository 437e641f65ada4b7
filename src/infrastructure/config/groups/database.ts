import { databaseUrl, optional, wholeNumber } from '../readings.ts';
import { preset, setting } from '../setting.ts';

/** Where everything is written down. */
export const DATABASE = {
  databaseUrl: setting({
    name: 'DATABASE_URL',
    meaning: 'PostgreSQL 14 or later; without it an embedded PostgreSQL runs under the data folder',
    shown: 'postgres://waybill:password@localhost:5432/waybill',
    read: optional(databaseUrl),
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
};
