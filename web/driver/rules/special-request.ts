import { inWords } from '../../../src/foundation/in-words.ts';

/** What the app has words for in every language; all else is told in the market's own words, such as which tunnel to take. */
export type SpecialRequest =
  | { readonly kind: 'return' | 'cash' | 'carry' | 'document' | 'bag' | 'cooled' | 'tailLift' | 'cover' | 'long' }
  | { readonly kind: 'queue' | 'wait'; readonly minutes: number }
  | { readonly kind: 'helpers'; readonly helpers: number }
  | { readonly kind: 'other'; readonly name: string };

const MEANINGS: readonly (readonly [RegExp, (number: number) => SpecialRequest])[] = [
  [/^(?:ROUND_TRIP|RETURN)$/, () => ({ kind: 'return' })],
  [/^CASH_ON_DELIVERY$/, () => ({ kind: 'cash' })],
  [/^QUEUEING_SERVICE_(\d+)MIN$/, (minutes) => ({ kind: 'queue', minutes })],
  [/^WAITING_TIME_(\d+)MIN$/, (minutes) => ({ kind: 'wait', minutes })],
  [/^(?:DOOR_TO_DOOR|LOADING)_1DRIVER(\d)HELPER/, (helpers) => ({ kind: 'helpers', helpers })],
  [/^MOVING_SERVICE_([2-9])$/, (people) => ({ kind: 'helpers', helpers: people - 1 })],
  [/^HELPER$/, () => ({ kind: 'helpers', helpers: 1 })],
  [
    /^(?:(?:DOOR_TO_DOOR|LOADING)_1DRIVER(?!\d).*|MOVING_SERVICE_1|LOADING_SERVICE|HOUSE_MOVING)$/,
    () => ({ kind: 'carry' }),
  ],
  [/^DOCUMENT_(?:HANDLING|PROCESSING)$/, () => ({ kind: 'document' })],
  [/^THERMAL_BAG_1$/, () => ({ kind: 'bag' })],
  [/^REFRIGERATED_VEHICLE$/, () => ({ kind: 'cooled' })],
  [/^TAILBOARD_VEHICLE$/, () => ({ kind: 'tailLift' })],
  [/^TARPAULIN$/, () => ({ kind: 'cover' })],
  [/^EXTRA_CAPACITY_L_250CM$/, () => ({ kind: 'long' })],
];

export function readSpecialRequest(key: string, marketWords: Readonly<Record<string, string>>): SpecialRequest {
  for (const [pattern, meaning] of MEANINGS) {
    const found = pattern.exec(key);
    if (found !== null) return meaning(Number(found[1]));
  }
  const told = Object.hasOwn(marketWords, key) ? marketWords[key] : undefined;
  if (told !== undefined) return { kind: 'other', name: told };
  return { kind: 'other', name: inWords(key) };
}
