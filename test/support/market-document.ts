import { readFileSync } from 'node:fs';
import type { MarketDocument } from '../../src/markets/rules/market-document.ts';

/** The document of Singapore, as it is shipped. */
export function singapore(): MarketDocument {
  return JSON.parse(readFileSync('data/markets/SG.json', 'utf8'));
}

type Change = readonly [pointer: string, value: unknown];

/** The document of Singapore with other values at these pointers; undefined takes the key out. */
export function changed(...changes: readonly Change[]): unknown {
  const document = singapore();
  for (const [pointer, value] of changes) {
    const keys = pointer.slice(1).split('/');
    const last = keys.pop() as string;
    const holder = keys.reduce<Record<string, unknown>>(
      (level, key) => level[key] as Record<string, unknown>,
      document as unknown as Record<string, unknown>,
    );
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return document;
}

/** Where the outline of the first city stands. */
export const RING = '/cities/0/area/coordinates/0/0';
/** A ring that crosses itself. */
export const BOW_TIE = [
  [103.6, 1.2],
  [104, 1.5],
  [104, 1.2],
  [103.6, 1.5],
  [103.6, 1.2],
];
