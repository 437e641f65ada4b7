import { readFile, writeFile } from 'node:fs/promises';
import { errorCode, OperatorError } from '../../infrastructure/operator-error.ts';

export const STANDARD_INPUT = '-';

const READ_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of that path is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
};

const UTF_16: ReadonlyMap<string, string> = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);

/** Of files that an operator names. */
export async function readNamed(file: string): Promise<Buffer> {
  if (file === STANDARD_INPUT) return Buffer.concat(await process.stdin.toArray());
  return readFile(file).catch((error: Error) => {
    throw new OperatorError(`${file} cannot be read: ${READ_FAULTS[errorCode(error) ?? ''] ?? error.message}.`);
  });
}

/** In UTF-8, or in UTF-16 with its mark, which PowerShell writes. */
export async function readNamedText(file: string): Promise<string> {
  const bytes = await readNamed(file);
  const encoding = UTF_16.get(bytes.subarray(0, 2).toString('hex')) ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(`${file} is not written in UTF-8. Save it as UTF-8.`);
  }
}

/** People stand in it: it is for whoever has it written. */
export async function writeNamed(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content, { mode: 0o600 }).catch((error: Error) => {
    throw cannotBeWritten(file, error);
  });
}

export function cannotBeWritten(file: string, { message }: Error): OperatorError {
  return new OperatorError(`${file} cannot be written: ${message}`);
}
