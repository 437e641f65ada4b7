import { assert } from './assert.ts';
import type { Instant } from './time.ts';

declare const brand: unique symbol;
/** 19 decimal digits below 2^63, rising with time. Kept as a string everywhere: a double cannot hold it. */
export type Id<Name extends string> = string & { readonly [brand]: Name };

export type PartnerId = Id<'partner'>;
export type ApiKeyId = Id<'apiKey'>;

// 41 bits of milliseconds, 10 bits of node, 12 bits of sequence. With this epoch every id from July 2022 to
// September 2084 has exactly 19 digits.
const EPOCH = Date.UTC(2015, 0, 1);
const NODE_BITS = 10n;
const SEQUENCE_BITS = 12n;
export const NODE_COUNT = 1 << Number(NODE_BITS);
const SEQUENCE_COUNT = 1 << Number(SEQUENCE_BITS);

export type IdState = { readonly millisecond: Instant; readonly sequence: number };
export const FIRST_ID_STATE: IdState = { millisecond: 0, sequence: 0 };

/** The next id of one node: always larger than its last one, also when the clock stands still or steps back. */
export function nextIdState(last: IdState, now: Instant): IdState {
  if (now > last.millisecond) return { millisecond: now, sequence: 0 };
  if (last.sequence + 1 < SEQUENCE_COUNT) return { millisecond: last.millisecond, sequence: last.sequence + 1 };
  return { millisecond: last.millisecond + 1, sequence: 0 };
}

export function formatId<Name extends string>(state: IdState, node: number): Id<Name> {
  assert(node >= 0 && node < NODE_COUNT, 'a node number has ten bits');
  const value =
    (BigInt(state.millisecond - EPOCH) << (NODE_BITS + SEQUENCE_BITS)) |
    (BigInt(node) << SEQUENCE_BITS) |
    BigInt(state.sequence);
  const text = value.toString();
  assert(text.length === 19 && value < 1n << 63n, 'an id has 19 digits and fits a signed 64-bit integer');
  return text as Id<Name>;
}

/** No id that is made at that time or later is smaller. */
export function smallestIdAt(instant: Instant): string {
  return formatId({ millisecond: instant, sequence: 0 }, 0);
}

const IDS_FROM = Date.UTC(2023, 0, 1);
const IDS_UNTIL = Date.UTC(2084, 0, 1);

/** The same for any time: before there were ids nothing is smaller than zero, and after them nothing is larger than the largest. */
export function idFloorAt(instant: Instant): string {
  if (instant < IDS_FROM) return '0';
  return instant >= IDS_UNTIL ? LARGEST_ID : smallestIdAt(instant);
}

/** What fits a signed 64-bit integer; larger than any id. */
export const LARGEST_ID = '9223372036854775807';

/** As a sentence says what was given for an id: not whole where it is long, and so that blanks around it are seen. */
export function shownId(given: string): string {
  const shown = given.slice(0, 40);
  return shown === '' || shown !== shown.trim() ? `"${shown}"` : shown;
}

/** Whether JavaScript prints a number of so many digits so: the last two at least are zeros then, whatever they were. */
export function looksRounded(id: string): boolean {
  return id.endsWith('00') && isId(id) && String(Number(id)) === id;
}

/** What to say beside an unknown id that looks rounded. None of ours does, but for those that were made before that was seen to. */
export function hintAtDigits(given: string): string {
  return looksRounded(given) ? ' If it was a number on its way, its last digits are lost: keep ids as text.' : '';
}

/** What becomes of an id in a number, as JavaScript prints it and as others do, digit for digit. */
export function isPrintedNumber(given: string): boolean {
  return looksRounded(given) || (isId(given) && String(BigInt(Number(given))) === given);
}

export function isId(text: string): boolean {
  return /^[1-9]\d{18}$/.test(text) && BigInt(text) < 1n << 63n;
}
