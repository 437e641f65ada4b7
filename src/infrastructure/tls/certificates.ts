import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type https from 'node:https';
import tls from 'node:tls';
import { DAY_MS, SECOND_MS } from '../../foundation/time.ts';
import type { Clock } from '../clock.ts';
import type { Settings } from '../config/settings.ts';
import type { Certificate } from '../http/listener.ts';
import type { Log } from '../log.ts';
import { errorCode, OperatorError } from '../operator-error.ts';
import type { Random } from '../random.ts';
import { localCertificate } from './local-authority.ts';

const LOOK_EVERY_MS = 2 * SECOND_MS;

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
  try {
    tls.createSecureContext({ cert, key });
    const { validTo } = new X509Certificate(cert);
    if (Date.parse(validTo) <= clock.now()) throw new Error(`it ran out on ${validTo}`);
  } catch (error) {
    throw new OperatorError(
      `The certificate ${certFile} with the key ${keyFile} cannot be used: ${(error as Error).message}.`,
    );
  }
  return { cert, key };
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

  async function look(): Promise<void> {
    const mark = await markOf(settings);
    const due = settings.tls === 'local' && clock.now() - renewedAt > DAY_MS;
    const changed = known !== undefined && mark !== known;
    known = mark;
    if (!changed && !due) return;
    renewedAt = clock.now();
    const certificate = await loadCertificate(settings, clock, random);
    if (certificate === undefined) return;
    server.setSecureContext({ ...certificate, minVersion: 'TLSv1.2' });
    log.info('the certificate was loaded anew');
  }

  const timer = setInterval(() => {
    look().catch((error: Error) => log.error({ err: error }, 'the new certificate cannot be used; the old one stays'));
  }, LOOK_EVERY_MS);
  timer.unref();
  void look().catch(() => {});
  return { stop: () => clearInterval(timer) };
}

async function markOf({ tls: mode, tlsCert, tlsKey }: TlsSettings): Promise<string> {
  if (mode !== 'files') return '';
  const stats = await Promise.all([tlsCert, tlsKey].map((file) => stat(file as string)));
  return stats.map(({ mtimeMs, size, ino }) => `${mtimeMs}/${size}/${ino}`).join(' ');
}
