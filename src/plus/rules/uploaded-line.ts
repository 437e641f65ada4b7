import { instantOfLocal, parseInstant } from '../../foundation/time.ts';
import { type Column, NEEDED, type UploadedLine } from './upload.ts';

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
      ...(twice ? [{ line, column: 'reference' as const, sentence: `Line ${earlier} has the same reference.` }] : []),
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

const TIMES = ['pick_up_at', 'deliver_by'] as const;
const NUMBERS = ['reference', 'sender_phone', 'recipient_phone'] as const;
/** Such as 8.52568E+10 and 1E+11, of which the other digits are gone. */
const SHORTENED = /^\d(?:[.,]\d+E\+\d{2}|E\+1\d)$/i;

/** What a spreadsheet has made of times and long numbers. Not asked of a line that is placed: it may be saved anew with others. */
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
  ];
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

/** Where a fault that the API's rules have found stands in the file; in its own words the names of columns. */
export function faultOfLine(line: number, fault: { readonly sentence: string; readonly pointer?: string }): LineFault {
  const column = COLUMN_OF.find(([pointer]) => pointer.test(fault.pointer ?? ''))?.[1] ?? '';
  const sentence = fault.sentence.replaceAll('scheduleAt', 'pick_up_at').replaceAll('deliveryBy', 'deliver_by');
  return { line, column, sentence };
}
