import { isId } from '../../foundation/ids.ts';
import { type Delivery, dropOffsOf } from './order.ts';
import { referencesOf } from './references.ts';

const MOST_CHARACTERS = 64;
const LEAST_CHARACTERS = 2;
const LEAST_DIGITS = 4;

/** What an order is found by: who gets it, where, by which phone, and the partner's own values. */
export function termsOf(delivery: Delivery): readonly string[] {
  const terms = [
    ...dropOffsOf({ delivery }).flatMap(({ name, phone, address }) => [
      normal(name),
      phoneTerm(phone),
      normal(address),
    ]),
    ...referencesOf(delivery).map(({ value }) => normal(value)),
  ];
  return [...new Set(terms)].filter((term) => term !== undefined && term !== '') as string[];
}

/** What is looked for: an order by its id, and orders of which a term begins with one of these. */
export type Search = { readonly orderId: string | undefined; readonly beginnings: readonly string[] };

/** Undefined where it is too short to look for. */
export function readSearch(text: string): Search | undefined {
  const wanted = normal(text);
  if ([...wanted].length < LEAST_CHARACTERS) return undefined;
  const phone = phoneTerm(text);
  return {
    orderId: isId(wanted) ? wanted : undefined,
    beginnings: phone === undefined ? [wanted] : [wanted, phone],
  };
}

function normal(text: string): string {
  const plain = text.replaceAll('\0', '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  return [...plain].slice(0, MOST_CHARACTERS).join('').trim();
}

/** From the last digit on: people know the end of a number, and write its beginning in many ways. */
function phoneTerm(text: string): string | undefined {
  const digits = text.replace(/[\s()+./-]/g, '');
  return /^\d+$/.test(digits) && digits.length >= LEAST_DIGITS && digits.length <= 15
    ? `tel:${[...digits].reverse().join('')}`
    : undefined;
}
