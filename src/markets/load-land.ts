import { readFile } from 'node:fs/promises';
import { errorCode } from '../infrastructure/operator-error.ts';
import { inProject } from '../infrastructure/project-folder.ts';
import { type Land, NO_LAND } from './rules/market-map.ts';

/** The shipped land of a market; a market of the operator's own has none. */
export async function loadLand(market: string): Promise<Land> {
  try {
    return JSON.parse(await readFile(inProject(`data/land/${market}.json`), 'utf8')) as Land;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return NO_LAND;
    throw error;
  }
}
