import { createHash } from 'node:crypto';
import { clockText, type Instant, localMoment, MINUTE_MS } from '../../foundation/time.ts';
import { kilogramsOf } from './kilograms.ts';

export type LabelContact = {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly remarks: string | undefined;
};
export type LabelItem = {
  readonly quantity: string | undefined;
  readonly weight: string | undefined;
  readonly handlingInstructions: readonly string[];
};

/** All that a label shows. */
export type LabelContent = {
  readonly orderId: string;
  readonly clientRef: string;
  readonly deliveryStage: 'FIRST_MILE' | 'LAST_MILE';
  readonly locode: string;
  /** Of the city: a label is read on the spot, by the clock on the wall. */
  readonly timeZone: string;
  readonly scheduleAt: Instant;
  readonly deliveryBy: Instant;
  readonly pickUp: LabelContact;
  readonly dropOff: LabelContact;
  readonly item: LabelItem | undefined;
};

const MOST_BARCODE_CHARACTERS = 20;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/** Code 128 holds ASCII only, and more than 20 characters of it make bars too thin for a label's width. */
export function barcodeText({ clientRef, orderId }: Pick<LabelContent, 'clientRef' | 'orderId'>): string {
  return clientRef.length <= MOST_BARCODE_CHARACTERS && PRINTABLE_ASCII.test(clientRef) ? clientRef : orderId;
}

/** Differs wherever two labels would: a label whose content has another hash must be drawn anew. */
export function labelContentHash(content: LabelContent): string {
  const { orderId, clientRef, deliveryStage, locode, timeZone, scheduleAt, deliveryBy, pickUp, dropOff, item } =
    content;
  const contact = ({ name, phone, address, remarks }: LabelContact) => [name, phone, address, remarks];
  const text = JSON.stringify([
    ...[orderId, clientRef, deliveryStage, locode, timeZone, scheduleAt, deliveryBy],
    ...[contact(pickUp), contact(dropOff)],
    item === undefined ? null : [item.quantity, item.weight, item.handlingInstructions],
  ]);
  return createHash('sha256').update(text).digest('hex');
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export type LabelTime = { readonly time: string; readonly date: string; readonly zone: string };

export function labelTime(instant: Instant, timeZone: string): LabelTime {
  const { date, weekday, minuteOfDay } = localMoment(instant, timeZone);
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const offsetMinutes = Date.UTC(year, month - 1, day) / MINUTE_MS + minuteOfDay - Math.floor(instant / MINUTE_MS);
  return {
    time: clockText(minuteOfDay),
    date: `${weekday.charAt(0)}${weekday.slice(1).toLowerCase()} ${day} ${MONTHS[month - 1]} ${year}`,
    zone: zoneText(offsetMinutes),
  };
}

function zoneText(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'UTC';
  const minutes = Math.abs(offsetMinutes);
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `UTC${offsetMinutes < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest}`;
}

// Partners may send anything as an item; no box of a label holds more than this.
const MOST_INSTRUCTIONS = 50;
const MOST_CHARACTERS = 500;

/** The instructions that have a picture everybody knows, and what the others say. */
export type Handling = {
  readonly isFragile: boolean;
  readonly isUpright: boolean;
  readonly others: readonly string[];
};

export function handlingOf(instructions: readonly string[]): Handling {
  const words = [...new Set(instructions.slice(0, MOST_INSTRUCTIONS).map(inWords))].filter((word) => word !== '');
  return {
    isFragile: words.includes('FRAGILE'),
    isUpright: words.includes('KEEP UPRIGHT'),
    others: words.filter((word) => word !== 'FRAGILE' && word !== 'KEEP UPRIGHT'),
  };
}

/** How much there is of a parcel, in a line; empty where nothing is said. */
export function amountText({ quantity, weight }: Pick<LabelItem, 'quantity' | 'weight'>): string {
  const quantityText = inWords(quantity ?? '');
  const parts = [quantityText === '' ? '' : `QTY ${quantityText}`, weightText(weight ?? '')];
  return parts.filter((part) => part !== '').join(' · ');
}

function weightText(weight: string): string {
  return kilogramsOf({ weight }) === undefined ? inWords(weight) : `${weight.trim()} kg`;
}

function inWords(code: string): string {
  return code
    .slice(0, MOST_CHARACTERS)
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toUpperCase();
}
