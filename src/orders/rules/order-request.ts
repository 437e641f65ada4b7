import { createHash } from 'node:crypto';
import type { Fault } from '../../foundation/errors.ts';
import { isId, isPrintedNumber, shownId } from '../../foundation/ids.ts';
import type { Stop } from '../../quotations/index.ts';
import type { OrderStop } from './order.ts';

const MOST_METADATA_BYTES = 16 * 1024;
const DEEPEST_METADATA = 5;

export type ContactWire = {
  readonly stopId?: string | number | null;
  readonly name: string;
  readonly phone: string;
  readonly remarks?: string | null;
};
/** The body's `data`, whose form the schema has checked. */
export type OrderRequest = {
  readonly quotationId: string | number;
  readonly sender: ContactWire;
  readonly recipients: readonly ContactWire[];
  readonly isPODEnabled?: boolean | null;
  readonly partner?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
};

/** Completes "The phone of drop-off 2 …" where it cannot be used. */
export type PhoneFault = (phone: string) => string | undefined;

/** Judges every field whose form is sound, and passes over the others: the schema has named those. */
export function findRequestFaults(data: unknown, phoneFault: PhoneFault): readonly Fault[] {
  const { quotationId, sender, recipients, metadata } = (data ?? {}) as Readonly<Record<string, unknown>>;
  return [
    ...contactFaults(sender, '/data/sender', 'the sender', phoneFault),
    ...(Array.isArray(recipients)
      ? recipients.flatMap((contact, index) =>
          contactFaults(contact, `/data/recipients/${index}`, `recipient ${index + 1}`, phoneFault),
        )
      : []),
    ...metadataFaults(metadata),
    ...quotationIdFaults(quotationId),
  ];
}

/** What is no id of anything needs no look whether it is there. */
function quotationIdFaults(given: unknown): readonly Fault[] {
  if (typeof given !== 'string' && typeof given !== 'number') return [];
  const quotationId = String(given);
  if (isId(quotationId)) return [];
  const sentence = quotationId === '' ? 'The quotationId is empty.' : `There is no quotation ${shownId(quotationId)}.`;
  return [{ code: 'ERR_INVALID_QUOTATION_ID', sentence, pointer: '/data/quotationId' }];
}

/** Name and phone of one contact, where they have the right form. */
export function contactFaults(
  contact: unknown,
  pointer: string,
  who: string,
  phoneFault: PhoneFault,
): readonly Fault[] {
  const { name, phone } = (contact ?? {}) as Readonly<Record<string, unknown>>;
  const faults: Fault[] = [];
  if (typeof name === 'string' && name.trim() === '') {
    faults.push({
      code: 'ERR_INVALID_FIELD',
      sentence: `The name of ${who} must not be empty.`,
      pointer: `${pointer}/name`,
    });
  }
  const wrong = typeof phone === 'string' ? phoneFault(phone) : undefined;
  if (wrong !== undefined) {
    faults.push({
      code: 'ERR_INVALID_PHONE_NUMBER',
      sentence: `The phone of ${who} ${wrong}.`,
      pointer: `${pointer}/phone`,
    });
  }
  return faults;
}

export function metadataFaults(metadata: unknown): readonly Fault[] {
  if (typeof metadata !== 'object' || metadata === null) return [];
  const wrong = (sentence: string): readonly Fault[] => [
    { code: 'ERR_INVALID_FIELD', sentence, pointer: '/data/metadata' },
  ];
  if (levelsOf(metadata) > DEEPEST_METADATA)
    return wrong(`The metadata must not be nested deeper than ${DEEPEST_METADATA} levels.`);
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes > MOST_METADATA_BYTES)
    return wrong(`The metadata must not be larger than 16 KiB as JSON; it has ${bytes} bytes.`);
  return [];
}

function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce((deepest: number, inner) => Math.max(deepest, levelsOf(inner)), 0);
}

/** Two bodies that say the same have the same hash, however they are spaced and whatever the order of their keys. */
export function hashOfRequest(data: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(data)))
    .digest();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

type Contact = { readonly contact: ContactWire; readonly pointer: string; readonly who: string };

/** Every stop of the quotation with its contact: by stop id or, where none at all is given, by position. */
export function contactsOfStops(
  stops: readonly Stop[],
  { sender, recipients }: Pick<OrderRequest, 'sender' | 'recipients'>,
): { readonly stops: readonly OrderStop[] } | { readonly faults: readonly Fault[] } {
  const contacts: readonly Contact[] = [
    { contact: sender, pointer: '/data/sender', who: 'the sender' },
    ...recipients.map((contact, index) => ({
      contact,
      pointer: `/data/recipients/${index}`,
      who: `recipient ${index + 1}`,
    })),
  ];
  const byPosition = contacts.every(({ contact }) => stopIdOf(contact) === undefined);
  const faults = byPosition ? countFaults(stops, recipients) : stopIdFaults(stops, contacts);
  if (faults.length > 0) return { faults };
  const contactOf = (stop: Stop, index: number) =>
    byPosition ? contacts[index] : contacts.find(({ contact }) => stopIdOf(contact) === stop.stopId);
  return { stops: stops.map((stop, index) => withContact(stop, (contactOf(stop, index) as Contact).contact)) };
}

function stopIdOf({ stopId }: ContactWire): string | undefined {
  return stopId === undefined || stopId === null || stopId === '' ? undefined : String(stopId);
}

function withContact({ stopId, coordinates, address }: Stop, { name, phone, remarks }: ContactWire): OrderStop {
  return { stopId, coordinates, address, name, phone, remarks: remarks ?? '' };
}

function countFaults(stops: readonly Stop[], recipients: readonly unknown[]): readonly Fault[] {
  const dropOffs = stops.length - 1;
  if (recipients.length === dropOffs) return [];
  const sentence = `The quotation has ${dropOffs} drop-off${dropOffs === 1 ? '' : 's'}, so ${dropOffs} recipient${
    dropOffs === 1 ? ' is' : 's are'
  } needed; there ${recipients.length === 1 ? 'is 1' : `are ${recipients.length}`}.`;
  return [{ code: 'ERR_INVALID_FIELD', sentence, pointer: '/data/recipients' }];
}

function stopIdFaults(stops: readonly Stop[], contacts: readonly Contact[]): readonly Fault[] {
  const lost = lostDigitsFaults(stops, contacts);
  if (lost.length > 0) return lost;
  const [pickUp, ...dropOffs] = stops.map(({ stopId }) => stopId as string);
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const [index, { contact, pointer, who }] of contacts.entries()) {
    const stopId = stopIdOf(contact);
    const fault = stopIdFault(stopId, index === 0, pickUp as string, dropOffs, seen);
    if (fault !== undefined) {
      faults.push({
        code: 'ERR_INVALID_FIELD',
        sentence: `The stopId of ${who} ${fault}`,
        pointer: `${pointer}/stopId`,
      });
    }
    if (stopId !== undefined) seen.add(stopId);
  }
  if (faults.length > 0) return faults;
  return dropOffs.flatMap((stopId, index): readonly Fault[] =>
    seen.has(stopId)
      ? []
      : [
          {
            code: 'ERR_INVALID_FIELD',
            sentence: `No recipient is named for drop-off ${index + 1} (stopId ${stopId}).`,
            pointer: '/data/recipients',
          },
        ],
  );
}

/** As numbers such ids are those of several stops, so nothing else can be said of them. */
function lostDigitsFaults(stops: readonly Stop[], contacts: readonly Contact[]): readonly Fault[] {
  const known = stops.map(({ stopId }) => stopId as string);
  return contacts.flatMap(({ contact, pointer, who }): readonly Fault[] => {
    const stopId = stopIdOf(contact);
    if (stopId === undefined || known.includes(stopId) || !isPrintedNumber(stopId)) return [];
    if (!known.some((id) => Number(id) === Number(stopId))) return [];
    const sentence = `The stopId of ${who}, ${stopId}, has lost its last digits, as a number does: keep ids as text.`;
    return [{ code: 'ERR_INVALID_FIELD', sentence, pointer: `${pointer}/stopId` }];
  });
}

function stopIdFault(
  stopId: string | undefined,
  isSender: boolean,
  pickUp: string,
  dropOffs: readonly string[],
  seen: ReadonlySet<string>,
): string | undefined {
  if (stopId === undefined) return 'is missing. Give it for every stop, or for none.';
  const shown = stopId.slice(0, 40);
  if (isSender)
    return stopId === pickUp ? undefined : `must be that of the quotation's first stop, ${pickUp}; it is ${shown}.`;
  if (seen.has(stopId)) return `is ${shown}, which another contact has already.`;
  return dropOffs.includes(stopId) ? undefined : `is ${shown}, which is not a drop-off of this quotation.`;
}
