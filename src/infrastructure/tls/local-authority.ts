import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { DAY_MS, type Instant } from '../../foundation/time.ts';
import type { Settings } from '../config/settings.ts';
import { readIfThere, writeWhole } from '../data-folder.ts';
import type { Certificate } from '../http/listener.ts';
import { errorCode, explainDataFolderFault } from '../operator-error.ts';
import type { Random } from '../random.ts';

const AUTHORITY_LIFE_MS = 3_650 * DAY_MS;
const CERTIFICATE_LIFE_MS = 397 * DAY_MS;
const RENEW_BEFORE_MS = 30 * DAY_MS;

/** A certificate authority of this data folder's own, made on first use, and a certificate by it for this machine under every name it is called by. */
export async function localCertificate(
  { dataFolder, publicUrl }: Pick<Settings, 'dataFolder' | 'publicUrl'>,
  now: Instant,
  random: Random,
): Promise<Certificate> {
  const folder = path.join(dataFolder, 'tls');
  const publicName = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  const names = [...new Set(['localhost', os.hostname(), '127.0.0.1', '::1', publicName])];
  // Before anything is read: what another process puts there from now on is not ours to overwrite.
  const isNew = !existsSync(folder);
  const authority = await readPair(folder, 'ca.pem', 'ca-key.pem');
  const authorityHolds = authority !== undefined && endOf(authority) - now > CERTIFICATE_LIFE_MS;
  const known = authorityHolds ? await readPair(folder, 'cert.pem', 'key.pem') : undefined;
  if (known !== undefined && authorityHolds && isUsable(known, authority, names, now)) return known;

  // Loaded only when something is to be made: it takes longer to load than the rest of a start.
  const { makeAuthority, makeCertificate } = await import('./make-certificates.ts');
  const issuer = authorityHolds ? authority : await makeAuthority(os.hostname(), now, AUTHORITY_LIFE_MS, random);
  const made = await makeCertificate(issuer, names, now, CERTIFICATE_LIFE_MS, random);
  if (isNew) {
    const isOurs = await writeFirst(folder, issuer, made, random);
    return isOurs ? made : localCertificate({ dataFolder, publicUrl }, now, random);
  }
  if (!authorityHolds) await writePair(folder, 'ca.pem', 'ca-key.pem', issuer);
  await writePair(folder, 'cert.pem', 'key.pem', made);
  return made;
}

/** The whole folder at once: of several processes that start at once on a new data folder, all must be by one authority. Whether it was ours. */
async function writeFirst(folder: string, issuer: Certificate, made: Certificate, random: Random): Promise<boolean> {
  const draft = `${folder}.${random.uuid()}`;
  try {
    await writePair(draft, 'ca.pem', 'ca-key.pem', issuer);
    await writePair(draft, 'cert.pem', 'key.pem', made);
    await rename(draft, folder);
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST'].includes(String(errorCode(error)))) return false;
    throw explainDataFolderFault(error, folder);
  }
}

async function readPair(folder: string, certFile: string, keyFile: string): Promise<Certificate | undefined> {
  const [cert, key] = await Promise.all([
    readIfThere(path.join(folder, certFile)),
    readIfThere(path.join(folder, keyFile)),
  ]);
  if (cert === undefined || key === undefined) return undefined;
  return belongTogether(cert, key) ? { cert, key } : undefined;
}

async function writePair(folder: string, certFile: string, keyFile: string, { cert, key }: Certificate): Promise<void> {
  await writeWhole(path.join(folder, keyFile), key, 0o600);
  await writeWhole(path.join(folder, certFile), cert, 0o644);
}

/** A crash between the two files, or a hand in them, leaves a pair that no client would trust: it is made anew. */
function belongTogether(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function endOf({ cert }: Certificate): Instant {
  return Date.parse(new X509Certificate(cert).validTo);
}

function isUsable(known: Certificate, authority: Certificate, names: readonly string[], now: Instant): boolean {
  const certificate = new X509Certificate(known.cert);
  return (
    endOf(known) - now > RENEW_BEFORE_MS &&
    certificate.verify(new X509Certificate(authority.cert).publicKey) &&
    names.every((name) => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined)
  );
}
