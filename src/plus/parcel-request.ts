import type { Fault } from '../foundation/errors.ts';
import { type ContactWire, findRequestFaults, type PhoneFault } from '../orders/index.ts';

/** The body's `data`, whose form the schema has checked. */
export type ParcelRequest = {
  readonly quotationId: string | number;
  readonly clientRef: string;
  readonly sender: ContactWire;
  readonly recipients: readonly ContactWire[];
  readonly partner?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly generateLabel?: boolean | null;
};

/** Judges every field whose form is sound, and passes over the others: the schema has named those. */
export function findParcelFaults(data: unknown, phoneFault: PhoneFault): readonly Fault[] {
  const { clientRef } = (data ?? {}) as Readonly<Record<string, unknown>>;
  return [...clientRefFaults(clientRef), ...findRequestFaults(data, phoneFault)];
}

/** Any text that can be written down: half a character and the character that ends strings cannot. */
export function isWritable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function clientRefFaults(clientRef: unknown): readonly Fault[] {
  if (typeof clientRef !== 'string' || isWritable(clientRef)) return [];
  const sentence = 'clientRef holds a character that cannot be written down.';
  return [{ code: 'ERR_INVALID_FIELD', sentence, pointer: '/data/clientRef' }];
}
