import { open } from 'node:fs/promises';
import { OperatorError } from '../infrastructure/operator-error.ts';

/** The format's name and its version, in the first eight bytes. */
const BEGINNING = Buffer.from('PMTiles\x03');

/** Refuses what is no file of map tiles, in words for whoever set it. */
export async function checkTileFile(file: string): Promise<void> {
  const complaint = (what: string) =>
    new OperatorError(`WAYBILL_MAP_PMTILES: ${file} ${what}; see docs/guide/operations.md for how to get one`);
  const opened = await open(file).catch((error: Error) => {
    throw complaint(`cannot be read (${error.message})`);
  });
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(BEGINNING.length), 0, BEGINNING.length, 0);
    if (!buffer.subarray(0, bytesRead).equals(BEGINNING)) throw complaint('is no PMTiles file of version 3');
  } catch (error) {
    throw error instanceof OperatorError ? error : complaint(`cannot be read (${(error as Error).message})`);
  } finally {
    await opened.close();
  }
}
