import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type https from 'node:https';
import { isIP } from 'node:net';
import tls from 'node:tls';
import { DAY_MS, formatInstant, type Instant, SECOND_MS } from '../../foundation/time.ts';
import type { Clock } from '../clock.ts';
import type { Settings } from '../config/settings.ts';
import { type Certificate, certificateOf, serveCertificate } from '../http/listener.ts';
import type { Log } from '../log.ts';
import { errorCode, OperatorError } from '../operator-error.ts';
import type { Random } from '../random.ts';
import { localCertificate } from './local-authority.ts';

const LOOK_EVERY_MS = 2 * SECOND_MS;
/** Left to whoever has to renew one by hand. */
export const LITTLE_TIME_MS = 14 * DAY_MS;

type TlsSettings = Pick<Settings, 'tls' | 'tlsCert' | 'tlsKey' | 'dataFolder' | 'publicUrl'>;

export async function loadCertificate(
  settings: TlsSettings,
  clock: Clock,
  random: Random,
): Promise<Certificate | undefined> {
  if (settings.tls === 'proxy') return undefined;
  if (settings.tls === 'local') return localCertificate(settings, clock.now(), random);
  return readCertificateFiles(settings.tlsCert as string, settings.tlsKey as string, clock);
}

async function readCertificateFiles(certFile: string, keyFile: string, clock: Clock): Promise<Certificate> {
  const cert = await read(certFile, 'WAYBILL_TLS_CERT');
  const key = await read(keyFile, 'WAYBILL_TLS_KEY');
  const parsed = attempt(() => new X509Certificate(cert));
  if (parsed === undefined)
    throw new OperatorError(`WAYBILL_TLS_CERT names ${certFile}, which is no certificate (PEM).`);
  const secret = attempt(() => createPrivateKey(key));
  if (secret === undefined)
    throw new OperatorError(
      `WAYBILL_TLS_KEY names ${keyFile}, which is no private key (PEM), or one with a passphrase.`,
    );
  const wrong = faultOf(parsed, secret, clock) ?? contextFault({ cert, key });
  if (wrong !== undefined)
    throw new OperatorError(`The certificate ${certFile} with the key ${keyFile} cannot be used: ${wrong}.`);
  return { cert, key };
}

function faultOf(certificate: X509Certificate, key: KeyObject, clock: Clock): string | undefined {
  const { validFrom, validTo } = certificate;
  if (!certificate.checkPrivateKey(key)) return 'the key is not that of the first certificate in the file';
  if (Date.parse(validTo) <= clock.now()) return `it ran out on ${validTo}`;
  return Date.parse(validFrom) > clock.now() ? `it holds from ${validFrom} only` : undefined;
}

/** What only the use of it shows, such as a key that is too short. */
function contextFault(certificate: Certificate): string | undefined {
  try {
    tls.createSecureContext(certificate);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export function endOfCertificate({ cert }: Certificate): Instant {
  return Date.parse(new X509Certificate(cert).validTo);
}

/** Those that it is for, where the host is none of them. */
export function strangeTo(host: string, { cert }: Certificate): string | undefined {
  const certificate = new X509Certificate(cert);
  const isFor = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  return isFor === undefined ? (certificate.subjectAltName ?? certificate.subject) : undefined;
}

async function read(file: string, setting: string): Promise<string> {
  return readFile(file, 'utf8').catch((error) => {
    throw new OperatorError(`${setting} names ${file}, which cannot be read (${errorCode(error)}).`);
  });
}

export type CertificateWatch = { stop(): void };

/** Looks at the files again and again: also a swapped link or a mounted secret is noticed, which file events miss. */
export function watchCertificate(
  settings: TlsSettings,
  server: https.Server,
  clock: Clock,
  random: Random,
  log: Log,
): CertificateWatch {
  if (settings.tls === 'proxy') return { stop: () => {} };
  let known: string | undefined;
  let renewedAt = clock.now();
  let warnedAt = Number.NEGATIVE_INFINITY;

  function warnInTime(): void {
    const used = certificateOf(server);
    if (used === undefined || clock.now() - warnedAt < DAY_MS) return;
    const endsAt = endOfCertificate(used);
    if (endsAt - clock.now() >= LITTLE_TIME_MS) return;
    warnedAt = clock.now();
    log.warn({ endsAt: formatInstant(endsAt) }, 'the certificate ends soon: renew it');
  }

  async function look(): Promise<void> {
    const mark = await markOf(settings);
    const due = settings.tls === 'local' && clock.now() - renewedAt > DAY_MS;
    const changed = known !== undefined && mark !== known;
    known = mark;
    if (!changed && !due) return;
    renewedAt = clock.now();
    const certificate = await loadCertificate(settings, clock, random);
    if (certificate === undefined) return;
    serveCertificate(server, certificate);
    log.info('the certificate was loaded anew');
  }

  const timer = setInterval(() => {
    look()
      .catch((error: Error) => log.error({ err: error }, 'the new certificate cannot be used; the old one stays'))
      .then(warnInTime);
  }, LOOK_EVERY_MS);
  timer.unref();
  void look().catch(() => {});
  return { stop: () => clearInterval(timer) };
}

async function markOf({ tls: mode, tlsCert, tlsKey }: TlsSettings): Promise<string> {
  if (mode !== 'files') return '';
  const stats = await Promise.all([tlsCert, tlsKey].map((file) => stat(file as string)));
  // The change of the file itself too: one that may be read at last is worth another try.
  return stats.map(({ mtimeMs, ctimeMs, size, ino }) => `${mtimeMs}/${ctimeMs}/${size}/${ino}`).join(' ');
}
