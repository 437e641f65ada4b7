import { inWords } from './in-words.ts';

export type Goods = {
  readonly quantity: string | undefined;
  readonly weight: string | undefined;
  readonly handling: readonly string[];
};

const LONGEST = 200;
const MOST = 20;

/** What a sender says of the goods. Senders may say anything in any form: only text and numbers are shown. */
export function goodsOf(item: unknown): Goods {
  const { quantity, weight, handlingInstructions } = (item ?? {}) as Readonly<Record<string, unknown>>;
  const handling = Array.isArray(handlingInstructions) ? handlingInstructions : [];
  return {
    quantity: shown(quantity),
    weight: weightOf(shown(weight)),
    handling: [...new Set(handling.slice(0, MOST).flatMap((entry) => shown(entry) ?? []))],
  };
}

/** A bare number is kilograms; a class such as LESS_THAN_3_KG says its unit itself. */
function weightOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\d+(?:[.,]\d+)?$/.test(text) ? `${text} kg` : text;
}

function shown(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const words = inWords(String(value).slice(0, LONGEST));
  return words === '' ? undefined : words;
}
