import path from 'node:path';
import {
  fault,
  isAddressOrRange,
  listeningHost,
  listWhere,
  oneOf,
  optional,
  optionalText,
  origin,
  type Reading,
  value,
  wholeNumber,
} from '../readings.ts';
import { preset, setting } from '../setting.ts';

/** As what the program runs, and where it is reached. */
export const SERVING = {
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
    read: (text, environment): Reading<string> =>
      text === undefined ? value(environment === 'sandbox' ? '127.0.0.1' : '::') : listeningHost(text),
  }),
  workerPort: setting({
    name: 'WAYBILL_WORKER_PORT',
    meaning: 'port on which a worker alone shows /health/live, /health/ready and /metrics; nowhere unless set',
    shown: '8444',
    read: optional(wholeNumber(0, 65_535)),
  }),
  dataFolder: preset({
    name: 'WAYBILL_DATA',
    meaning: 'data folder: local certificates, demo partner, embedded database, files',
    byDefault: '.waybill',
    // A folder of that very name would be made, and in it another database.
    read: (text): Reading<string> =>
      /^[~$]/.test(text)
        ? fault(`must be a path that is written out: only shells read "${text}"`)
        : value(path.resolve(text)),
  }),
  stopDelaySeconds: preset({
    name: 'WAYBILL_STOP_DELAY_SECONDS',
    meaning: 'how long an API told to stop still takes calls while /health/ready is 503, for a balancer to see',
    byDefault: '0',
    read: wholeNumber(0, 60),
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
    read: listWhere(isAddressOrRange, 'addresses or ranges', 'is neither'),
  }),
  publicUrl: setting({
    name: 'WAYBILL_PUBLIC_URL',
    meaning: 'base of the links that people get; the local certificate is for its host too',
    shown: 'https://localhost:<port>',
    read: optional(origin('https://delivery.example.com')),
  }),
};
