import { createHash } from 'node:crypto';
import type { Delivery } from './order.ts';

/** A name and a value by which a partner finds an order again. */
export type Reference = { readonly name: string; readonly value: string };

/** Plain values at the top of the metadata, and the channel partner's mark. */
export function referencesOf({ metadata = {}, channelPartner }: Delivery): readonly Reference[] {
  const own = Object.entries(metadata).flatMap(([key, value]) =>
    isPlain(value) ? [{ name: `metadata.${key}`, value: String(value) }] : [],
  );
  return channelPartner === undefined ? own : [...own, { name: 'partner', value: channelPartner }];
}

export function hasReference(delivery: Delivery, wanted: Reference): boolean {
  return referencesOf(delivery).some(({ name, value }) => name === wanted.name && value === wanted.value);
}

/** 64 bits to look a reference up by. */
export function hashOfReference({ name, value }: Reference): string {
  return createHash('sha256')
    .update(JSON.stringify([name, value]))
    .digest()
    .readBigInt64BE(0)
    .toString();
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
