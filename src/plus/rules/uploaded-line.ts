import { type Instant, instantOfLocal, localTimeText, MINUTE_MS, parseInstant } from '../../foundation/time.ts';
import { kilogramsOf } from './kilograms.ts';
import { type Column, NEEDED, TIMES, type UploadedLine } from './upload.ts';

export type LineFault = { readonly line: number; readonly column: Column | ''; readonly sentence: string };

/** A line in the words of the partner API: what a quotation asks for, and what an order does. */
export function requestsOf(line: UploadedLine, timeZone: string, callingCode: string) {
  return {
    quotation: {
      serviceType: 'PLUS',
      scheduleAt: timeOf(line.pick_up_at, timeZone),
      ...(line.deliver_by === '' ? {} : { deliveryBy: timeOf(line.deliver_by, timeZone) }),
      stops: [
        placeOf(line.pick_up_address, line.pick_up_lat, line.pick_up_lng),
        placeOf(line.delivery_address, line.delivery_lat, line.delivery_lng),
      ],
      ...itemOf(line),
    },
    parcel: {
      clientRef: line.reference,
      sender: contactOf(line.sender_name, line.sender_phone, line.sender_note, callingCode),
      recipients: [contactOf(line.recipient_name, line.recipient_phone, line.recipient_note, callingCode)],
      generateLabel: isYes(line.label),
    },
  };
}

const LOCAL = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})[T ](\d{1,2}):(\d{2})(?::\d{2})?$/;

/** With a zone as it is; without one, by the clock on the wall of the market. Anything else stays what it is, and is refused. */
function timeOf(text: string, timeZone: string): string {
  const local = LOCAL.exec(text);
  if (local === null) return text;
  const [, year = '', , month = '', day = '', hours, minutes] = local;
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const isReal = parseInstant(`${date}T00:00Z`) !== undefined && Number(hours) < 24 && Number(minutes) < 60;
  return isReal ? new Date(instantOfLocal(date, Number(hours) * 60 + Number(minutes), timeZone)).toISOString() : text;
}

function placeOf(address: string, lat: string, lng: string) {
  return {
    ...(address === '' ? {} : { address }),
    ...(lat === '' && lng === '' ? {} : { coordinates: { lat: decimal(lat), lng: decimal(lng) } }),
  };
}

/** Where a comma stands in numbers, one does so in these too. */
function decimal(text: string): string {
  return /^-?\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
}

function contactOf(name: string, phone: string, note: string, callingCode: string) {
  return { name, phone: phoneOf(phone, callingCode), ...(note === '' ? {} : { remarks: note }) };
}

/** A spreadsheet takes a phone for a number, and its plus away. */
function phoneOf(text: string, callingCode: string): string {
  const plain = text.replace(/[\s()-]/g, '');
  return plain.startsWith(callingCode) && /^\d{8,15}$/.test(plain) ? `+${plain}` : plain;
}

function itemOf({ quantity, weight_kg }: UploadedLine): { readonly item?: Readonly<Record<string, string>> } {
  const item = {
    ...(quantity === '' ? {} : { quantity }),
    ...(weight_kg === '' ? {} : { weight: decimal(weight_kg) }),
  };
  return Object.keys(item).length === 0 ? {} : { item };
}

function isYes(text: string): boolean {
  return ['yes', 'y', 'true', '1', 'x'].includes(text.toLowerCase());
}

/** What no other rule judges: what is missing, what is there twice, and what cannot be read. */
export function ownFaults(lines: readonly UploadedLine[]): readonly LineFault[] {
  const seen = new Map<string, number>();
  return lines.flatMap((given): readonly LineFault[] => {
    const { line, reference } = given;
    const empty = NEEDED.filter((column) => given[column] === '').map((column) => ({
      line,
      column,
      sentence: 'This must not be empty.',
    }));
    const earlier = seen.get(reference);
    seen.set(reference, earlier ?? line);
    const twice = reference !== '' && earlier !== undefined;
    return [
      ...empty,
      ...(twice ? [{ line, column: 'reference' as const, sentence: `Row ${earlier} has the same reference.` }] : []),
      ...([...reference].length > 64
        ? [{ line, column: 'reference' as const, sentence: 'A reference has 64 characters at most.' }]
        : []),
      ...(!reference.isWellFormed() || reference.includes('\0')
        ? [{ line, column: 'reference' as const, sentence: 'This holds a character that cannot be written down.' }]
        : []),
      ...(given.label !== '' && !isYes(given.label) && !isNo(given.label)
        ? [{ line, column: 'label' as const, sentence: 'This must be yes or no.' }]
        : []),
    ];
  });
}

const NUMBERS = ['reference', 'sender_phone', 'recipient_phone'] as const;
/** Such as 8.52568E+10, 1.57135465942239E+018 and 1E+11, of which the other digits are gone. */
const SHORTENED = /^\d(?:[.,]\d+E\+\d{2,3}|E\+0?[1-9]\d)$/i;
const PLACES_AND_NAMES = ['pick_up_address', 'sender_name', 'delivery_address', 'recipient_name'] as const;
/** In these anything may be asked. */
const FREE_TEXTS = ['reference', 'sender_note', 'recipient_note'] as const;
/** Of 陳 ???, Z?rich and Jos\uFFFD, which a program writes that has no code for a letter. What?, Really?? and 3樓?B室 are none. */
const LOST = /\uFFFD|(?<=^|[\s(（])\?{2,}(?=$|[\s)）,，])|(?:^|\s|\p{Script=Latin})\?\p{Script=Latin}/u;
const ALL_LOST = /\uFFFD|^[^\p{L}]*\?{2}[^\p{L}]*$/u;
/** A class of weights, which the API takes as well. */
const WEIGHT_CLASS = /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/;

/** What a spreadsheet has made of times, numbers and letters. Not asked of a line that is placed: it may be saved anew with others. */
export function misreadIn(given: UploadedLine): readonly LineFault[] {
  const { line } = given;
  return [
    ...TIMES.filter((column) => given[column] !== '' && !isTime(given[column])).map((column) => ({
      line,
      column,
      sentence: LOCAL.test(given[column])
        ? 'There is no such day or time.'
        : 'Write this as 2026-12-01 10:00, in a column that is formatted as text: spreadsheets write times anew.',
    })),
    ...NUMBERS.filter((column) => SHORTENED.test(given[column])).map((column) => ({
      line,
      column,
      sentence: 'A spreadsheet has shortened this number. Format the column as text and enter it again.',
    })),
    ...[
      ...PLACES_AND_NAMES.filter((column) => LOST.test(given[column])),
      ...FREE_TEXTS.filter((column) => ALL_LOST.test(given[column])),
    ].map((column) => ({
      line,
      column,
      sentence: 'Letters were lost when this was saved. Save it as "CSV UTF-8" from where it can still be read.',
    })),
    ...(given.weight_kg === '' || isWeight(given.weight_kg)
      ? []
      : [{ line, column: 'weight_kg' as const, sentence: 'This must be a number of kilograms such as 2.5.' }]),
  ];
}

function isWeight(text: string): boolean {
  return kilogramsOf({ weight: decimal(text) }) !== undefined || WEIGHT_CLASS.test(text);
}

const LONGEST_NUMBER = 20;

/** The references that a spreadsheet would write as this one: 12 may have been 012 or 0012. */
export function paddedWithZeros(reference: string): readonly string[] {
  if (!/^[1-9]\d*$/.test(reference)) return [];
  const lengths = Array.from({ length: LONGEST_NUMBER }, (_, n) => n + 1).filter((length) => length > reference.length);
  return lengths.map((length) => reference.padStart(length, '0'));
}

/** Placed once more, a parcel would be fetched twice. What stands in the file with its zeros has lost none. */
export function zerosLost(
  { line, reference }: UploadedLine,
  placed: ReadonlyMap<string, string>,
): readonly LineFault[] {
  const before = paddedWithZeros(reference).find((padded) => placed.has(padded));
  if (before === undefined) return [];
  const sentence = `${before} is placed already. Spreadsheets take zeros away at the beginning: format the column as text and enter it again, or choose another reference.`;
  return [{ line, column: 'reference', sentence }];
}

/** Day and month first, as many countries write it, is not guessed at: 1/12 is two days of a year. */
function isTime(text: string): boolean {
  return parseInstant(timeOf(text, 'UTC')) !== undefined;
}

function isNo(text: string): boolean {
  return ['no', 'n', 'false', '0'].includes(text.toLowerCase());
}

const COLUMN_OF: readonly (readonly [pointer: RegExp, column: Column])[] = [
  [/^\/data\/clientRef/, 'reference'],
  [/^\/data\/scheduleAt/, 'pick_up_at'],
  [/^\/data\/deliveryBy/, 'deliver_by'],
  [/^\/data\/stops\/0\/coordinates\/lng/, 'pick_up_lng'],
  [/^\/data\/stops\/0\/coordinates\/lat/, 'pick_up_lat'],
  [/^\/data\/stops\/0/, 'pick_up_address'],
  [/^\/data\/stops\/1\/coordinates\/lng/, 'delivery_lng'],
  [/^\/data\/stops\/1\/coordinates\/lat/, 'delivery_lat'],
  [/^\/data\/stops\/1/, 'delivery_address'],
  [/^\/data\/sender\/name/, 'sender_name'],
  [/^\/data\/sender\/phone/, 'sender_phone'],
  [/^\/data\/sender/, 'sender_note'],
  [/^\/data\/recipients\/0\/name/, 'recipient_name'],
  [/^\/data\/recipients\/0\/phone/, 'recipient_phone'],
  [/^\/data\/recipients/, 'recipient_note'],
];

type ApiFault = { readonly sentence: string; readonly pointer?: string };

const PRINTED_TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.00Z/g;
const ZONE = /(?:Z|([+-])(\d{2}):?(\d{2}))$/i;

/** Where a fault that the API's rules have found stands in the file; in its own words the names of columns, and times as they are written there. */
export function faultOfLine(given: UploadedLine, fault: ApiFault, timeZone: string): LineFault {
  const column = COLUMN_OF.find(([pointer]) => pointer.test(fault.pointer ?? ''))?.[1] ?? '';
  const written = column === '' ? '' : given[column];
  const sentence = fault.sentence
    .replaceAll('scheduleAt', 'pick_up_at')
    .replaceAll('deliveryBy', 'deliver_by')
    .replaceAll(PRINTED_TIME, (time) => timeAs(written, parseInstant(time) as Instant, timeZone));
  return { line: given.line, column, sentence };
}

/** In the zone of the time that stands there, and where that has none by the clock of the market. */
function timeAs(written: string, instant: Instant, timeZone: string): string {
  const [zone, sign, hours, minutes] = ZONE.exec(written) ?? [];
  if (zone === undefined) return localTimeText(instant, timeZone);
  const aheadMs = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS * (sign === '-' ? -1 : 1);
  return `${localTimeText(instant + aheadMs, 'UTC')}${zone}`;
}
