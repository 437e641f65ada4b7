import { readFile, writeFile } from 'node:fs/promises';
import { OperatorError } from '../../infrastructure/operator-error.ts';

export const STANDARD_INPUT = '-';

/** Of files that an operator names. */
export async function readNamed(file: string): Promise<Buffer> {
  if (file === STANDARD_INPUT) return Buffer.concat(await process.stdin.toArray());
  return readFile(file).catch((error: Error) => {
    throw new OperatorError(`${file} cannot be read: ${error.message}`);
  });
}

export async function readNamedText(file: string): Promise<string> {
  return (await readNamed(file)).toString('utf8');
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
