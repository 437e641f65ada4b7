import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../config/environment.ts';
import type { KeptTable, Part, Sequence } from '../database/contents.ts';
import type { AppliedMigration } from '../database/migrations.ts';
import { OperatorError } from '../operator-error.ts';
import type { SecretBox } from '../secret-box.ts';

export const MANIFEST = 'manifest.json';
const FORMAT = 'waybill backup';
const FORMAT_VERSION = 1;

/** One file of a backup, as it must be found again. */
export type PartFile = { readonly file: string; readonly bytes: number; readonly sha256: string };
export type SavedTable = KeptTable & PartFile & { readonly rows: number };
export type SavedFiles = {
  /** Every file with its size and hash; null where the files were left out. */
  readonly list: PartFile | null;
  readonly count: number;
  readonly bytes: number;
  /** Named by the database and not in the file store, so that nobody looks for them in the backup. */
  readonly missing: number;
};

/** What a backup says of itself. */
export type Manifest = {
  readonly madeAt: string;
  readonly program: string;
  readonly environment: Environment;
  /** Of the key that its secrets are sealed with; the key itself is not in it. */
  readonly masterKeyId: string;
  readonly books: { readonly sealed: number; readonly lastSeal: string | null };
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly SavedTable[];
  readonly parts: readonly Part[];
  readonly sequences: readonly Sequence[];
  readonly files: SavedFiles;
};

/** With a seal that only whoever has the master key can make: what the manifest says of all other files is then true of them. */
export function writeManifest(manifest: Manifest, secretBox: SecretBox): string {
  const content = { format: FORMAT, formatVersion: FORMAT_VERSION, ...manifest };
  const [key] = secretBox.keysFor('backups');
  return `${JSON.stringify({ ...content, seal: sealOf(content, key) }, null, 1)}\n`;
}

/** Refuses what is no backup, one that was sealed with another master key, and one that was changed. */
export function readManifest(text: string, secretBox: SecretBox): Manifest {
  const { seal, ...content } = parse(text);
  const { format, formatVersion, ...manifest } = content;
  if (format !== FORMAT) throw new OperatorError(`This is no backup: its ${MANIFEST} is of something else.`);
  if (Number(formatVersion) > FORMAT_VERSION)
    throw new OperatorError('The backup was made by a newer Waybill. Restore it with that version.');
  const { masterKeyId } = manifest as Manifest;
  if (!secretBox.canOpen(Buffer.from(String(masterKeyId), 'hex')))
    throw new OperatorError(
      `The backup was made with another master key (${masterKeyId}). Set WAYBILL_MASTER_KEY to that key, or give it as WAYBILL_MASTER_KEY_PREVIOUS.`,
    );
  const isOurs = secretBox.keysFor('backups').some((key) => areEqual(sealOf(content, key), String(seal)));
  if (!isOurs) throw new OperatorError(`The backup was changed: the seal of its ${MANIFEST} does not hold.`);
  return manifest as Manifest;
}

function parse(text: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null) return content as Record<string, unknown>;
  } catch {
    // Said below, as of anything else that is no manifest.
  }
  throw new OperatorError(`The backup is damaged: its ${MANIFEST} cannot be read.`);
}

function sealOf(content: object, key: Buffer): string {
  return createHmac('sha256', key).update(JSON.stringify(content)).digest('hex');
}

function areEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
